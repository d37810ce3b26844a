// Package scaffold starts a page: the next free number of a family, found
// without a shared counter from the pages and the lock, and a skeleton with the
// headings that the catalog asks for.
package scaffold

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/egladman/magus/internal/catalog"
	"github.com/egladman/magus/internal/page"
	"github.com/egladman/magus/tools/magus-codes/internal/outdir"
)

// A Page is a page to be written.
type Page struct {
	Code, File string
	Source     []byte
	NewFamily  bool // the folder has to be made
}

// Plan makes the page for a title; level is empty when the family's own will
// do. Nothing is written.
func Plan(c *catalog.Catalog, family, title, level, since string) (*Page, error) {
	f := c.Family(family)
	if f == nil {
		return nil, fmt.Errorf("family %q: not in %s (there are %s): add it under families", family, c.Config.File, strings.Join(families(c), ", "))
	}
	if msg := badTitle(title); msg != "" {
		return nil, fmt.Errorf("title %q: %s", title, msg)
	}
	if start, _, ok := strings.Cut(title, ":"); ok && c.IsCode(strings.ToUpper(strings.Trim(start, "[] "))) {
		return nil, fmt.Errorf("title %q: begins with a code: want what happened alone; the code gets the next free number", title)
	}
	if since != "" && badTitle(since) != "" {
		return nil, fmt.Errorf("since %q: want a version, such as v1.2.0", since)
	}
	for _, p := range c.Pages {
		if strings.EqualFold(p.Title, title) {
			return nil, fmt.Errorf("title %q: %s has it already (%s)", title, p.Code, p.File)
		}
	}
	if level == "" && f.Level == nil {
		level = "error"
	}
	code, err := next(c, f)
	if err != nil {
		return nil, err
	}
	p := &Page{Code: code, File: filepath.Join(c.Dir, family, code+".md")}
	if _, err := os.Stat(filepath.Dir(p.File)); os.IsNotExist(err) {
		p.NewFamily = true
	}
	p.Source = source(c, f, code, title, level, since)
	rules := c.Rules(family)
	if _, errs := page.Parse(filepath.ToSlash(p.File), family, p.Source, rules); len(errs) > 0 {
		return nil, fmt.Errorf("title %q makes a page with a fault: %s", title, errs[0].Msg)
	}
	return p, nil
}

// Write writes the page. It never replaces a file.
func (p *Page) Write() error {
	if p.NewFamily {
		if err := os.MkdirAll(filepath.Dir(p.File), 0o755); err != nil {
			return err
		}
	}
	return outdir.CreateFile(p.File, p.Source)
}

func families(c *catalog.Catalog) []string {
	var names []string
	for _, f := range c.Families {
		names = append(names, f.Name)
	}
	return names
}

func badTitle(title string) string {
	switch {
	case strings.TrimSpace(title) != title || title == "":
		return "want a few words without spaces around them"
	case !utf8.ValidString(title) || strings.ContainsFunc(title, func(r rune) bool { return !unicode.IsPrint(r) }):
		return "want printable characters on one line"
	}
	return ""
}

// next returns the lowest number of the family above all that were ever
// used in it; when that is outside of its ranges, the lowest free one.
func next(c *catalog.Catalog, f *catalog.Family) (string, error) {
	used := map[int]bool{}
	highest := -1
	note := func(code, family string) {
		if !c.IsCode(code) {
			return
		}
		n := c.Number(code)
		used[n] = true
		if family == f.Name || inside(f, n) && len(f.Numbers) > 0 {
			highest = max(highest, n)
		}
	}
	for _, p := range c.Pages {
		note(p.Code, p.Family)
		for _, a := range p.Aliases {
			note(a, p.Family)
		}
	}
	for _, e := range c.Lock.Entries {
		note(e.Code, e.Family)
	}
	ranges := f.Numbers
	if len(ranges) == 0 {
		ranges = []catalog.Range{{First: 1, Last: limit(c.MaxDigits)}}
		for _, other := range c.Families {
			for _, r := range other.Numbers { // numbers that belong to others
				for n := r.First; n <= r.Last; n++ {
					used[n] = true
				}
			}
		}
	}
	sorted := slices.SortedFunc(slices.Values(ranges), func(a, b catalog.Range) int { return a.First - b.First })
	for _, from := range []int{highest + 1, 0} {
		for _, r := range sorted {
			for n := max(r.First, from); n <= min(r.Last, limit(c.MaxDigits)); n++ {
				if code := spell(c, n); !used[n] && c.IsCode(code) {
					return code, nil
				}
			}
		}
	}
	return "", fmt.Errorf("family %q: no number is free: widen its numbers in %s", f.Name, c.Config.File)
}

func inside(f *catalog.Family, n int) bool {
	return slices.ContainsFunc(f.Numbers, func(r catalog.Range) bool { return r.First <= n && n <= r.Last })
}

func limit(digits int) int {
	n := 1
	for range digits {
		n *= 10
	}
	return n - 1
}

func spell(c *catalog.Catalog, n int) string {
	digits := strconv.Itoa(n)
	return c.Prefix + c.Separator + strings.Repeat("0", max(c.MinDigits-len(digits), 0)) + digits
}

func source(c *catalog.Catalog, f *catalog.Family, code, title, level, since string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "---\ntitle: %s\ndescription: \"TODO: one sentence, shown in lists\"\ntags: [%s, %s]\n", quote(code+": "+title), code, quoteWord(f.Name))
	if name := goName(title); name != "" && !taken(c, name) {
		fmt.Fprintf(&b, "name: %s\n", name)
	}
	if level != "" {
		fmt.Fprintf(&b, "level: %s\n", level)
	}
	if since != "" {
		fmt.Fprintf(&b, "since: %s\n", quoteWord(since))
	}
	fmt.Fprintf(&b, "draft: true\nmessage: %s\n---\n# %s: %s\n", quote(message(title)), code, escapeMarkdown(title))
	headings := c.Headings
	if len(headings) == 0 {
		headings = []string{"What happened", "Why", "What to do"}
	}
	for _, h := range headings {
		fmt.Fprintf(&b, "\n## %s\n\nTODO\n", escapeMarkdown(h))
	}
	return b.Bytes()
}

// quote writes a YAML scalar in double quotes; a title is printable.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

func quoteWord(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '.' && r != '_'
	}) {
		return quote(s)
	}
	return s
}

// message keeps braces of a title from being taken for places.
func message(title string) string { return strings.NewReplacer("{", "(", "}", ")").Replace(title) }

func escapeMarkdown(s string) string {
	return strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, "&", `\&`, "#", `\#`).Replace(s)
}

// maxName is how long a name can be that anybody would type.
const maxName = 60

// goName makes a name of the words of a title, or nothing when they have none
// that a name can begin with, or too many.
func goName(title string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(title, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9')
	}) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	name := b.String()
	if name == "" || len(name) > maxName || name[0] >= '0' && name[0] <= '9' {
		return ""
	}
	return name
}

func taken(c *catalog.Catalog, name string) bool {
	for _, p := range c.Pages {
		if strings.EqualFold(p.Name, name) || slices.ContainsFunc(p.Aliases, func(a string) bool { return strings.EqualFold(a, name) }) {
			return true
		}
	}
	return slices.ContainsFunc(c.Lock.Entries, func(e catalog.Entry) bool { return strings.EqualFold(e.Name, name) })
}

// Rel returns the page's path as messages print it.
func (p *Page) Rel() string { return path.Clean(filepath.ToSlash(p.File)) }
