package termmd

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// code writes a code block line by line as it stands.
func (r *renderer) code(n ast.Node, _ string) {
	indent := 4
	if r.o.Width < 60 {
		indent = 2
	}
	blanks := strings.Repeat(" ", indent)
	r.out.push(prefix{first: blanks, firstWidth: indent, rest: blanks, restWidth: indent})
	lines := n.Lines()
	for i := range lines.Len() {
		seg := lines.At(i)
		text := bytes.TrimSuffix(seg.Value(r.src), []byte("\n"))
		if len(bytes.TrimSpace(text)) == 0 {
			r.out.line(nil)
			continue
		}
		r.out.line([]piece{{text: r.out.clean(text)}})
	}
	r.out.pop()
}
