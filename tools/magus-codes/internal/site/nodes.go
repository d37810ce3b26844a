package site

import (
	"fmt"
	"regexp"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"github.com/egladman/magus/tools/magus-codes/internal/gfm"
	"github.com/egladman/magus/tools/magus-codes/internal/highlight"
)

// nodes renders the kinds of node that goldmark's own renderer would trust too
// much, or would render with attributes that the policy of the pages forbids.
type nodes struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (nodes) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindHeading, heading)
	r.Register(ast.KindLink, link)
	r.Register(ast.KindAutoLink, autoLink)
	r.Register(ast.KindImage, image)
	r.Register(ast.KindRawHTML, rawHTML)
	r.Register(ast.KindHTMLBlock, htmlBlock)
	r.Register(ast.KindFencedCodeBlock, codeBlock)
	r.Register(ast.KindCodeBlock, codeBlock)
	r.Register(ast.KindBlockquote, quote)
	r.Register(extast.KindTable, table)
	r.Register(extast.KindTableCell, tableCell)
	r.Register(extast.KindTaskCheckBox, checkBox)
	r.Register(extast.KindFootnoteLink, footnoteLink)
	r.Register(extast.KindFootnoteBacklink, footnoteBacklink)
	r.Register(extast.KindFootnote, footnote)
	r.Register(extast.KindFootnoteList, footnoteList)
}

func escaped(w util.BufWriter, b []byte) { _, _ = w.Write(util.EscapeHTML(b)) }

func heading(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	h := n.(*ast.Heading)
	id, _ := h.AttributeString("id")
	slug, _ := id.([]byte)
	if !entering {
		if len(slug) > 0 {
			_, _ = w.WriteString(`<a class="anchor" href="#`)
			escaped(w, util.URLEscape(slug, false))
			_, _ = w.WriteString(`" aria-label="Link to section `)
			escaped(w, []byte(gfm.Text(h, src)))
			_, _ = w.WriteString(`">#</a>`)
		}
		_, _ = fmt.Fprintf(w, "</h%d>\n", h.Level)
		return ast.WalkContinue, nil
	}
	_, _ = fmt.Fprintf(w, "<h%d", h.Level)
	if len(slug) > 0 {
		_, _ = w.WriteString(` id="`)
		escaped(w, slug)
		_, _ = w.WriteString(`"`)
	}
	_ = w.WriteByte('>')
	return ast.WalkContinue, nil
}

func link(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	l := n.(*ast.Link)
	if _, off := l.AttributeString(noHref); off {
		return ast.WalkContinue, nil
	}
	if !entering {
		_, _ = w.WriteString("</a>")
		return ast.WalkContinue, nil
	}
	openLink(w, l.Destination, l.Title)
	return ast.WalkContinue, nil
}

func openLink(w util.BufWriter, dest, title []byte) {
	_, _ = w.WriteString(`<a href="`)
	escaped(w, util.URLEscape(dest, false))
	if len(title) > 0 {
		_, _ = w.WriteString(`" title="`)
		escaped(w, title)
	}
	_, _ = w.WriteString(`">`)
}

var safeAuto = regexp.MustCompile(`(?i)^(https?://|mailto:)`)

func autoLink(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	l := n.(*ast.AutoLink)
	dest := l.URL(src)
	if l.AutoLinkType == ast.AutoLinkEmail && !safeAuto.Match(dest) {
		dest = append([]byte("mailto:"), dest...)
	}
	if !safeAuto.Match(dest) || inLink(l) { // CommonMark wants the inner link; HTML has no link in a link
		escaped(w, l.Label(src))
		return ast.WalkContinue, nil
	}
	openLink(w, dest, nil)
	escaped(w, l.Label(src))
	_, _ = w.WriteString("</a>")
	return ast.WalkContinue, nil
}

func image(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	im := n.(*ast.Image)
	alt := []byte(gfm.Text(im, src))
	_, elsewhere := im.AttributeString(noHref)
	switch {
	case !elsewhere:
		_, _ = w.WriteString(`<img src="`)
		escaped(w, util.URLEscape(im.Destination, false))
		_, _ = w.WriteString(`" alt="`)
		escaped(w, alt)
		_, _ = w.WriteString(`">`)
	case len(im.Destination) == 0 || inLink(im):
		escaped(w, alt)
	default:
		if len(alt) == 0 {
			alt = []byte("picture")
		}
		openLink(w, im.Destination, im.Title)
		escaped(w, alt)
		_, _ = w.WriteString("</a>")
	}
	return ast.WalkSkipChildren, nil
}

func inLink(n ast.Node) bool {
	for p := n.Parent(); p != nil; p = p.Parent() {
		if p.Kind() == ast.KindLink {
			return true
		}
	}
	return false
}

func codeBlock(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	var lang string
	if f, ok := n.(*ast.FencedCodeBlock); ok {
		lang = string(f.Language(src))
	}
	_, _ = w.WriteString(`<pre tabindex="0"><code>`)
	_, _ = w.Write(highlight.HTML(lang, n.Lines().Value(src)))
	_, _ = w.WriteString("</code></pre>\n")
	return ast.WalkSkipChildren, nil
}

func table(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString("<div class=\"scroll\" tabindex=\"0\">\n<table>\n")
	} else {
		_, _ = w.WriteString("</table>\n</div>\n")
	}
	return ast.WalkContinue, nil
}

func tableCell(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	c := n.(*extast.TableCell)
	tag, class := "td", ""
	if c.Parent().Kind() == extast.KindTableHeader {
		tag = `th`
	}
	if !entering {
		_, _ = w.WriteString("</" + tag + ">\n")
		return ast.WalkContinue, nil
	}
	switch c.Alignment {
	case extast.AlignRight:
		class = ` class="right"`
	case extast.AlignCenter:
		class = ` class="center"`
	}
	if tag == "th" {
		class += ` scope="col"`
	}
	_, _ = w.WriteString("<" + tag + class + ">")
	return ast.WalkContinue, nil
}

func checkBox(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		if n.(*extast.TaskCheckBox).IsChecked {
			_, _ = w.WriteString(`<input type="checkbox" disabled checked aria-label="done"> `)
		} else {
			_, _ = w.WriteString(`<input type="checkbox" disabled aria-label="to do"> `)
		}
	}
	return ast.WalkContinue, nil
}
