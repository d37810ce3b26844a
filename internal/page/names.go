package page

import "strings"

// GoName returns the exported Go form of the name of an event or field:
// each word capitalised, underscores gone. "stripped_count" is StrippedCount.
func GoName(name string) string {
	var b strings.Builder
	b.Grow(len(name))
	for word := range strings.SplitSeq(name, "_") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

// isMember reports whether s can name an event or field: [a-z][a-z0-9_]*.
func isMember(s string) bool {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' {
			return false
		}
	}
	return true
}

// isName reports whether s is a Go-style name: [A-Z][A-Za-z0-9]*.
func isName(s string) bool {
	if s == "" || s[0] < 'A' || s[0] > 'Z' {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}
