package diag

import (
	"io"
	"log/slog"
	"os"

	"github.com/egladman/magus/internal/tty"
)

// style is what the terminal behind a sink can show.
type style struct {
	color, links bool
}

// styleOf decides by the file behind w. A writer that is no file is styled
// only on ColorAlways: what is behind it is not known.
func styleOf(w io.Writer, mode ColorMode, getenv func(string) string) style {
	choice := tty.Auto
	switch mode {
	case ColorAlways:
		choice = tty.Always
	case ColorNever:
		choice = tty.Never
	}
	f, ok := w.(*os.File)
	if !ok {
		return style{color: choice == tty.Always}
	}
	color := tty.Color(choice, f, getenv)
	return style{color, color && tty.IsTerminal(f) && tty.Hyperlinks(tty.Auto, f, getenv)}
}

const (
	resetStyle = "\x1b[0m"
	linkOpen   = "\x1b]8;;"
	linkClose  = "\x1b\\"
)

func levelStyle(l slog.Level) string {
	switch {
	case l >= slog.LevelError:
		return "\x1b[1;31m"
	case l >= slog.LevelWarn:
		return "\x1b[1;33m"
	case l >= slog.LevelInfo:
		return "\x1b[1;36m"
	}
	return "\x1b[2m"
}

// appendCode appends [code], where head holds the plain form, coloured and as
// a link as far as the terminal can.
func (s style) appendCode(b []byte, head string, l slog.Level, url string) []byte {
	if !s.color {
		return append(b, head...)
	}
	b = append(b, '[')
	if s.links && url != "" {
		b = append(b, linkOpen...)
		b = append(b, url...)
		b = append(b, linkClose...)
	}
	b = append(b, levelStyle(l)...)
	b = append(b, head[1:len(head)-1]...)
	b = append(b, resetStyle...)
	if s.links && url != "" {
		b = append(b, linkOpen...)
		b = append(b, linkClose...)
	}
	return append(b, ']')
}
