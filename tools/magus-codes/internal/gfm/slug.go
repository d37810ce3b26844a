package gfm

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
)

// Slug spells a heading as the fragment that GitHub gives it: lower case,
// spaces as hyphens, everything but letters, marks, digits, hyphens and
// underscores left out.
func Slug(heading string) string {
	var b strings.Builder
	for _, r := range strings.TrimSpace(heading) {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case r == '-', unicode.IsLetter(r), unicode.IsNumber(r), unicode.IsMark(r), unicode.Is(unicode.Pc, r):
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// A Slugger gives the headings of one page their fragments, telling equal
// ones apart by -1, -2 and so on. The zero Slugger is ready.
type Slugger struct {
	used map[string]int
}

// Take returns the fragment of the next heading.
func (s *Slugger) Take(heading string) string {
	if s.used == nil {
		s.used = map[string]int{}
	}
	base := Slug(heading)
	slug := base
	for {
		if _, taken := s.used[slug]; !taken {
			s.used[slug] = 0
			return slug
		}
		s.used[base]++
		slug = base + "-" + strconv.Itoa(s.used[base])
	}
}

// A Heading is one heading of a page.
type Heading struct {
	Node  *ast.Heading
	Level int
	Text  string
	Slug  string // may be empty, when the heading has no letters
}

// Headings returns the headings below doc in their order.
func Headings(doc ast.Node, src []byte) []Heading {
	var all []Heading
	var s Slugger
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if h, ok := n.(*ast.Heading); ok && entering {
			t := Text(h, src)
			all = append(all, Heading{Node: h, Level: h.Level, Text: t, Slug: s.Take(t)})
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	return all
}
