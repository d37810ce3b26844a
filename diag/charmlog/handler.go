package charmlog

import (
	"io"
	"log/slog"
	"os"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/diag/internal/jsonrec"
	"github.com/egladman/magus/internal/tty"
)

// NewHandler returns a handler that writes each record to w by one Write, in
// the look of the charm logger. The options mean what they mean for
// diag.NewHandler, with these differences: Format is not used, levels are
// always shown, and TimeAuto shows no time. Handlers derived from it share its
// lock; write errors reach OnError and are returned by Handle.
func NewHandler(w io.Writer, o diag.Options) slog.Handler {
	return newHandler(w, o, os.Getenv)
}

func newHandler(w io.Writer, o diag.Options, getenv func(string) string) slog.Handler {
	s := &sink{
		charm: charmFor(profileOf(w, o.Color, getenv)),
		links: jsonrec.Links{Mode: o.Links},
	}
	out := jsonrec.NewWriter(w, s.render)
	out.Written = s.links.Written
	o.Format = diag.JSON
	if o.Time == diag.TimeAuto {
		o.Time = diag.TimeOff
	}
	return diag.NewHandler(out, o)
}

// profileOf decides on the colours without asking the terminal.
func profileOf(w io.Writer, mode diag.ColorMode, getenv func(string) string) profile {
	file, _ := w.(*os.File)
	choice := tty.Auto
	switch mode {
	case diag.ColorAlways:
		choice = tty.Always
	case diag.ColorNever:
		choice = tty.Never
	}
	switch {
	case !tty.Color(choice, file, getenv):
		return plain
	case getenv("COLORTERM") != "" || has256(getenv("TERM")):
		return color256
	}
	return color16
}
