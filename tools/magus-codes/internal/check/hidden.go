package check

import (
	"bytes"
	"html"
	"regexp"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// definitions checks what reference links stand for: a label that is defined
// twice, of which readers get the first, and the targets that no link has led to.
func (c *checker) definitions(d *doc) {
	used := map[string]bool{}
	var all []*ast.LinkReferenceDefinition
	_ = ast.Walk(d.tree.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		var ref *ast.ReferenceLink
		switch n := n.(type) {
		case *ast.LinkReferenceDefinition:
			if entering {
				all = append(all, n)
			}
		case *ast.Link:
			ref = n.Reference
		case *ast.Image:
			ref = n.Reference
		}
		if ref != nil {
			used[util.ToLinkReference(ref.Value)] = true
		}
		return ast.WalkContinue, nil
	})
	first := map[string]*ast.LinkReferenceDefinition{}
	for _, def := range all {
		label := util.ToLinkReference(def.Label)
		dest := written(def.Destination)
		switch was := first[label]; {
		case was == nil:
			first[label] = def
			if !used[label] && dest != "#" && dest != "" { // [//]: # (words) is how comments are written
				c.link(d, d.place(def), dest, "link")
			}
		case !bytes.Equal(was.Destination, def.Destination):
			c.addf("link", d.file, d.place(def), "reference %s is defined already, on line %d: readers are led to %s", quote(string(def.Label)), d.place(was).Line, quote(written(was.Destination)))
		}
	}
}

var (
	htmlComment = regexp.MustCompile(`(?s)<!--.*?(?:-->|$)`)
	htmlTarget  = regexp.MustCompile(`(?is)<(?:a|img)\s(?:[^>]*?\s)?(?:href|src)\s*=\s*("[^"]*"|'[^']*'|[^\s>"']+)`)
)

// html checks the targets in HTML, which GitHub follows and the site shows as
// the text they are.
func (c *checker) html(d *doc, lines *text.Segments) {
	raw := lines.Value(d.body)
	raw = htmlComment.ReplaceAllFunc(raw, func(b []byte) []byte { return bytes.Repeat([]byte(" "), len(b)) })
	for _, m := range htmlTarget.FindAllSubmatchIndex(raw, -1) {
		rule := "link"
		if raw[m[0]+1]|0x20 == 'i' {
			rule = "image"
		}
		dest := html.UnescapeString(string(bytes.Trim(raw[m[2]:m[3]], `"'`)))
		c.link(d, d.at(offsetIn(lines, m[0])), dest, rule)
	}
}

// offsetIn turns an offset of the joined segments into one of the body.
func offsetIn(lines *text.Segments, offset int) int {
	for i := range lines.Len() {
		s := lines.At(i)
		if n := s.Stop - s.Start + s.Padding; offset >= n {
			offset -= n
			continue
		}
		return s.Start + max(offset-s.Padding, 0)
	}
	return 0
}
