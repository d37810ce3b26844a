package termmd

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// A footnote is the definition of one, `[^1]: text`, as GitHub reads them. It
// stays where it stands in the page: a terminal has no foot of the page.
type footnote struct {
	ast.BaseBlock
	mark []byte // with the colon
}

var kindFootnote = ast.NewNodeKind("Footnote")

// Kind implements ast.Node.
func (n *footnote) Kind() ast.NodeKind { return kindFootnote }

// Dump implements ast.Node.
func (n *footnote) Dump(src []byte, level int) {
	ast.DumpHelper(n, src, level, map[string]string{"Mark": string(n.mark)}, nil)
}

// footnoteParser reads footnotes, which may interrupt a paragraph and hold
// further blocks that are indented by four columns.
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
	end += at + 2
	n := &footnote{mark: line[at:end]}
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

func (r *renderer) footnote(n *footnote) {
	mark := string(r.out.clean(n.mark)) + " "
	w := columns([]byte(mark))
	if n.FirstChild() == nil || w > r.o.Width/3 {
		r.prose([]run{{text: r.out.clean(n.mark)}})
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
