package termmd

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
)

// alertStyles are the kinds of alert that GitHub knows, with the style of the
// bar beside them.
// See https://docs.github.com/get-started/writing-on-github (alerts).
var alertStyles = map[string]style{"NOTE": cyan, "TIP": green, "IMPORTANT": magenta, "WARNING": yellow, "CAUTION": red}

// Alert recognizes GitHub's alerts, a quote whose first line is [!NOTE] or the
// like, in a tree that any of goldmark's parsers has made of src. Kind is what
// stands in the brackets, in capital letters, empty for other quotes; rest is
// the first node after that line in the paragraph that it opens, nil when there
// is none.
func Alert(n *ast.Blockquote, src []byte) (kind string, rest ast.Node) {
	p, ok := n.FirstChild().(*ast.Paragraph)
	if !ok || p.Lines().Len() == 0 {
		return "", nil
	}
	line := p.Lines().At(0)
	word, ok := bytes.CutPrefix(bytes.TrimSpace(line.Value(src)), []byte("[!"))
	word, end := bytes.CutSuffix(word, []byte("]"))
	kind = string(bytes.ToUpper(word))
	if _, known := alertStyles[kind]; !ok || !end || !known {
		return "", nil
	}
	for rest = p.FirstChild(); rest != nil; rest = rest.NextSibling() {
		t, ok := rest.(*ast.Text)
		if ok && t.Segment.Start >= line.Stop {
			break
		}
		if !ok && rest.PreviousSibling() == nil {
			return "", nil // a reference of that name is defined
		}
		if !ok {
			break
		}
	}
	return kind, rest
}
