package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/envguard"
)

// policy is what a child may see: everything but the pointers, or with
// -sandbox the allowlist.
func (r *runner) policy() (*envguard.Policy, error) {
	mode := envguard.Inherit
	if r.sandbox {
		mode = envguard.Rebuild
	}
	return envguard.Compile(envguard.Config{Mode: mode})
}

// op runs a program that is not trusted with the daemon.
func (r *runner) op(program string, args []string) int {
	p, err := r.policy()
	if err != nil {
		return fail(err)
	}
	c := exec.Command(program, args...)
	return r.wait(c, func() error { return p.Start(context.Background(), c, r.environ, nil) })
}

// nested runs this program again and hands the pointers on.
func (r *runner) nested(args []string) int {
	p, err := r.policy()
	if err != nil {
		return fail(err)
	}
	if r.selfErr != nil {
		return fail(r.selfErr)
	}
	ctx := context.Background()
	c, grant, err := r.self.Command(ctx, r.pointers, append(r.flags(), args...)...)
	if err != nil {
		return fail(err)
	}
	return r.wait(c, func() error { return p.StartRecursive(ctx, c, grant, r.environ, nil) })
}

// wait starts c, passes on the signals that are meant for it, and returns its
// exit status as a shell would.
func (r *runner) wait(c *exec.Cmd, start func() error) int {
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	signals := relayed()
	defer signal.Stop(signals)

	if err := start(); err != nil {
		status := fail(err)
		_, coded := diag.CodeOf(err)
		switch {
		case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
			return exitNotFound
		case coded:
			return status
		}
		return exitNoExec
	}
	go func() {
		for s := range signals {
			if !fromTerminal(s) {
				_ = c.Process.Signal(s)
			}
		}
	}()
	err := c.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return fail(err)
	}
	return status(c.ProcessState)
}

// relayed returns where the signals arrive that a child should get too. What
// was ignored when the program started, as SIGHUP is under nohup, stays
// ignored: to listen for it would make it deadly for the child.
func relayed() chan os.Signal {
	c := make(chan os.Signal, 8)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(s) {
			signal.Notify(c, s)
		}
	}
	return c
}
