package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentence ends s with a full stop unless it ends in a mark already, or is
// empty.
func Sentence(s string) string {
	s = strings.TrimRightFunc(s, unicode.IsSpace)
	last, _ := utf8.DecodeLastRuneInString(s)
	if s == "" || strings.ContainsRune(".!?…。！？", last) {
		return s
	}
	return s + "."
}

// Clause is s as it stands inside a sentence: without a full stop at its end.
// Other marks, and the dots of an ellipsis, stay.
func Clause(s string) string {
	s = strings.TrimRightFunc(s, unicode.IsSpace)
	if c, ok := strings.CutSuffix(s, "."); ok && !strings.HasSuffix(c, ".") {
		return c
	}
	return s
}
