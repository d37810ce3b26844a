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
		if !slices.ContainsFunc(found, func(h heading) bool { return strings.EqualFold(h.text, w) }) {
			missing = append(missing, w)
		}
	}
	return missing
}

// otherCode reports a page whose first heading of the highest rank begins with
// another code than its own.
func otherCode(p *page.Page, rules page.Rules) page.Errors {
	if !bytes.Contains(p.Body, []byte(rules.Prefix)) {
		return nil
	}
	first, _, _ := bytes.Cut(bytes.TrimLeft(p.Body, "\n"), []byte("\n"))
	if bytes.HasPrefix(first, []byte("# "+p.Code+":")) {
		return nil // as most pages begin
	}
	found := headings(p)
	i := slices.IndexFunc(found, func(h heading) bool { return h.rank == 1 })
	if i < 0 {
		return nil
	}
	word := strings.TrimRight(strings.Fields(found[i].text + " -")[0], ":.,")
	if word == p.Code || !rules.IsCode(word) {
		return nil
	}
	var faults page.Errors
	faults.Addf(p.File, page.Pos{Line: found[i].line, Column: 1}, "heading %s begins with another code: want %s, the page's own", quote(found[i].text), p.Code)
	return faults
}

// A heading is one of Markdown, of either form.
type heading struct {
	text string
	rank int // 1 is the highest
	line int
}

// headings returns a page's headings.
func headings(p *page.Page) []heading {
	code := map[int]bool{} // lines inside fences
	for f := range p.Fences() {
		for _, l := range f.Lines {
			code[l.Pos.Line] = true
		}
	}
	var found []heading
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
				found = append(found, heading{strings.TrimSpace(strings.TrimRight(strings.TrimSpace(rest), "#")), mark, number})
			}
			text = ""
		case above != "" && text != "" && (strings.Trim(text, "=") == "" || strings.Trim(text, "-") == ""):
			found = append(found, heading{above, map[byte]int{'=': 1, '-': 2}[text[0]], number - 1})
		}
		above = text
		number++
	}
	return found
}

// headings reports pages that lack a heading, together when they are many.
func (k *checker) headings(missing map[*page.Page][]string) {
	for rank, h := range k.Headings {
		var pages []*page.Page
		var codes []string
		for _, p := range k.Pages {
			if slices.Contains(missing[p], h) {
				pages, codes = append(pages, p), append(codes, p.Code)
			}
		}
		if !k.few(len(pages), "") {
			k.problems.Addf(k.Config.File, k.At("headings"), "%s without the heading %s (%s): write it in each, or take it out of headings",
				count(len(pages), "page"), quote(h), list(codes))
			k.problems[len(k.problems)-1].Rank = rank
			continue
		}
		for _, p := range pages {
			k.problems.Addf(p.File, page.Pos{Line: p.BodyLine, Column: 1}, "no heading %s, which %s asks for: add a line %s", quote(h), k.Config.File, quote("## "+h))
			k.problems[len(k.problems)-1].Rank = rank
		}
	}
}
