package site

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/tools/magus-codes/internal/gfm"
)

var markdown = gfm.New(goldmark.WithRendererOptions(
	renderer.WithNodeRenderers(util.Prioritized(nodes{}, 100))))

// body renders the Markdown of a code's page as HTML that is safe to embed.
// Anchor is the fragment of a first heading that the page's own h1 stands for,
// and places are the names that HTML in it gives.
func (p *plan) body(d *diag.Descriptor) (html, anchor string, places []string, err error) {
	src := p.Bodies[d.Code]
	doc := markdown.Parser().Parse(text.NewReader(src))
	used := map[string]bool{}
	title, anchor := prepareHeadings(doc, src, d, used)
	prepareFootnotes(doc, used)
	if title != nil {
		places = prepareAnchors(title, src, used)
	}
	prepareAnchors(doc, src, used)
	if err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			p.resolve(n, d)
			if q, ok := n.(*ast.Blockquote); ok {
				prepareAlert(q, src)
			}
		}
		return ast.WalkContinue, nil
	}); err != nil {
		return "", "", nil, err
	}
	var b bytes.Buffer
	if err := markdown.Renderer().Render(&b, src, doc); err != nil {
		return "", "", nil, fmt.Errorf("%s: %w", d.Code, err)
	}
	return b.String(), anchor, places, nil
}

// prepareHeadings gives headings their fragments, drops a first heading that
// repeats the title and returns it with its fragment, moves the rest below the one
// h1 of the page, and adds the fragments to used.
func prepareHeadings(doc ast.Node, src []byte, d *diag.Descriptor, used map[string]bool) (title ast.Node, anchor string) {
	all := gfm.Headings(doc, src)
	if len(all) == 0 {
		return nil, ""
	}
	if first := all[0]; first.Level == 1 && leads(first.Node, src) && (repeats(first.Text, d) || repeats(string(first.Node.Lines().Value(src)), d)) {
		doc.RemoveChild(doc, first.Node)
		title, anchor = first.Node, first.Slug
		all = all[1:]
	}
	shift := 0
	for _, h := range all {
		if h.Level == 1 {
			shift = 1
		}
	}
	used[anchor] = true
	for _, h := range all {
		h.Node.Level = min(h.Level+shift, 6)
		if h.Slug != "" {
			used[h.Slug] = true
			h.Node.SetAttributeString("id", []byte(h.Slug))
		}
	}
	return title, anchor
}

// repeats reports whether a heading says no more than the title.
func repeats(heading string, d *diag.Descriptor) bool {
	h := strings.TrimSpace(heading)
	h = strings.TrimLeft(strings.TrimPrefix(h, d.Code), ": ")
	return h == "" || strings.EqualFold(h, d.Title)
}

// leads reports whether nothing but comments, and notes that are not shown there,
// stands before n.
func leads(n ast.Node, src []byte) bool {
	if n.Parent().Kind() != ast.KindDocument {
		return false
	}
	for n = n.PreviousSibling(); n != nil; n = n.PreviousSibling() {
		if n.Kind() == extast.KindFootnote {
			continue
		}
		if b, ok := n.(*ast.HTMLBlock); !ok || len(htmlText(b, src)) > 0 {
			return false
		}
	}
	return true
}
