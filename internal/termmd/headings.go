package termmd

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// A Heading is a heading of a page, in either of Markdown's spellings.
type Heading struct {
	Level       int
	Text        string // as written, without its marks
	Start, Stop int    // the bytes of its lines in the page
}

// Headings returns the headings of the page src that stand in no list and no
// quote, in their order.
func Headings(src []byte) []Heading {
	var all []Heading
	for n := parse(src).FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		if !ok {
			continue
		}
		text, last := h.Lines().Value(src), h.Pos()
		if count := h.Lines().Len(); count > 0 {
			last = h.Lines().At(count - 1).Start
		}
		stop := lineEnd(src, last)
		if h.Lines().Len() > 0 && h.Lines().At(0).Start == h.Pos() {
			stop = lineEnd(src, stop) // no number signs in front: the line below makes it one
		}
		all = append(all, Heading{Level: h.Level, Text: strings.Join(strings.Fields(string(text)), " "),
			Start: bytes.LastIndexByte(src[:h.Pos()], '\n') + 1, Stop: stop})
	}
	return all
}

// lineEnd is where the line after that of an offset begins.
func lineEnd(src []byte, at int) int {
	if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(src)
}
