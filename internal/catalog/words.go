package catalog

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/egladman/magus/internal/text"
)

// listed is how many names a message lists before it only counts.
const listed = 8

// list joins names for a message; a long list is cut and counted. File names
// may hold anything, also line ends.
func list(names []string) string {
	if len(names) <= listed+1 {
		return text.Visible(strings.Join(names, ", "))
	}
	return text.Visible(strings.Join(names[:listed], ", ")) + " and " + strconv.Itoa(len(names)-listed) + " more"
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

func it(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}

func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}

func quote(s string) string { return strconv.Quote(s) }

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./\\-]+$`)

// ShellQuote writes s as one word of a command line.
func ShellQuote(s string) string {
	if plainWord.MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// longest is how much of a text from a file stands in a message, in bytes.
const longest = 300

// short returns s, or its beginning when it is so long that a message would be lost
// in it.
func short(s string) string {
	if len(s) <= longest {
		return s
	}
	cut := longest
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}
