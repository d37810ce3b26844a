package site

import (
	"bytes"
	"regexp"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

var comment = regexp.MustCompile(`(?s)<!--.*?(-->|$)`)

// anchorName holds, on a node of inline HTML, the name of the place that it
// marks, empty for the end tag of one.
const anchorName = "data-anchor"

var anchorTag = regexp.MustCompile(`(?i)^<a\s+(?:id|name)\s*=\s*["']?([a-z0-9_.:-]+)["']?\s*/?>$`)

// prepareAnchors finds tags such as <a id="old-name"></a>, the one kind of HTML
// that does what it says: links may lead there. Names that a heading or a part
// of the frame has are left alone.
func prepareAnchors(doc ast.Node, src []byte, used map[string]bool) {
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		raw, ok := n.(*ast.RawHTML)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		m := anchorTag.FindSubmatch(raw.Segments.Value(src))
		if m == nil || used[string(m[1])] || m[1][0] >= 'A' && m[1][0] <= 'Z' {
			return ast.WalkContinue, nil
		}
		used[string(m[1])] = true
		raw.SetAttributeString(anchorName, m[1])
		if end, ok := raw.NextSibling().(*ast.RawHTML); ok && bytes.EqualFold(end.Segments.Value(src), []byte("</a>")) {
			end.SetAttributeString(anchorName, []byte(nil))
		}
		return ast.WalkContinue, nil
	})
}

// rawHTML shows inline HTML as the text it is; comments are left out.
func rawHTML(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if name, ok := n.AttributeString(anchorName); ok {
		if name := name.([]byte); entering && len(name) > 0 {
			_, _ = w.WriteString(`<span id="`)
			escaped(w, name)
			_, _ = w.WriteString(`"></span>`)
		}
		return ast.WalkSkipChildren, nil
	}
	if entering {
		escaped(w, comment.ReplaceAll(n.(*ast.RawHTML).Segments.Value(src), nil))
	}
	return ast.WalkSkipChildren, nil
}

func htmlBlock(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	if raw := htmlText(n.(*ast.HTMLBlock), src); len(raw) > 0 {
		_, _ = w.WriteString("<pre tabindex=\"0\"><code>")
		escaped(w, raw)
		_, _ = w.WriteString("</code></pre>\n")
	}
	return ast.WalkSkipChildren, nil
}

// htmlText is what is shown of a block of HTML: all but its comments.
func htmlText(b *ast.HTMLBlock, src []byte) []byte {
	raw := b.Lines().Value(src)
	if b.HasClosure() {
		raw = append(raw, b.ClosureLine.Value(src)...)
	}
	return bytes.TrimSpace(comment.ReplaceAll(raw, nil))
}
