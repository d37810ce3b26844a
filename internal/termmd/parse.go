package termmd

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// parse reads a page. Of goldmark only the parser is used: its extension
// package compiles expressions at start-up that cost more than all the rest of
// a run, so the extensions that pages use are read by this package into
// the nodes of goldmark's.
func parse(src []byte) ast.Node {
	b := &budget{lines: maxContinuations, links: maxLinkWork}
	p := parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(container{parser.NewListParser(), b}, 300),
			util.Prioritized(container{parser.NewListItemParser(), b}, 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(container{parser.NewBlockquoteParser(), b}, 800),
			util.Prioritized(parser.NewHTMLBlockParser(), 900),
			util.Prioritized(container{footnoteParser{}, b}, 950),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithInlineParsers(
			util.Prioritized(taskParser{}, 0),
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(linkParser{parser.NewLinkParser(), b}, 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewRawHTMLParser(), 400),
			util.Prioritized(parser.NewEmphasisParser(), 500),
			util.Prioritized(strikeParser{}, 500),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(definitions{}, 100),
			util.Prioritized(tableTransformer{}, 200),
		),
	)
	return p.Parse(text.NewReader(src))
}
