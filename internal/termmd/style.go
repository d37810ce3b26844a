package termmd

import "strconv"

// A style is a set of attributes and one of six colours. Black, white, their
// bright forms and backgrounds are never used, so that a page can be read on
// dark and on light screens without asking the terminal which it is. Of the
// six, blue is too dark on black and yellow too light on white for text.
type style uint16

const (
	red     style = 1
	green   style = 2
	yellow  style = 3
	magenta style = 5
	cyan    style = 6

	colorMask style = 7
)

const (
	bold style = 1 << (iota + 3)
	dim
	italic
	underline
	strike
)

// codeStyle is that of code in prose. Magenta is the colour that stands out
// against both black and white most alike.
const codeStyle = magenta

// with adds s to base; a colour of s replaces that of base.
func (base style) with(s style) style {
	if s&colorMask != 0 {
		base &^= colorMask
	}
	return base | s
}

// appendSGR appends the sequence that leads from a terminal in style from to
// one in style to.
func appendSGR(dst []byte, from, to style) []byte {
	if from == to {
		return dst
	}
	dst = append(dst, "\x1b["...)
	sep := ""
	if from != 0 && to != 0 {
		dst = append(dst, '0')
		sep = ";"
	}
	for _, a := range [...]struct {
		s    style
		code string
	}{{bold, "1"}, {dim, "2"}, {italic, "3"}, {underline, "4"}, {strike, "9"}} {
		if to&a.s != 0 {
			dst = append(append(dst, sep...), a.code...)
			sep = ";"
		}
	}
	if c := to & colorMask; c != 0 {
		dst = append(dst, sep...)
		dst = strconv.AppendInt(dst, int64(30+c), 10)
	}
	return append(dst, 'm')
}
