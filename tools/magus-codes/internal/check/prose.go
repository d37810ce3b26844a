package check

import (
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/egladman/magus/internal/catalog"
)

// undefined matches a reference link whose label no definition has: were there
// one, the brackets would not be text.
var undefined = regexp.MustCompile(`(^|[^\w\])\\])\[([^\[\]\\^]+)\]\[([^\[\]\\^]*)\]`)

// prose checks what stands in the text of a file, outside of code blocks.
func (c *checker) prose(d *doc) {
	codes := codePattern(c.config)
	_ = ast.Walk(d.tree.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n.Type() != ast.TypeBlock || n.FirstChild() == nil || n.FirstChild().Type() != ast.TypeInline {
			return ast.WalkContinue, nil
		}
		b := blockText(n, d.body)
		for _, m := range undefined.FindAllStringSubmatchIndex(b.words, -1) {
			label := b.all[m[6]:m[7]]
			if label == "" {
				label = b.all[m[4]:m[5]]
			}
			c.addf("link", d.file, d.at(b.offset(m[4]-1)), "reference %s is not defined: add a line such as [%s]: FAMILY/PAGE.md", quote(label), label)
		}
		for _, m := range codes.FindAllStringIndex(b.all, -1) {
			if boundary(b.all, m[0], m[1]) {
				c.mention(d, b.all[m[0]:m[1]], b.offset(m[0]))
			}
		}
		return ast.WalkSkipChildren, nil
	})
}

// codePattern matches what has the form of a code of the catalog, however many
// digits it has.
func codePattern(c *catalog.Config) *regexp.Regexp {
	return regexp.MustCompile(regexp.QuoteMeta(c.Prefix+c.Separator) + `[0-9]+`)
}

func boundary(s string, start, end int) bool {
	word := func(i int) bool {
		return i >= 0 && i < len(s) && (s[i] == '_' || s[i] >= '0' && s[i] <= '9' || s[i] >= 'A' && s[i] <= 'Z' || s[i] >= 'a' && s[i] <= 'z')
	}
	return !word(start-1) && !word(end)
}

func (c *checker) mention(d *doc, code string, offset int) {
	to := c.codes[code]
	switch {
	case to == d:
	case to == nil && c.alias[code] != "":
		if d.page == nil || c.alias[code] != d.page.Code {
			c.addf("mention", d.file, d.at(offset), "%s is an old name of %s: write that", code, c.alias[code])
		}
	case to == nil && !c.config.IsCode(code):
		c.addf("mention", d.file, d.at(offset), "%s has not the form of a code here, such as %s", code, c.config.Example())
	case to == nil:
		c.addf("mention", d.file, d.at(offset), "no page has the code %s", code)
	case to.page != nil && to.page.Status.State == "retired" && !related(d, to):
		hint := "list it under related if that is meant"
		if len(to.page.Status.ReplacedBy) > 0 {
			hint = "it is replaced by " + strings.Join(to.page.Status.ReplacedBy, ", ") + "; " + hint
		}
		c.addf("mention", d.file, d.at(offset), "%s is retired: %s", code, hint)
	}
}

// related reports whether a page says that it speaks of another on purpose: it
// lists it, takes its place, or is no page of a code but an overview.
func related(d, to *doc) bool {
	return d.page == nil || d.page.Status.State == "retired" || slices.Contains(d.page.Related, to.page.Code) ||
		slices.Contains(to.page.Status.ReplacedBy, d.page.Code)
}

// A block is the text of one paragraph, heading or cell.
type block struct {
	words  string // outside of code spans
	all    string // code spans too
	places []int  // offset in the body of each byte
}

func (b *block) offset(i int) int {
	if len(b.places) == 0 {
		return 0
	}
	return b.places[min(max(i, 0), len(b.places)-1)]
}

// blockText joins the text nodes below n; what is no text leaves a space.
func blockText(n ast.Node, src []byte) *block {
	b := &block{}
	var words, all strings.Builder
	last, lastCode := -1, false
	put := func(start, stop int, code bool) {
		if start != last && last >= 0 {
			if code || lastCode {
				words.WriteByte('x') // a code span is no word's end
			} else {
				words.WriteByte(' ')
			}
			all.WriteByte(' ')
			b.places = append(b.places, last)
		}
		for i := start; i < stop; i++ {
			all.WriteByte(src[i])
			if code {
				words.WriteByte('x') // as long as the code, and no bracket
			} else {
				words.WriteByte(src[i])
			}
			b.places = append(b.places, i)
		}
		last, lastCode = stop, code
	}
	_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := c.(*ast.Text); ok && entering {
			put(t.Segment.Start, t.Segment.Stop, t.Parent().Kind() == ast.KindCodeSpan)
		}
		return ast.WalkContinue, nil
	})
	b.words, b.all = words.String(), all.String()
	return b
}
