package termmd

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Goldmark takes time and memory for each line in proportion to the number of
// containers that are open, and looks for the end of each link anew. Real
// pages stay far below these limits; what goes beyond is read as plain text, so
// that a page of 1 MiB takes a bounded time whatever it holds.
const (
	maxNesting       = 100       // containers inside each other
	maxContinuations = 1_000_000 // lines of a page times the containers open there
	maxLinkWork      = 16 << 20  // bytes looked at for links that were none
	maxCells         = 10_000    // of a table
)

// A budget is what is left of the limits of one page.
type budget struct {
	lines, links int
}

// A container limits a block parser whose blocks hold other blocks.
type container struct {
	parser.BlockParser
	left *budget
}

func (c container) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	depth := 0
	for n := parent; n != nil; n = n.Parent() {
		depth++
	}
	// A list that was opened may still get its item.
	_, item := parent.(*ast.List)
	if (depth > maxNesting || c.left.lines <= 0) && !item {
		return nil, parser.NoChildren
	}
	return c.BlockParser.Open(parent, r, pc)
}

func (c container) Continue(n ast.Node, r text.Reader, pc parser.Context) parser.State {
	if c.left.lines--; c.left.lines <= 0 {
		return parser.Close
	}
	return c.BlockParser.Continue(n, r, pc)
}

// A linkParser limits the search for the ends of links.
type linkParser struct {
	parser.InlineParser
	left *budget
}

// labelWork is what goldmark looks at for a label that is no link.
const labelWork = 1000

func (p linkParser) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, segment := block.PeekLine()
	if line[0] != ']' {
		return p.InlineParser.Parse(parent, block, pc)
	}
	if p.left.links <= 0 {
		return nil
	}
	n := p.InlineParser.Parse(parent, block, pc)
	if n == nil {
		lines := parent.Lines()
		p.left.links -= min(segment.Start-lines.At(0).Start, labelWork)
		if len(line) > 1 && (line[1] == '(' || line[1] == '[') {
			p.left.links -= lines.At(lines.Len()-1).Stop - segment.Start
		}
	}
	return n
}

// CloseBlock hands on to goldmark, which turns openers without an end to text.
func (p linkParser) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	if c, ok := p.InlineParser.(parser.CloseBlocker); ok {
		c.CloseBlock(parent, block, pc)
	}
}
