package explain

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/internal/tty"
)

// Exit statuses of Main.
const (
	exitOK     = 0
	exitNone   = 1   // unknown, ambiguous, nothing to list, --fail-on met
	exitUsage  = 2   // wrong flags or arguments
	exitIO     = 3   // something cannot be read or written
	exitClosed = 141 // what a shell shows for a program that SIGPIPE ended
)

// A Source is one catalog and its pages.
type Source struct {
	Catalog *diag.Catalog
	Pages   fs.FS  // holds Dir/<family>/<CODE>.md; nil when the program has no pages
	Dir     string // slash-separated, "." or empty for the root of Pages
}

// Options say for whom the command works. Only Sources is a must.
type Options struct {
	Name      string   // as users type it, may have spaces ("runner explain"); default the name of the running program
	EnvPrefix string   // of the variables <prefix>_WIDTH and <prefix>_PAGER; default made of the first word of Name
	Sources   []Source // no two with one prefix
	Version   string   // default the version of the main module

	Stdin          io.Reader           // default os.Stdin
	Stdout, Stderr io.Writer           // default os.Stdout, os.Stderr; terminal rules apply to an *os.File only
	Getenv         func(string) string // default os.Getenv
}

// Main runs the command with args, the words after the program's name, and
// returns its exit status; see the package comment.
func Main(args []string, o Options) int {
	a := &app{Options: o}
	a.defaults()
	err := a.run(args)
	var st status
	switch {
	case err == nil:
		return exitOK
	case closedPipe(err):
		return exitClosed
	case errors.As(err, &st):
		if st.msg != "" {
			fmt.Fprintf(a.Stderr, "%s: %s\n", a.Name, st.msg)
		}
		return st.code
	}
	fmt.Fprintf(a.Stderr, "%s: %s\n", a.Name, printable(err.Error()))
	return exitIO
}

// status is an error that says how the command ends; an empty message says
// that all was said.
type status struct {
	code int
	msg  string
}

func (s status) Error() string { return s.msg }

func usagef(format string, args ...any) error {
	return status{exitUsage, fmt.Sprintf(format, args...)}
}

func nonef(format string, args ...any) error {
	return status{exitNone, fmt.Sprintf(format, args...)}
}

// app is one run of the command.
type app struct {
	Options
	flags
	stdout *os.File // nil when Stdout is no file
}

func (a *app) defaults() {
	if a.Name == "" {
		a.Name = "explain"
		if len(os.Args) > 0 {
			a.Name = strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
		}
	}
	if a.EnvPrefix == "" {
		a.EnvPrefix = envName(a.Name)
	}
	if a.Stdin == nil {
		a.Stdin = os.Stdin
	}
	if a.Stdout == nil {
		a.Stdout = os.Stdout
	}
	if a.Stderr == nil {
		a.Stderr = os.Stderr
	}
	if a.Getenv == nil {
		a.Getenv = os.Getenv
	}
	a.stdout, _ = a.Stdout.(*os.File)
}

// envName makes the first word of a command line into a variable name.
func envName(name string) string {
	name, _, _ = strings.Cut(name, " ")
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return r - 'a' + 'A'
		case 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
			return r
		}
		return '_'
	}, name)
}

// hint writes a line of advice, to people only: a program that reads the
// standard error of this one gets errors and nothing else.
func (a *app) hint(format string, args ...any) {
	if f, ok := a.Stderr.(*os.File); ok && tty.IsTerminal(f) {
		fmt.Fprintf(a.Stderr, "hint: "+format+"\n", args...)
	}
}

func (a *app) run(args []string) error {
	if err := checkSources(a.Sources); err != nil {
		return err
	}
	if len(args) > 0 {
		switch args[0] {
		case "completion":
			return a.completion(args[1:])
		case completeWord:
			return a.complete(args[1:])
		}
	}
	words, err := a.parse(args)
	if err != nil {
		return err
	}
	switch {
	case a.help:
		return a.print([]byte(a.helpText()))
	case a.man:
		return a.print([]byte(a.manPage()))
	case a.version:
		return a.print([]byte(a.versionText()))
	case len(a.logs) > 0:
		return a.runLog()
	case a.message != "":
		return a.runMessage()
	case len(words) == 0:
		return a.runList()
	}
	return a.runCodes(words)
}

// checkSources rejects catalogs that cannot work side by side: a code would
// have two meanings.
func checkSources(sources []Source) error {
	for i, s := range sources {
		if s.Catalog == nil {
			return fmt.Errorf("explain.Options: source %d has no catalog", i)
		}
		for _, t := range sources[:i] {
			if strings.EqualFold(s.Catalog.Prefix, t.Catalog.Prefix) {
				return fmt.Errorf("two catalogs have the prefix %s: %s and %s; give one of them another prefix",
					s.Catalog.Prefix, owner(t.Catalog), owner(s.Catalog))
			}
		}
	}
	return nil
}

// owner names a catalog to people.
func owner(c *diag.Catalog) string {
	if c.Package != "" {
		return c.Package
	}
	return c.Prefix
}
