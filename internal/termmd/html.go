package termmd

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
)

func (in *inliner) rawHTML(n *ast.RawHTML) {
	tag := n.Segments.Value(in.src)
	switch name, _ := tagName(tag); {
	case bytes.HasPrefix(tag, []byte("<!--")):
	case name == "br":
		in.add(nil, hardBreak, 0)
	default:
		in.add(tag, prose, in.style())
	}
}

// tagName returns the name of an HTML tag in lower case and whether it closes.
func tagName(tag []byte) (name string, closes bool) {
	tag = bytes.TrimPrefix(tag, []byte("<"))
	rest := bytes.TrimPrefix(tag, []byte("/"))
	end := 0
	for end < len(rest) && (rest[end]|0x20 >= 'a' && rest[end]|0x20 <= 'z' || rest[end] >= '0' && rest[end] <= '9') {
		end++
	}
	return string(bytes.ToLower(rest[:end])), len(rest) < len(tag)
}

func (r *renderer) htmlBlock(n *ast.HTMLBlock) {
	r.runs = r.runs[:0]
	lines := n.Lines()
	for i := range lines.Len() {
		seg := lines.At(i)
		r.runs = append(r.runs, run{text: r.out.clean(bytes.TrimRight(seg.Value(r.src), "\n")), kind: code}, run{kind: hardBreak})
	}
	r.prose(r.runs)
}
