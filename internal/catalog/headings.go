package catalog

import (
	"bytes"
	"slices"
	"strings"

	"github.com/egladman/magus/internal/page"
)

// missingHeadings returns those of the headings that a page in use lacks.
func missingHeadings(p *page.Page, wanted []string) []string {
	if len(wanted) == 0 || p.Status.State == "retired" || p.Draft {
		return nil
	}
	found := headings(p)
	var missing []string
	for _, w := range wanted {
		if !slices.ContainsFunc(found, func(h string) bool { return strings.EqualFold(h, w) }) {
			missing = append(missing, w)
		}
	}
	return missing
}

// headings returns the texts of a page's headings of both Markdown forms.
func headings(p *page.Page) []string {
	code := map[int]bool{} // lines inside fences
	for f := range p.Fences() {
		for _, l := range f.Lines {
			code[l.Pos.Line] = true
		}
	}
	var found []string
	above := ""
	number := p.BodyLine
	for line := range bytes.Lines(p.Body) {
		text := strings.TrimRight(string(line), " \t\r\n")
		inset := len(text) - len(strings.TrimLeft(text, " "))
		text = text[inset:]
		switch {
		case code[number] || inset > 3:
			text = ""
		case strings.HasPrefix(text, "#"):
			mark := len(text) - len(strings.TrimLeft(text, "#"))
			if rest := text[mark:]; mark <= 6 && rest != "" && (rest[0] == ' ' || rest[0] == '\t') {
				found = append(found, strings.TrimSpace(strings.TrimRight(strings.TrimSpace(rest), "#")))
			}
			text = ""
		case above != "" && text != "" && (strings.Trim(text, "=") == "" || strings.Trim(text, "-") == ""):
			found = append(found, above)
		}
		above = text
		number++
	}
	return found
}

// fewPages is up to how many pages without a heading are named one by one.
const fewPages = 3

// headings reports pages that lack a heading, together when they are many.
func (k *checker) headings(missing map[*page.Page][]string) {
	for _, h := range k.Headings {
		var pages []*page.Page
		var codes []string
		for _, p := range k.Pages {
			if slices.Contains(missing[p], h) {
				pages, codes = append(pages, p), append(codes, p.Code)
			}
		}
		if len(pages) > fewPages {
			k.problems.Addf(k.Config.File, k.At("headings"), "%s without the heading %s (%s): write it in each, or take it out of headings",
				count(len(pages), "page"), quote(h), list(codes))
			continue
		}
		for _, p := range pages {
			k.problems.Addf(p.File, page.Pos{Line: p.BodyLine, Column: 1}, "no heading %s, which %s asks for: add a line %s", quote(h), k.Config.File, quote("## "+h))
		}
	}
}
