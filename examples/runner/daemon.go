package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/egladman/magus/envguard"
	"github.com/egladman/magus/internal/text"
)

// patience bounds each exchange with a peer that says nothing.
const patience = 5 * time.Second

// daemon serves on a unix socket until it is interrupted. Withholding the
// pointer keeps the socket's place out of an op's environment and no more, so
// the daemon also looks at who connects: it serves runs of its own image.
// That does not stop an op from running the real binary.
func (r *runner) daemon(path string) int {
	if err := r.pointers.CheckListen(); err != nil {
		return fail(err)
	}
	if r.selfErr != nil {
		return fail(r.selfErr)
	}
	// Before the socket is there: a signal that comes in between would leave its
	// file behind.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	l, err := listen(path)
	if err != nil {
		return fail(fmt.Errorf("daemon: %w", err))
	}
	context.AfterFunc(ctx, func() { l.Close() })
	fmt.Println("listening on", text.Visible(path))

	for {
		conn, err := l.AcceptUnix()
		switch {
		case ctx.Err() != nil:
			return 0
		case errors.Is(err, net.ErrClosed):
			return fail(err)
		case err != nil:
			fail(err)
			time.Sleep(10 * time.Millisecond) // out of descriptors, say: let some be closed
			continue
		}
		go r.serve(conn)
	}
}

func (r *runner) serve(conn *net.UnixConn) {
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(patience))
	if err := r.self.CheckPeer(conn); err != nil {
		fail(err)
		fmt.Fprintln(conn, "refused")
		return
	}
	fmt.Fprintln(conn, "served")
}

// maxPath is the longest name of a socket that every Unix takes: 104 bytes on
// the BSDs and macOS, 108 on Linux, with a zero byte at the end.
const maxPath = 103

// listen is net.ListenUnix with errors that say what to do. A file that a dead
// daemon left behind is not removed: between looking and removing, another
// daemon may have taken the place.
func listen(path string) (*net.UnixListener, error) {
	switch {
	case path == "":
		return nil, errors.New("the socket path is empty, want the place of a new file")
	case len(path) > maxPath:
		return nil, fmt.Errorf("the socket path has %d bytes: want at most %d", len(path), maxPath)
	}
	at := &net.UnixAddr{Name: path, Net: "unix"}
	l, err := net.ListenUnix("unix", at)
	if !errors.Is(err, syscall.EADDRINUSE) {
		return l, err
	}
	conn, dialErr := net.DialUnix("unix", nil, at)
	if dialErr == nil {
		conn.Close()
		return nil, fmt.Errorf("%w: a daemon serves there", err)
	}
	if info, statErr := os.Lstat(path); statErr == nil && info.Mode().Type() == fs.ModeSocket && errors.Is(dialErr, syscall.ECONNREFUSED) {
		return nil, fmt.Errorf("%w: nothing answers there, remove the file that a daemon left behind", err)
	}
	return nil, err
}

// ask connects to the daemon that the pointer names and prints its answer.
// The pointer came from outside, so the daemon is checked as well.
func (r *runner) ask() int {
	if r.selfErr != nil {
		return fail(r.selfErr)
	}
	path, ok := r.socket()
	if !ok {
		return fail(fmt.Errorf("ask: %s names no unix socket: this run was given no daemon", envguard.DaemonSocket))
	}
	conn, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return fail(unreachable(err))
	}
	defer conn.Close()
	if err := r.self.CheckPeer(conn); err != nil {
		return fail(err)
	}
	_ = conn.SetDeadline(time.Now().Add(patience))
	answer, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return fail(unreachable(err))
	}
	if _, err := fmt.Print(answer); err != nil {
		return fail(err)
	}
	if answer != "served\n" {
		return 1
	}
	return 0
}

// unreachable leaves the address, the value of a variable, out of err.
func unreachable(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		err = op.Err
	}
	return fmt.Errorf("ask: the daemon that %s names: %w", envguard.DaemonSocket, err)
}

// socket returns the path in the daemon pointer that was captured.
func (r *runner) socket() (string, bool) {
	if !slices.Contains(r.pointers.Names(), envguard.DaemonSocket) {
		return "", false // also where Capture distrusts the environment
	}
	for _, entry := range r.environ {
		if value, ok := strings.CutPrefix(entry, envguard.DaemonSocket+"="); ok {
			path, unix := strings.CutPrefix(value, "unix://")
			return path, unix && path != ""
		}
	}
	return "", false
}
