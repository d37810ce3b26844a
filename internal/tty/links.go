package tty

import (
	"os"
	"strconv"
	"strings"
)

// Hyperlinks reports whether to write OSC 8 hyperlinks to f. Getenv is
// os.Getenv or the like. The first rule that matches decides: the choice;
// FORCE_HYPERLINK not empty (0 is no, anything else yes); NO_COLOR not empty,
// TERM=dumb, or a multiplexer, which loses the address; whether f is a
// terminal of a kind known to support them.
func Hyperlinks(c Choice, f *os.File, getenv func(string) string) bool {
	if c != Auto {
		return c == Always
	}
	if v := getenv("FORCE_HYPERLINK"); v != "" {
		return v != "0"
	}
	return knowsLinks(getenv) && IsTerminal(f) && understands(f)
}

func knowsLinks(getenv func(string) string) bool {
	term := getenv("TERM")
	switch {
	case getenv("NO_COLOR") != "", term == "dumb",
		getenv("TMUX") != "", getenv("STY") != "",
		strings.HasPrefix(term, "screen"), strings.HasPrefix(term, "tmux"):
		return false
	case getenv("WT_SESSION") != "", getenv("KITTY_WINDOW_ID") != "", getenv("KONSOLE_VERSION") != "",
		term == "xterm-kitty", term == "xterm-ghostty":
		return true
	}
	switch getenv("TERM_PROGRAM") {
	case "iTerm.app", "WezTerm", "ghostty", "vscode":
		return true
	}
	vte, err := strconv.Atoi(getenv("VTE_VERSION"))
	return err == nil && vte >= 5000
}
