package envguard

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

func (s *Self) checkPeer(conn *net.UnixConn) error {
	if err := procIsOurs(); err != nil {
		return err
	}
	raw, err := conn.SyscallConn()
	if err != nil {
		return withoutAddress(err)
	}
	var cred *unix.Ucred
	var credErr, pidErr error
	pidfd := -1
	err = raw.Control(func(fd uintptr) {
		cred, credErr = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED)
		pidfd, pidErr = unix.GetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_PEERPIDFD)
	})
	if err != nil {
		return withoutAddress(err)
	}
	if pidErr == nil {
		defer unix.Close(pidfd)
	}
	if credErr != nil {
		return credErr
	}
	if int(cred.Uid) != os.Geteuid() {
		return fmt.Errorf("it runs as user %d, want %d", cred.Uid, os.Geteuid())
	}
	if cred.Pid <= 0 {
		return errors.New("it runs in another PID namespace, where its image cannot be seen")
	}
	if pidErr != nil {
		if errors.Is(pidErr, unix.ESRCH) || errors.Is(pidErr, unix.EINVAL) {
			return errors.New("it has exited")
		}
		// Before Linux 6.5. The number may have been given to another process
		// between the connect and this call, but not after it.
		if pidfd, err = unix.PidfdOpen(int(cred.Pid), 0); err != nil {
			return fmt.Errorf("process %d: %w", cred.Pid, err)
		}
		defer unix.Close(pidfd)
	}
	info, err := os.Stat(fmt.Sprintf("/proc/%d/exe", cred.Pid))
	switch {
	case errors.Is(err, os.ErrPermission):
		return fmt.Errorf("process %d does not let its image be seen: a peer that called NonDumpable cannot be checked", cred.Pid)
	case err != nil:
		return fmt.Errorf("the image of process %d: %w", cred.Pid, err)
	case !os.SameFile(info, s.info):
		return fmt.Errorf("process %d runs another program", cred.Pid)
	}
	// Alive now, so the number was its own when the image was looked at.
	gone, err := exited(pidfd)
	if err != nil {
		return err
	}
	if gone {
		return errors.New("it has exited")
	}
	return nil
}

// procIsOurs fails unless /proc numbers processes as the kernel does for us:
// one that was mounted for another PID namespace leads to other processes.
func procIsOurs() error {
	pid, err := os.Readlink("/proc/self")
	if err != nil {
		return fmt.Errorf("its image cannot be seen without /proc: %w", err)
	}
	if pid != strconv.Itoa(os.Getpid()) {
		return errors.New("/proc shows another PID namespace, where its image cannot be found")
	}
	return nil
}

// exited reports whether the process of pidfd has ended.
func exited(pidfd int) (bool, error) {
	for {
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(pidfd), Events: unix.POLLIN}}, 0)
		if err != unix.EINTR { // as from the signals of the Go scheduler
			return n > 0, err
		}
	}
}

// withoutAddress leaves out what a net.OpError says around its cause: the
// address of a daemon is the value of a pointer.
func withoutAddress(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		return op.Err
	}
	return err
}
