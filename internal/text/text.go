// Package text is the one place that says how text from outside is shown:
// what may stand as it is, what is quoted, and what an unsafe byte looks like.
// Control bytes, escape sequences, C1, bidirectional marks, line separators
// and invalid UTF-8 are made visible, so that they never reach a terminal or
// start a line. The escapes are those of Go string literals: strconv.Unquote
// reads back what AppendQuote wrote.
package text

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Printable reports whether s holds printable runes and spaces only.
func Printable(s string) bool {
	for i := 0; i < len(s); i++ {
		if class[s[i]]&printable == 0 {
			return s[i] >= utf8.RuneSelf && printableRunes(s[i:])
		}
	}
	return true
}

// Plain reports whether s can stand unquoted as a value: it is not empty and
// holds printable runes only, none of them a space, an equals sign, a double
// quote, or a square or curly bracket.
func Plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if class[s[i]]&plain == 0 {
			return s[i] >= utf8.RuneSelf && plainRunes(s[i:])
		}
	}
	return s != ""
}

func printableRunes(s string) bool {
	for i, r := range s {
		if !strconv.IsPrint(r) || r == utf8.RuneError && invalid(s[i:]) {
			return false
		}
	}
	return true
}

func plainRunes(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < utf8.RuneSelf && class[s[i]]&plain == 0 {
			return false
		}
	}
	return printableRunes(s)
}

// invalid reports whether s starts with a byte that is no UTF-8, which range
// shows as utf8.RuneError like a real U+FFFD.
func invalid(s string) bool {
	_, n := utf8.DecodeRuneInString(s)
	return n == 1
}

// AppendValue appends s as it stands when it is Plain, else quoted.
func AppendValue(b []byte, s string) []byte {
	if Plain(s) {
		return append(b, s...)
	}
	return AppendQuote(b, s)
}

// AppendQuote appends s as a double-quoted Go string literal in which all that
// is not printable is escaped.
func AppendQuote(b []byte, s string) []byte {
	b = append(b, '"')
	for {
		i := 0
		for i < len(s) && class[s[i]]&literal != 0 {
			i++
		}
		b = append(b, s[:i]...)
		if i == len(s) {
			return append(b, '"')
		}
		var n int
		if c := s[i]; c == '"' || c == '\\' {
			b, n = append(b, '\\', c), 1
		} else {
			b, n = appendRune(b, s[i:])
		}
		s = s[i+n:]
	}
}

// AppendVisible appends s unquoted, with all that is not printable escaped.
// Backslashes of s stay single: the form is for reading, not for parsing.
func AppendVisible(b []byte, s string) []byte {
	for {
		i := 0
		for i < len(s) && class[s[i]]&printable != 0 {
			i++
		}
		b = append(b, s[:i]...)
		if i == len(s) {
			return b
		}
		var n int
		b, n = appendRune(b, s[i:])
		s = s[i+n:]
	}
}

// Visible is AppendVisible as a string; it returns s itself when nothing needs
// an escape.
func Visible(s string) string {
	if Printable(s) {
		return s
	}
	return string(AppendVisible(nil, s))
}

// VisibleLines is Visible for a text of several lines, of which the line feeds
// stay.
func VisibleLines(s string) string {
	if !strings.Contains(s, "\n") {
		return Visible(s)
	}
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = Visible(l)
	}
	return strings.Join(lines, "\n")
}

const hex = "0123456789abcdef"

// appendRune appends the first rune of s, escaped unless it is printable, and
// returns its length in s. ASCII that needs no escape never gets here.
func appendRune(b []byte, s string) ([]byte, int) {
	c := s[0]
	if c < utf8.RuneSelf {
		if c >= '\a' && c <= '\r' {
			return append(b, '\\', "abtnvfr"[c-'\a']), 1
		}
		return append(b, '\\', 'x', hex[c>>4], hex[c&15]), 1
	}
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case n == 1: // invalid
		return append(b, '\\', 'x', hex[c>>4], hex[c&15]), 1
	case strconv.IsPrint(r):
		return append(b, s[:n]...), n
	case r < 0x10000:
		return append(b, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15]), n
	}
	b = append(b, '\\', 'U')
	for shift := 28; shift >= 0; shift -= 4 {
		b = append(b, hex[r>>shift&15])
	}
	return b, n
}

// AppendJSON appends s as the inside of a JSON string, without the quotes.
// What is not printable is escaped too, since logs are read on terminals;
// a byte that is no UTF-8 becomes U+FFFD.
func AppendJSON(b []byte, s string) []byte {
	for {
		i := 0
		for i < len(s) && class[s[i]]&jsonSafe != 0 {
			i++
		}
		b = append(b, s[:i]...)
		if i == len(s) {
			return b
		}
		var n int
		b, n = appendJSONRune(b, s[i:])
		s = s[i+n:]
	}
}

// JSONPlain reports whether s is ASCII that AppendJSON leaves as it is.
func JSONPlain(s string) bool {
	for i := range len(s) {
		if class[s[i]]&jsonSafe == 0 {
			return false
		}
	}
	return true
}

func appendJSONRune(b []byte, s string) ([]byte, int) {
	c := s[0]
	if c < utf8.RuneSelf {
		switch c {
		case '"', '\\':
			return append(b, '\\', c), 1
		case '\n':
			return append(b, '\\', 'n'), 1
		case '\r':
			return append(b, '\\', 'r'), 1
		case '\t':
			return append(b, '\\', 't'), 1
		}
		return append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15]), 1
	}
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case n == 1:
		return append(b, `\ufffd`...), 1
	case strconv.IsPrint(r):
		return append(b, s[:n]...), n
	case r < 0x10000:
		return appendUTF16(b, r), n
	}
	r -= 0x10000
	return appendUTF16(appendUTF16(b, 0xd800|r>>10), 0xdc00|r&0x3ff), n
}

func appendUTF16(b []byte, r rune) []byte {
	return append(b, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
}
