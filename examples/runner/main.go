// Command runner is a small task runner on the libraries of this module: it
// starts subprocesses with the environment that envguard builds, says by
// coded diagnostics what it did, and explains its codes.
//
//	runner [-v] [-sandbox] [-log text|json|charm] op CMD [ARG…]     run CMD as an op
//	runner [flags] nested ARG…                                     run this program again, as a trusted recursive run
//	runner [flags] daemon SOCKET                                   serve on a unix socket until interrupted
//	runner [flags] ask                                             ask the daemon that this run was given
//	runner explain [CODE…]                                         explain codes
//
// Flags stop at the first word. The exit status is the child's, 128+n when
// signal n ended it, 127 when the program was not found, 126 when it could not
// be started, 2 for wrong usage. SIGINT, SIGTERM, SIGHUP and SIGQUIT reach the
// child, once; a runner that is killed leaves its child running. Diagnostics go
// to standard error before the child starts, those of level debug only with -v.
// MAGUS_DIAG changes what is printed and how, as diag.Options.With tells.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/egladman/magus/envguard"
	"github.com/egladman/magus/internal/text"
)

const usage = `usage: runner [-v] [-sandbox] [-log text|json|charm] COMMAND

  op CMD [ARG…]    run CMD without the daemon pointers
  nested ARG…      run this program again with the same flags and the pointers
  daemon SOCKET    serve on a unix socket until interrupted
  ask              ask the daemon that this run was given
  explain [CODE…]  explain codes

`

const (
	exitUsage    = 2
	exitNoExec   = 126 // found and not started, as in the shell
	exitNotFound = 127
)

// A runner is one run of the program.
type runner struct {
	verbose, sandbox bool
	log              string
	environ          []string
	pointers         envguard.Pointers
	self             *envguard.Self
	selfErr          error // why there is no self; ops do without
}

func main() { os.Exit(run(os.Args[1:])) }

func run(args []string) int {
	// First of all, so that nothing that runs later can redirect a nested run.
	environ := os.Environ()
	pointers, err := envguard.Capture(environ)
	if err != nil {
		return fail(err)
	}
	r := &runner{environ: environ, pointers: pointers}
	r.self, r.selfErr = envguard.OpenSelf()

	args, err = r.parse(args, os.Stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return exitUsage
	}
	if err := r.setLog(); err != nil {
		fmt.Fprintln(os.Stderr, "runner:", err)
		return exitUsage
	}
	return r.dispatch(args[0], args[1:])
}

func (r *runner) parse(args []string, w io.Writer) ([]string, error) {
	f := flag.NewFlagSet("runner", flag.ContinueOnError)
	f.SetOutput(io.Discard) // it prints what was typed as it is
	f.BoolVar(&r.verbose, "v", false, "show debug diagnostics")
	f.BoolVar(&r.sandbox, "sandbox", false, "build the environment of children from an allowlist")
	f.StringVar(&r.log, "log", "text", "form of diagnostics: text, json or charm")
	f.Usage = func() {}
	err := f.Parse(args)
	if err == nil && f.NArg() > 0 {
		return f.Args(), nil
	}
	switch {
	case err == nil:
		err = errors.New("no command")
	case !errors.Is(err, flag.ErrHelp):
		fmt.Fprintln(w, "runner:", text.Visible(err.Error()))
	}
	fmt.Fprint(w, usage)
	f.SetOutput(w)
	f.PrintDefaults()
	return nil, err
}

// flags returns the flags as a nested run gets them.
func (r *runner) flags() []string {
	var out []string
	if r.verbose {
		out = append(out, "-v")
	}
	if r.sandbox {
		out = append(out, "-sandbox")
	}
	return append(out, "-log", r.log)
}

func (r *runner) dispatch(command string, args []string) int {
	wrong := func(want string) int {
		fmt.Fprintf(os.Stderr, "runner: %s: want %s\n", command, want)
		return exitUsage
	}
	switch command {
	case "op":
		if len(args) == 0 {
			return wrong("a program")
		}
		return r.op(args[0], args[1:])
	case "nested":
		if len(args) == 0 {
			return wrong("a command of runner")
		}
		return r.nested(args)
	case "daemon":
		if len(args) != 1 {
			return wrong("one socket path")
		}
		return r.daemon(args[0])
	case "ask":
		if len(args) != 0 {
			return wrong("no argument")
		}
		return r.ask()
	case "explain":
		return r.explain(args)
	}
	fmt.Fprintf(os.Stderr, "runner: unknown command %q: want op, nested, daemon, ask or explain\n", command)
	return exitUsage
}
