package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/egladman/magus/envguard"
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
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return fail(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, func() { l.Close() })
	fmt.Println("listening on", path)

	for {
		conn, err := l.AcceptUnix()
		switch {
		case ctx.Err() != nil:
			return 0
		case errors.Is(err, net.ErrClosed):
			return fail(err)
		case err != nil:
			fmt.Fprintln(os.Stderr, "runner:", err)
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
		fmt.Fprintln(os.Stderr, "runner:", err)
		fmt.Fprintln(conn, "refused")
		return
	}
	fmt.Fprintln(conn, "served")
}

// ask connects to the daemon that the pointer names and prints its answer.
// The pointer came from outside, so the daemon is checked as well.
func (r *runner) ask() int {
	path, ok := r.socket()
	if !ok {
		return fail(fmt.Errorf("ask: %s names no unix socket: this run was given no daemon", envguard.DaemonSocket))
	}
	conn, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return fail(err)
	}
	defer conn.Close()
	if err := r.self.CheckPeer(conn); err != nil {
		return fail(err)
	}
	_ = conn.SetDeadline(time.Now().Add(patience))
	answer, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return fail(fmt.Errorf("ask: %w", err))
	}
	fmt.Print(answer)
	if answer != "served\n" {
		return 1
	}
	return 0
}

// socket returns the path in the daemon pointer.
func (r *runner) socket() (string, bool) {
	for _, entry := range r.environ {
		if value, ok := strings.CutPrefix(entry, envguard.DaemonSocket+"="); ok {
			path, unix := strings.CutPrefix(value, "unix://")
			return path, unix && path != ""
		}
	}
	return "", false
}
