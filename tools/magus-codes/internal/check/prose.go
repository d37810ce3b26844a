package check

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"github.com/egladman/magus/internal/catalog"
)

// undefined matches a reference link whose label no definition has: were there
// one, the brackets would not be text.
var undefined = regexp.MustCompile(`(^|[^\w\])\\])\[([^\[\]\\^]+)\]\[([^\[\]\\^]*)\]`)

// loneCode matches a code span that names something and is no program, command
// or pattern.
var loneCode = regexp.MustCompile(`^ *\[?[A-Za-z0-9_-]+\]? *$`)

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
		c.references(d, b)
		for _, m := range codes.FindAllStringIndex(b.said, -1) {
			code := b.said[m[0]:m[1]]
			if boundary(b.said, m[0], m[1]) && (c.config.IsCode(code) || !pattern(b.said[m[1]:])) {
				c.mention(d, code, b.offset(m[0]))
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

// boundary reports whether a code stands alone. Letters of scripts that put no
// spaces between words are no part of it.
func boundary(s string, start, end int) bool {
	word := func(r rune) bool {
		return r == '_' || unicode.IsDigit(r) || unicode.IsLetter(r) && !unicode.Is(unicode.Lo, r)
	}
	before, _ := utf8.DecodeLastRuneInString(s[:start])
	after, _ := utf8.DecodeRuneInString(s[end:])
	return !word(before) && !word(after)
}

// pattern reports whether what follows the first digits of a number makes them
// a pattern for several codes, such as the list of levels takes.
func pattern(rest string) bool {
	return strings.HasPrefix(rest, "*") || strings.HasPrefix(rest, "??") || strings.HasPrefix(rest, "[")
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
		c.addf("mention", d.file, d.at(offset), "%s has not the form of a code here, such as %s", code, c.config.Form(""))
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
	said   string // code spans too that are a code and nothing else
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
	var words, all, said strings.Builder
	last, lastCode := -1, false
	put := func(start, stop int, code bool) {
		if start != last && last >= 0 {
			if code || lastCode {
				words.WriteByte('x') // a code span is no word's end
			} else {
				words.WriteByte(' ')
			}
			all.WriteByte(' ')
			said.WriteByte(' ')
			b.places = append(b.places, last)
		}
		if code && !loneCode.Match(src[start:stop]) {
			said.WriteString(strings.Repeat("`", stop-start))
		} else {
			said.Write(src[start:stop])
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
	b.words, b.all, b.said = words.String(), all.String(), said.String()
	return b
}
