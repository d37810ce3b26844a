package termmd

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// TestExtensionsAgreeWithGoldmark: where goldmark's own extensions follow GFM,
// the parsers of this package read the same.
func TestExtensionsAgreeWithGoldmark(t *testing.T) {
	theirs := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList)).Parser()
	for _, page := range []string{
		"|a|b|\n|-|:-:|\n|c|d|\n",
		"a|b\n-|-\n c | d \n\ntext",
		"text\nmore\n| a |\n|:--|\n| b |",
		"> | a | b |\n> |--:|---|\n> | `x` | \\| |",
		"- | a |\n  |---|\n  | b |\n- c",
		"| a | b |\n|---|---|\n| c |\n",
		"a | b\n- | -\n# c",
		"|a|\n|-|\n    |b|\n",
		"|a|\n|+|\n", "|a|\n\n|-|\n", "a\n---\nb", "| | |\n|-|-|\n| |x|",
		"~~a~~ ~b~ ~~~c~~~ ~ d ~", "~~a *b~~ c*", "a~~b~~c", "~~a\nb~~", "\\~~a~~",
		"- [ ] a\n- [x] b\n- [X]  c\n- [y] d", "1. [ ] a", "[ ] a", "- a [ ] b",
	} {
		src := []byte(page)
		assert.Equal(t, shape(t, theirs.Parse(text.NewReader(src)), src), shape(t, parse(src), src), "%q", page)
	}
}

// shape writes down the nodes that the extensions make.
func shape(t *testing.T, root ast.Node, src []byte) string {
	s := ""
	require.NoError(t, ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Paragraph:
			s += " paragraph"
		case *east.Table:
			s += fmt.Sprint(" table", n.Alignments)
		case *east.TableRow, *east.TableHeader:
			s += " row"
		case *east.TableCell:
			if text := n.Lines().Value(src); len(text) > 0 {
				s += fmt.Sprintf(" %q", text)
			}
		case *east.Strikethrough:
			s += " struck"
		case *east.TaskCheckBox:
			s += fmt.Sprint(" task ", n.IsChecked)
		}
		return ast.WalkContinue, nil
	}))
	return s
}
