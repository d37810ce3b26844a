package termmd

import (
	"bytes"
	"unicode/utf8"
)

// normalize makes every line end a line feed and drops a byte order mark.
func normalize(src []byte) []byte {
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	if bytes.IndexByte(src, '\r') < 0 {
		return src
	}
	out := make([]byte, 0, len(src))
	for i, c := range src {
		switch {
		case c != '\r':
			out = append(out, c)
		case i+1 == len(src) || src[i+1] != '\n':
			out = append(out, '\n')
		}
	}
	return out
}

// Drives reports whether a terminal may act on c or reorder text by it.
// Tab and line feed are not among them: they are handled by the layout.
func Drives(c rune) bool {
	switch {
	case c < ' ':
		return c != '\t' && c != '\n'
	case c < 0x7f:
		return false
	case c <= 0x9f: // DEL and the C1 controls
		return true
	case c < 0x600:
		return false
	case c == 0x061c, // Arabic letter mark
		c == 0x200e, c == 0x200f, // left-to-right and right-to-left mark
		0x2028 <= c && c <= 0x202e, // line and paragraph separator, embeddings and overrides
		0x2066 <= c && c <= 0x206f, // isolates, deprecated format characters
		0xfff9 <= c && c <= 0xfffb: // interlinear annotation
		return true
	}
	return false
}

// clean returns b with everything that could drive a terminal shown by a
// picture, or by U+FFFD where there is none. It returns b itself when there is
// nothing to change.
func (w *writer) clean(b []byte) []byte {
	for i := 0; i < len(b); {
		c := rune(b[i])
		n := 1
		if c >= utf8.RuneSelf {
			c, n = utf8.DecodeRune(b[i:])
			if c == utf8.RuneError && n == 1 {
				return w.picture(append([]byte(nil), b[:i]...), b[i:])
			}
		}
		if Drives(c) {
			return w.picture(append([]byte(nil), b[:i]...), b[i:])
		}
		i += n
	}
	return b
}

func (w *writer) picture(dst, b []byte) []byte {
	for len(b) > 0 {
		c, n := utf8.DecodeRune(b)
		b, n = b[n:], len(b[:n])
		switch {
		case !(c == utf8.RuneError && n == 1) && !Drives(c):
			dst = utf8.AppendRune(dst, c)
		case w.ascii && c < ' ':
			dst = append(dst, '^', byte(c)+'@')
		case w.ascii && c == 0x7f:
			dst = append(dst, '^', '?')
		case w.ascii:
			dst = append(dst, '?')
		case c < ' ':
			dst = utf8.AppendRune(dst, 0x2400+c)
		case c == 0x7f:
			dst = utf8.AppendRune(dst, 0x2421)
		default:
			dst = utf8.AppendRune(dst, utf8.RuneError)
		}
	}
	return dst
}
