// Package tty tells what the terminal behind a file can do and what its user
// asked for. It never writes to the terminal: a query whose answer does not
// come blocks the program, and one that comes late lands on the prompt.
package tty

import "os"

// Choice is a three-way option.
type Choice uint8

// The choices.
const (
	Auto Choice = iota
	Always
	Never
)

// IsTerminal reports whether f is a terminal.
func IsTerminal(f *os.File) bool { return f != nil && isTerminal(f.Fd()) }

// Color reports whether to style what is written to f. Getenv is os.Getenv
// or the like. The first rule that matches decides: the choice; NO_COLOR not
// empty (no-color.org); CLICOLOR_FORCE or FORCE_COLOR not empty and not 0;
// TERM=dumb or CLICOLOR=0; whether f is a terminal that knows the sequences (an
// old Windows console is told to).
func Color(c Choice, f *os.File, getenv func(string) string) bool {
	switch {
	case c != Auto:
		return c == Always
	case getenv("NO_COLOR") != "":
		return false
	case set(getenv("CLICOLOR_FORCE")) || set(getenv("FORCE_COLOR")):
		return true
	case getenv("TERM") == "dumb" || getenv("CLICOLOR") == "0":
		return false
	}
	return IsTerminal(f) && understands(f)
}

func set(v string) bool { return v != "" && v != "0" }

// ParseChoice reads auto, always or never.
func ParseChoice(s string) (c Choice, ok bool) {
	switch s {
	case "auto":
		return Auto, true
	case "always":
		return Always, true
	case "never":
		return Never, true
	}
	return Auto, false
}
