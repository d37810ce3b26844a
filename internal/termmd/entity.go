package termmd

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/yuin/goldmark/util"
)

// decode resolves backslash escapes and entities of raw Markdown text in one
// pass, so that what an escape or an entity stands for is never read as
// another one. It returns b itself when there is nothing to resolve.
func decode(b []byte) []byte {
	i := bytes.IndexAny(b, `\&`)
	if i < 0 {
		return b
	}
	out := append(make([]byte, 0, len(b)), b[:i]...)
	for i < len(b) {
		switch {
		case b[i] == '\\' && i+1 < len(b) && util.IsPunct(b[i+1]):
			out = append(out, b[i+1])
			i += 2
		case b[i] == '&':
			text, n := entity(b[i:])
			if n == 0 {
				text, n = b[i:i+1], 1
			}
			out = append(out, text...)
			i += n
		default:
			out = append(out, b[i])
			i++
		}
	}
	return out
}

// longestEntity bounds the search for the end of an entity: the longest name
// has 31 letters.
const longestEntity = 34

// entity returns what the entity at the head of b stands for and its length,
// 0 when there is none. Numbers are read here since goldmark takes one with
// leading zeros for octal.
func entity(b []byte) ([]byte, int) {
	end := bytes.IndexByte(b[:min(len(b), longestEntity)], ';')
	if end < 2 {
		return nil, 0
	}
	name := b[1:end]
	if name[0] != '#' {
		if e, ok := commonEntity(string(name)); ok {
			return []byte(e), end + 1
		}
		if e, ok := util.LookUpHTML5EntityByName(string(name)); ok {
			return e.Characters, end + 1
		}
		return nil, 0
	}
	digits, base, most := name[1:], 10, 7
	if len(digits) > 0 && digits[0]|0x20 == 'x' {
		digits, base, most = digits[1:], 16, 6
	}
	if len(digits) == 0 || len(digits) > most {
		return nil, 0
	}
	n, err := strconv.ParseUint(string(digits), base, 32)
	if err != nil {
		return nil, 0
	}
	c := rune(n)
	if c == 0 || !utf8.ValidRune(c) {
		c = utf8.RuneError
	}
	return utf8.AppendRune(nil, c), end + 1
}

// commonEntity knows the names that pages use most, so that the table of all
// 2,231 names is seldom built.
func commonEntity(name string) (string, bool) {
	switch name {
	case "lt":
		return "<", true
	case "gt":
		return ">", true
	case "amp":
		return "&", true
	case "quot":
		return `"`, true
	case "nbsp":
		return "\u00a0", true
	}
	return "", false
}
