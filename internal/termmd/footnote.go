package termmd

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// FootnoteParser returns a parser of footnotes, `[^1]: text`, as GitHub reads
// them: they may interrupt a paragraph and hold further blocks that are indented
// by four columns. It leaves them where they stand in the tree.
func FootnoteParser() parser.BlockParser { return footnoteParser{} }

type footnoteParser struct{}

func (footnoteParser) Trigger() []byte { return []byte{'['} }

func (footnoteParser) Open(_ ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, segment := r.PeekLine()
	at := pc.BlockOffset()
	if at < 0 || !bytes.HasPrefix(line[at:], []byte("[^")) {
		return nil, parser.NoChildren
	}
	end := bytes.Index(line[at:], []byte("]:"))
	if end <= 2 || bytes.ContainsAny(line[at+2:at+end], "[] \t\r\n") {
		return nil, parser.NoChildren
	}
	n := east.NewFootnote(line[at+2 : at+end])
	end += at + 2
	if util.IsBlank(line[end:]) {
		r.Advance(segment.Len() - 1)
		return n, parser.NoChildren
	}
	r.AdvanceAndSetPadding(end, segment.Padding)
	return n, parser.HasChildren
}

func (footnoteParser) Continue(_ ast.Node, r text.Reader, _ parser.Context) parser.State {
	line, _ := r.PeekLine()
	if util.IsBlank(line) {
		return parser.Continue | parser.HasChildren
	}
	at, padding := util.IndentPosition(line, r.LineOffset(), 4)
	if at < 0 {
		return parser.Close
	}
	r.AdvanceAndSetPadding(at, padding)
	return parser.Continue | parser.HasChildren
}

func (footnoteParser) Close(ast.Node, text.Reader, parser.Context) {}
func (footnoteParser) CanInterruptParagraph() bool                 { return true }
func (footnoteParser) CanAcceptIndentedLine() bool                 { return false }

// footnote writes a footnote where it stands in the page: a terminal has no foot
// of the page.
func (r *renderer) footnote(n *east.Footnote) {
	label := "[^" + string(r.out.clean(n.Ref)) + "]:"
	mark := label + " "
	w := columns([]byte(mark))
	if n.FirstChild() == nil || w > r.o.Width/3 {
		r.prose([]run{{text: []byte(label)}})
		mark, w = "    ", 4
	}
	if n.FirstChild() == nil {
		return
	}
	rest := strings.Repeat(" ", w)
	r.out.push(prefix{first: mark, firstWidth: w, rest: rest, restWidth: w})
	r.blocks(n, true)
	r.out.pop()
}
