package site

import (
	"fmt"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"
)

// prepareFootnotes gives every note a way back to each of its references, takes
// out the notes that have none, and adds the identifiers of the others to used.
func prepareFootnotes(doc ast.Node, used map[string]bool) {
	var notes []*extast.Footnote
	var unused []ast.Node
	var links []*extast.FootnoteLink
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *extast.Footnote:
			switch {
			case !entering:
			case n.Index < 1:
				unused = append(unused, n)
				return ast.WalkSkipChildren, nil
			default:
				notes = append(notes, n) // in the order of their numbers
			}
		case *extast.FootnoteLink:
			if entering && n.Index > 0 {
				links = append(links, n)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, n := range unused {
		n.Parent().RemoveChild(n.Parent(), n)
	}
	for _, n := range notes {
		used[noteName(n.Index)] = true
	}
	for _, l := range links {
		used[referenceName(l.Index, l.RefIndex)] = true
		back := extast.NewFootnoteBacklink(l.Index)
		back.RefIndex = l.RefIndex
		note := notes[l.Index-1]
		last, ok := note.LastChild().(*ast.Paragraph)
		if !ok {
			last = ast.NewParagraph()
			note.AppendChild(note, last)
		}
		last.AppendChild(last, back)
	}
}

func noteName(number int) string { return fmt.Sprintf("Footnote-%d", number) }

// referenceName is that of the place where the text refers to a note for the
// first time, or for a later one.
func referenceName(number, index int) string {
	if index == 0 {
		return fmt.Sprintf("Footnote-%d-text", number)
	}
	return fmt.Sprintf("Footnote-%d-text-%d", number, index+1)
}

func footnoteLink(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	l := n.(*extast.FootnoteLink)
	if !entering || l.Index < 1 {
		return ast.WalkContinue, nil
	}
	_, _ = fmt.Fprintf(w, `<sup id="%s">`, referenceName(l.Index, l.RefIndex))
	if inLink(l) { // HTML has no link in a link
		_, _ = fmt.Fprintf(w, "%d</sup>", l.Index)
	} else {
		_, _ = fmt.Fprintf(w, `<a href="#%s" role="doc-noteref" aria-label="Footnote %d">%[2]d</a></sup>`, noteName(l.Index), l.Index)
	}
	return ast.WalkContinue, nil
}

func footnoteBacklink(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	b := n.(*extast.FootnoteBacklink)
	which, mark := "", ""
	if b.RefIndex > 0 {
		which, mark = fmt.Sprintf(", place %d", b.RefIndex+1), fmt.Sprintf("<sup>%d</sup>", b.RefIndex+1)
	}
	if b.PreviousSibling() != nil {
		_, _ = w.WriteString(" ")
	}
	// The second character asks for a letter, not for a coloured picture.
	_, _ = fmt.Fprintf(w, `<a href="#%s" role="doc-backlink" aria-label="Back to footnote %d in the text%s">`+"\u21a9\ufe0e"+`%s</a>`,
		referenceName(b.Index, b.RefIndex), b.Index, which, mark)
	return ast.WalkContinue, nil
}

func footnote(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = fmt.Fprintf(w, "<li id=\"%s\">\n", noteName(n.(*extast.Footnote).Index))
	} else {
		_, _ = w.WriteString("</li>\n")
	}
	return ast.WalkContinue, nil
}

func footnoteList(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString("<section class=\"footnotes\" role=\"doc-endnotes\" aria-label=\"Footnotes\">\n<ol>\n")
	} else {
		_, _ = w.WriteString("</ol>\n</section>\n")
	}
	return ast.WalkContinue, nil
}
