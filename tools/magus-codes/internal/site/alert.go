package site

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"github.com/egladman/magus/internal/termmd"
)

// alertKind holds, on a quote, which of GitHub's alerts it is.
const alertKind = "data-alert"

// prepareAlert marks a quote that is an alert and takes out the line that says
// so. The terminal reads alerts by the same rule.
func prepareAlert(q *ast.Blockquote, src []byte) {
	kind, rest := termmd.Alert(q, src)
	if kind == "" {
		return
	}
	q.SetAttributeString(alertKind, strings.ToLower(kind))
	first := q.FirstChild()
	for n := first.FirstChild(); n != rest; n = first.FirstChild() {
		first.RemoveChild(first, n)
	}
	if rest == nil {
		q.RemoveChild(q, first)
	}
}

// quote writes a quote, and an alert as a note whose title is text, for those
// who see no colours.
func quote(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	kind, _ := n.AttributeString(alertKind)
	name, alert := kind.(string)
	switch {
	case alert && entering:
		_, _ = w.WriteString(`<div class="alert ` + name + `" role="note">` + "\n" + `<p class="title">` + strings.ToUpper(name[:1]) + name[1:] + "</p>\n")
	case alert:
		_, _ = w.WriteString("</div>\n")
	case entering:
		_, _ = w.WriteString("<blockquote>\n")
	default:
		_, _ = w.WriteString("</blockquote>\n")
	}
	return ast.WalkContinue, nil
}
