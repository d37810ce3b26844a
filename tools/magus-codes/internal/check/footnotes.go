package check

import (
	"cmp"
	"regexp"
	"slices"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"github.com/egladman/magus/tools/magus-codes/internal/gfm"
)

// loneReference matches a reference to a footnote that no note has: were there
// one, it would not be text.
var loneReference = regexp.MustCompile(`\[\^[^\[\]\s]+\]`)

// footnotes checks that every note has a reference: GitHub and the site do not
// show the others, only the terminal does.
func (c *checker) footnotes(d *doc) {
	var all []*extast.Footnote
	_ = ast.Walk(d.tree.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if f, ok := n.(*extast.Footnote); ok && entering {
			all = append(all, f)
		}
		return ast.WalkContinue, nil
	})
	d.tree.notes = len(all) > 0
	slices.SortFunc(all, func(a, b *extast.Footnote) int { return cmp.Compare(a.Pos(), b.Pos()) })
	first := map[string]*extast.Footnote{}
	for _, n := range all {
		label, name := gfm.FootnoteLabel(n.Ref), quote("[^"+string(n.Ref)+"]")
		switch was := first[label]; {
		case was != nil:
			c.addf("link", d.file, d.place(n), "footnote %s is defined already, on line %d: readers get that one", name, d.place(was).Line)
			continue
		case n.Index < 1:
			c.addf("link", d.file, d.place(n), "nothing refers to footnote %s, so that neither GitHub nor the site shows it: refer to it or leave it out", name)
		}
		first[label] = n
	}
}

// references checks that the footnotes which a block refers to are defined. A
// page without any may well speak of [^a-z].
func (c *checker) references(d *doc, b *block) {
	if !d.tree.notes {
		return
	}
	for _, m := range loneReference.FindAllStringIndex(b.words, -1) {
		if m[0] > 0 && b.words[m[0]-1] == '\\' {
			continue
		}
		name := b.all[m[0]:m[1]]
		c.addf("link", d.file, d.at(b.offset(m[0])), "footnote %s is not defined: add a line such as %s: words", quote(name), name)
	}
}
