package gfm

import (
	"strconv"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// New returns a Markdown processor for code pages. Its renderer is goldmark's
// plain one; opts are applied last.
func New(opts ...goldmark.Option) goldmark.Markdown {
	base := []goldmark.Option{goldmark.WithExtensions(
		extension.Linkify,
		extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignNone)),
		extension.Strikethrough,
		extension.TaskList,
		footnotes{},
	)}
	return goldmark.New(append(base, opts...)...)
}

var reader = New()

// Parse reads body and returns its tree. Link reference definitions are in the
// returned context. Parse is safe for concurrent use.
func Parse(body []byte) (ast.Node, parser.Context) {
	ctx := parser.NewContext()
	return reader.Parser().Parse(text.NewReader(body), parser.WithContext(ctx)), ctx
}

// Text returns the words of n as a reader sees them: without markup, with
// escapes and entities resolved. Images count with nothing and references to
// footnotes with their number, as on GitHub.
func Text(n ast.Node, src []byte) string {
	return string(appendText(nil, n, src))
}

func appendText(dst []byte, n ast.Node, src []byte) []byte {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			seg := c.Segment.Value(src)
			if c.IsRaw() || n.Kind() == ast.KindCodeSpan {
				dst = append(dst, seg...)
			} else {
				dst = append(dst, util.UnescapePunctuations(util.ResolveEntityNames(util.ResolveNumericReferences(seg)))...)
			}
			if c.SoftLineBreak() || c.HardLineBreak() {
				dst = append(dst, ' ')
			}
		case *ast.String:
			dst = append(dst, c.Value...)
		case *ast.AutoLink:
			dst = append(dst, c.Label(src)...)
		case *extast.FootnoteLink:
			if c.Index > 0 {
				dst = strconv.AppendInt(dst, int64(c.Index), 10)
			}
		case *ast.Image, *ast.RawHTML:
		default:
			dst = appendText(dst, c, src)
		}
	}
	return dst
}
