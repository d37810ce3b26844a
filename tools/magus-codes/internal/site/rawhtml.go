package site

import (
	"bytes"
	"regexp"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

var comment = regexp.MustCompile(`(?s)<!--.*?(-->|$)`)

// rawHTML shows inline HTML as the text it is; comments are left out.
func rawHTML(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		escaped(w, comment.ReplaceAll(n.(*ast.RawHTML).Segments.Value(src), nil))
	}
	return ast.WalkSkipChildren, nil
}

func htmlBlock(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	b := n.(*ast.HTMLBlock)
	raw := b.Lines().Value(src)
	if b.HasClosure() {
		raw = append(raw, b.ClosureLine.Value(src)...)
	}
	if raw = bytes.TrimSpace(comment.ReplaceAll(raw, nil)); len(raw) > 0 {
		_, _ = w.WriteString("<pre tabindex=\"0\"><code>")
		escaped(w, raw)
		_, _ = w.WriteString("</code></pre>\n")
	}
	return ast.WalkSkipChildren, nil
}
