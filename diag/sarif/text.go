package sarif

import (
	"strings"
	"unicode/utf8"

	"github.com/egladman/magus/internal/text"
)

// braces doubles braces, which otherwise mark places in a message (3.11.5).
var braces = strings.NewReplacer("{", "{{", "}", "}}")

// plainText makes a plain text message of s, nil when it is empty.
func plainText(s string) *Text {
	if s = strings.TrimSpace(s); s == "" {
		return nil
	}
	return &Text{Text: message(s)}
}

// message makes the text of a plain message: bytes that are not printable are
// made visible, line ends stay, braces are doubled, and no bracket starts an
// embedded link.
func message(s string) string {
	var b strings.Builder
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(text.Visible(line))
	}
	return unlink(braces.Replace(b.String()))
}

// unlink puts a backslash before each ] that a ( follows, so that [text](URI)
// is no embedded link: in link text an escaped bracket does not end it (3.11.6).
// One that has a backslash already, itself not escaped, needs none.
func unlink(s string) string {
	if !strings.Contains(s, "](") {
		return s
	}
	var b strings.Builder
	slashes := 0
	for i := range len(s) {
		if s[i] == ']' && slashes%2 == 0 && strings.HasPrefix(s[i:], "](") {
			b.WriteByte('\\')
		}
		if s[i] == '\\' {
			slashes++
		} else {
			slashes = 0
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func valid(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

func firstRune(s string) (rune, int) { return utf8.DecodeRuneInString(s) }
