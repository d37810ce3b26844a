package gfm

import (
	"regexp"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/egladman/magus/internal/termmd"
)

// footnotes reads footnotes as GitHub does, which goldmark's extension does not:
// labels have no spaces and are the same in any case, [^1](address) is a link,
// and a note may stand in a list, a quote or another note. What a note is, is
// the terminal's rule.
//
// In the tree, notes that the text refers to are in a FootnoteList at the end,
// by number. The others, which GitHub does not show, stay where they are. They
// and what refers to a note from one of them, or from the words of a picture,
// have an Index below 1.
type footnotes struct{}

// Extend implements goldmark.Extender.
func (f footnotes) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(
		parser.WithBlockParsers(util.Prioritized(termmd.FootnoteParser(), 950)), // before paragraphs
		parser.WithInlineParsers(util.Prioritized(f, 150)),                      // before links
		parser.WithASTTransformers(util.Prioritized(f, 999)),
	)
}

var (
	footnoteRef  = regexp.MustCompile(`^!?\[\^([^\[\]\s]+)\]`)
	inlineTarget = regexp.MustCompile(`^\(\s*(?:<[^<>]*>|[^\s<>()]*)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)`)
)

// Trigger implements parser.InlineParser. An exclamation mark before a
// reference makes no picture of it.
func (footnotes) Trigger() []byte { return []byte{'[', '!'} }

// Parse implements parser.InlineParser.
func (footnotes) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, segment := block.PeekLine()
	m := footnoteRef.FindSubmatchIndex(line)
	if m == nil || inlineTarget.Match(line[m[1]:]) {
		return nil
	}
	place, ok := notesOf(parent, pc).place[FootnoteLabel(line[m[2]:m[3]])]
	if !ok {
		return nil
	}
	if line[0] == '!' {
		ast.MergeOrAppendTextSegment(parent, segment.WithStop(segment.Start+1))
	}
	block.Advance(m[1])
	return extast.NewFootnoteLink(-1 - place) // until Transform gives it the number
}

// FootnoteLabel spells a label so that those which GitHub takes for one are equal.
func FootnoteLabel(label []byte) string { return util.ToLinkReference(label) }

type notes struct {
	all   []*extast.Footnote
	place map[string]int // in all, by label; the first of several counts
}

var notesKey = parser.NewContextKey()

// notesOf returns the notes of the document that n is in. All blocks are read
// before the first line of text is.
func notesOf(n ast.Node, pc parser.Context) *notes {
	if known, ok := pc.Get(notesKey).(*notes); ok {
		return known
	}
	found := &notes{place: map[string]int{}}
	pc.Set(notesKey, found)
	for n.Parent() != nil {
		n = n.Parent()
	}
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if f, ok := n.(*extast.Footnote); ok && entering {
			label := FootnoteLabel(f.Ref)
			if _, known := found.place[label]; !known {
				found.place[label] = len(found.all)
			}
			found.all = append(found.all, f)
		}
		return ast.WalkContinue, nil
	})
	return found
}

// Transform implements parser.ASTTransformer: it numbers notes in the order in
// which a reader comes to their references, and moves them to the end.
func (footnotes) Transform(doc *ast.Document, _ text.Reader, pc parser.Context) {
	all := notesOf(doc, pc).all
	if len(all) == 0 {
		return
	}
	var order []*extast.Footnote
	var links []*extast.FootnoteLink
	count := map[*extast.Footnote]int{}
	number := func(root ast.Node) {
		_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			switch n := n.(type) {
			case *extast.Footnote:
				if n != root {
					return ast.WalkSkipChildren, nil
				}
			case *ast.Image: // its words are no place for a link
				return ast.WalkSkipChildren, nil
			case *extast.FootnoteLink:
				if !entering {
					break
				}
				note := all[-1-n.Index]
				if note.Index < 0 {
					order = append(order, note)
					note.Index = len(order)
				}
				n.Index, n.RefIndex = note.Index, count[note]
				count[note]++
				links = append(links, n)
			}
			return ast.WalkContinue, nil
		})
	}
	number(doc)
	for i := 0; i < len(order); i++ {
		number(order[i])
	}
	for _, l := range links {
		l.RefCount = count[order[l.Index-1]]
	}
	if len(order) == 0 {
		return
	}
	list := extast.NewFootnoteList()
	list.Count = len(order)
	for _, note := range order {
		note.Parent().RemoveChild(note.Parent(), note)
		list.AppendChild(list, note)
	}
	doc.AppendChild(doc, list)
}
