package site

import (
	"bytes"
	"regexp"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"github.com/egladman/magus/tools/magus-codes/internal/gfm"
)

var comment = regexp.MustCompile(`(?s)<!--.*?(-->|$)`)

// anchorNames holds, on a node of HTML, the names of the places that it marks.
// anchorOnly is on the tags of <a id="old-name"></a>, which do nothing else and
// are not shown.
const (
	anchorNames = "data-anchors"
	anchorOnly  = "data-anchor-only"
)

var anchorTag = regexp.MustCompile(`(?i)^<a\s+(?:id|name)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)\s*/?>$`)

// frameNames are the identifiers of the frame, which no page can have.
var frameNames = []string{"Search", "Found", "Hits", "Results", "Main", "Permalink", "Copy", "Copied", "Messages"}

// prepareAnchors finds the names of places in HTML: links may lead there. Those
// that a heading or a part of the frame has are left alone.
func prepareAnchors(doc ast.Node, src []byte, used map[string]bool) (all []string) {
	for _, name := range frameNames {
		used[name] = true
	}
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		var names []string
		for _, name := range gfm.Names(n, src) {
			if !used[name] {
				used[name] = true
				names = append(names, name)
			}
		}
		if len(names) == 0 {
			return ast.WalkContinue, nil
		}
		n.SetAttributeString(anchorNames, names)
		all = append(all, names...)
		raw, ok := n.(*ast.RawHTML)
		if !ok || !anchorTag.Match(raw.Segments.Value(src)) {
			return ast.WalkContinue, nil
		}
		raw.SetAttributeString(anchorOnly, true)
		if end, ok := raw.NextSibling().(*ast.RawHTML); ok && bytes.EqualFold(end.Segments.Value(src), []byte("</a>")) {
			end.SetAttributeString(anchorOnly, true)
		}
		return ast.WalkContinue, nil
	})
	return all
}

// anchors marks the places that n names.
func anchors(w util.BufWriter, n ast.Node) {
	all, _ := n.AttributeString(anchorNames)
	names, _ := all.([]string)
	for _, name := range names {
		_, _ = w.WriteString(`<span id="`)
		escaped(w, []byte(name))
		_, _ = w.WriteString(`"></span>`)
	}
}

// rawHTML shows inline HTML as the text it is; comments are left out.
func rawHTML(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkSkipChildren, nil
	}
	anchors(w, n)
	if _, only := n.AttributeString(anchorOnly); !only {
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
		anchors(w, n)
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
