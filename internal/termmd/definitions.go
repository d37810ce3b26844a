package termmd

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// definitions takes link reference definitions out of a paragraph. It leaves
// footnotes, `[^1]: text`, in place: goldmark would take one of a single word
// for the target of a link and the word would be lost.
type definitions struct{}

// definitionLines is the number of lines read at once: goldmark's time grows
// with the square of the number of definitions in a paragraph.
const definitionLines = 500

func (definitions) Transform(n *ast.Paragraph, r text.Reader, pc parser.Context) {
	parent, next := n.Parent(), n.NextSibling()
	lines := segments(n.Lines(), 0, n.Lines().Len())
	start := 0
	for start < lines.Len() {
		end := start
		for end < lines.Len() && end-start < definitionLines && !isFootnote(lines.At(end), r.Source()) {
			end++
		}
		if end == start {
			break
		}
		n.SetLines(segments(lines, start, end))
		parser.LinkReferenceParagraphTransformer.Transform(n, r, pc)
		if n.Parent() != nil {
			start = end - n.Lines().Len()
			break
		}
		start = end
		parent.InsertBefore(parent, next, n)
	}
	if start == lines.Len() {
		parent.RemoveChild(parent, n)
		return
	}
	n.SetLines(segments(lines, start, lines.Len()))
}

func segments(s *text.Segments, start, end int) *text.Segments {
	part := text.NewSegments()
	part.AppendAll(s.Sliced(start, end))
	return part
}

func isFootnote(s text.Segment, src []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(s.Value(src), " "), []byte("[^"))
}
