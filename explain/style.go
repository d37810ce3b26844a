package explain

import "log/slog"

// SGR sequences of the header and the list; the set of termmd: no black, no
// white, no background.
const (
	bold   = "\x1b[1m"
	dim    = "\x1b[2m"
	red    = "\x1b[31m"
	yellow = "\x1b[33m"
	cyan   = "\x1b[36m"
	reset  = "\x1b[0m"
)

// styled puts s between a style and its end, when there is colour.
func (l look) styled(s string, style ...string) string {
	if !l.color || s == "" {
		return s
	}
	out := ""
	for _, code := range style {
		out += code
	}
	if out == "" {
		return s
	}
	return out + s + reset
}

// levelColor is how the code of a level is coloured, as diag does.
func levelColor(l slog.Level) string {
	switch {
	case l >= slog.LevelError:
		return red
	case l >= slog.LevelWarn:
		return yellow
	case l >= slog.LevelInfo:
		return cyan
	}
	return dim
}
