package envguard

import (
	"errors"
	"fmt"
	"net"
)

// CheckPeer reports, as nil, that the process at the other end of conn belongs
// to our user and runs our own image. A daemon calls it on each connection
// that it accepts, a client on the one that it made, before either trusts a
// byte. Linux only: elsewhere the error is errors.ErrUnsupported, and a
// daemon needs another way to know its peers.
//
// It tells programs apart, not intentions. Whoever may run the real binary may
// have it connect; and since the kernel notes the peer at connect, a process
// can connect, hand a copy of the descriptor to a child and then become the
// real binary by exec. What the check stops is a foreign program that found
// the socket.
//
// It needs /proc, and one that was mounted for our own PID namespace; without,
// every peer is refused. Errors never name the address of conn.
//
// It excludes [NonDumpable] in the peer, except for a daemon that runs as root.
func (s *Self) CheckPeer(conn *net.UnixConn) error {
	if s == nil || s.info == nil {
		return errors.New("envguard: the Self is nil or zero: want one made by OpenSelf")
	}
	if conn == nil {
		return errors.New("envguard: the connection is nil")
	}
	if err := s.checkPeer(conn); err != nil {
		return fmt.Errorf("envguard: the peer is refused: %w", err)
	}
	return nil
}
