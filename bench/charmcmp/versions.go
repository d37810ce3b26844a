package main

import (
	"fmt"
	"io"
	"log/slog"
	"os"

	v2 "charm.land/log/v2"
	"github.com/charmbracelet/colorprofile"
	v1 "github.com/charmbracelet/log"
	"github.com/muesli/termenv"
)

// A logger is what both versions have in common.
type logger interface {
	slog.Handler
	Info(msg any, kv ...any)
}

type version struct {
	name  string
	path  string // import path
	new   func(w io.Writer) logger
	time  func(w io.Writer) logger // with time stamps
	with  func(l logger, kv ...any) logger
	color func(l logger) // styles on, whatever the writer is
}

var versions = []version{
	{
		name: "v1.0.0", path: "github.com/charmbracelet/log",
		new:   func(w io.Writer) logger { return v1.New(w) },
		time:  func(w io.Writer) logger { return v1.NewWithOptions(w, v1.Options{ReportTimestamp: true}) },
		with:  func(l logger, kv ...any) logger { return l.(*v1.Logger).With(kv...) },
		color: func(l logger) { l.(*v1.Logger).SetColorProfile(termenv.ANSI256) },
	},
	{
		name: "v2.0.1", path: "charm.land/log/v2",
		new:   func(w io.Writer) logger { return v2.New(w) },
		time:  func(w io.Writer) logger { return v2.NewWithOptions(w, v2.Options{ReportTimestamp: true}) },
		with:  func(l logger, kv ...any) logger { return l.(*v2.Logger).With(kv...) },
		color: func(l logger) { l.(*v2.Logger).SetColorProfile(colorprofile.ANSI256) },
	},
}

// plain hides all methods of a file but Write, so that a logger cannot ask
// whether it is a terminal.
type plain struct{ w io.Writer }

func (p *plain) Write(b []byte) (int, error) { return p.w.Write(b) }

// child is what runs on the pty.
func child(args []string) {
	for _, v := range versions {
		if v.name != args[0] {
			continue
		}
		var w io.Writer = os.Stderr
		if args[1] == "plain" {
			w = &plain{w}
		}
		v.new(w).Info("first", "a", 1)
		return
	}
	fmt.Fprintln(os.Stderr, "charmcmp: unknown version", args[0])
	os.Exit(2)
}
