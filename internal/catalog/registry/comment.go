package registry

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// width is the length at which a comment is wrapped, in characters.
const width = 100

// comment makes text from a page harmless in a Go comment: one line, with
// what cannot be printed written as an escape, and without the marks that
// gofmt rewrites in doc comments.
func comment(s string) string {
	if harmless(s) {
		return strings.TrimSuffix(s, " ")
	}
	var b strings.Builder
	b.Grow(len(s))
	last := ' '
	for i, r := range s {
		switch {
		case unicode.IsSpace(r):
			r = ' '
			if last == ' ' {
				continue
			}
			b.WriteByte(' ')
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\ufffd"):
			b.WriteString(`\x` + strconv.FormatUint(uint64(s[i]), 16))
		case !strconv.IsPrint(r):
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		case (r == '`' || r == '\'') && last == r:
			b.WriteByte(' ') // gofmt makes one typographic quote of two in a row
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
		last = r
	}
	return strings.TrimSuffix(b.String(), " ")
}

// harmless reports whether comment has nothing to change but a space at the end;
// that is so of nearly all texts.
func harmless(s string) bool {
	last := byte(' ')
	for i := range len(s) {
		c := s[i]
		if c < ' ' || c > '~' || c == last && (c == ' ' || c == '`' || c == '\'') {
			return false
		}
		last = c
	}
	return true
}

func space(s string) string {
	if s == "" {
		return ""
	}
	return " " + s
}

// paragraph appends comment lines that hold one paragraph.
func (e *emitter) paragraph(text string) {
	length := 0
	for rest, more := comment(text), true; more; {
		var word string
		word, rest, more = strings.Cut(rest, " ")
		n := utf8.RuneCountInString(word)
		switch {
		case length == 0:
			e.put("// ")
		case length+1+n > width && !startsMark(word):
			e.put("\n// ")
			length = 0
		default:
			e.put(" ")
			n++
		}
		e.put(word)
		length += n
	}
	e.put("\n")
}

// startsMark reports whether a word at the start of a line could be read as
// more than a word: a list item, a heading, a link definition.
func startsMark(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return !unicode.IsLetter(r)
}
