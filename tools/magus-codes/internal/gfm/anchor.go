package gfm

import (
	"html"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// Anchors returns the names that HTML gives to places of the page, such as
// <a id="old-name"></a>.
func Anchors(doc ast.Node, src []byte) []string {
	var names []string
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			names = append(names, Names(n, src)...)
		}
		return ast.WalkContinue, nil
	})
	return names
}

var (
	notTag = regexp.MustCompile(`(?s)<!--.*?(?:-->|$)`)
	tag    = regexp.MustCompile(`<([A-Za-z][A-Za-z0-9-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>` + "`" + `]+))?)+)\s*/?>`)
	attr   = regexp.MustCompile(`([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>` + "`" + `]+))?`)
)

// Names returns the names that n, a node of HTML, gives to places: the id of
// any element and the name of an <a>. GitHub keeps those, as user-content-NAME,
// and leads a link to #NAME there.
func Names(n ast.Node, src []byte) []string {
	var raw []byte
	switch n := n.(type) {
	case *ast.RawHTML:
		raw = n.Segments.Value(src)
	case *ast.HTMLBlock:
		raw = n.Lines().Value(src)
		if n.HasClosure() {
			raw = append(raw, n.ClosureLine.Value(src)...)
		}
	default:
		return nil
	}
	var names []string
	for _, t := range tag.FindAllSubmatch(notTag.ReplaceAll(raw, nil), -1) {
		for _, a := range attr.FindAllSubmatch(t[2], -1) {
			key := strings.ToLower(string(a[1]))
			if key != "id" && (key != "name" || !strings.EqualFold(string(t[1]), "a")) {
				continue
			}
			value := string(a[2])
			if len(value) > 1 && (value[0] == '"' || value[0] == '\'') {
				value = value[1 : len(value)-1]
			}
			if value = html.UnescapeString(value); value != "" && !strings.ContainsAny(value, " \t\n\f\r") {
				names = append(names, value)
			}
		}
	}
	return names
}
