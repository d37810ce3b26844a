package site

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/tools/magus-codes/internal/gfm"
)

var markdown = gfm.New(goldmark.WithRendererOptions(
	renderer.WithNodeRenderers(util.Prioritized(nodes{}, 100))))

// body renders the Markdown of a code's page as HTML that is safe to embed.
func (p *plan) body(d *diag.Descriptor) (string, error) {
	src := p.Bodies[d.Code]
	doc := markdown.Parser().Parse(text.NewReader(src))
	prepareHeadings(doc, src, d)
	if err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			p.resolve(n, d)
		}
		return ast.WalkContinue, nil
	}); err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := markdown.Renderer().Render(&b, src, doc); err != nil {
		return "", fmt.Errorf("%s: %w", d.Code, err)
	}
	return b.String(), nil
}

// prepareHeadings gives headings their fragments, drops a first heading that
// repeats the title, and moves the rest below the one h1 of the page.
func prepareHeadings(doc ast.Node, src []byte, d *diag.Descriptor) {
	all := gfm.Headings(doc, src)
	if len(all) == 0 {
		return
	}
	if first := all[0]; first.Node == doc.FirstChild() && first.Level == 1 && repeats(first.Text, d) {
		doc.RemoveChild(doc, first.Node)
		all = all[1:]
	}
	shift := 0
	for _, h := range all {
		if h.Level == 1 {
			shift = 1
		}
	}
	for _, h := range all {
		h.Node.Level = min(h.Level+shift, 6)
		if h.Slug != "" {
			h.Node.SetAttributeString("id", []byte(h.Slug))
		}
	}
}

func repeats(heading string, d *diag.Descriptor) bool {
	h := strings.TrimSpace(heading)
	return h == d.Code || h == d.Title || h == d.Code+": "+d.Title
}
