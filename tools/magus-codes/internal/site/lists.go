package site

import (
	"encoding/xml"
	"fmt"
	"slices"
	"strings"

	"github.com/egladman/magus/diag"
)

// lists writes the index, the families and the tags.
func (p *plan) lists(w *writer) {
	put := func(template, file, here, title string, fill func(*frame)) {
		f := p.frame(file, title)
		f.Here, f.Heading = here, title
		fill(&f)
		data, err := render(template, f)
		if err != nil && w.err == nil {
			w.err = err
		}
		w.put(file, data)
	}
	put("codes", "index.html", "index", p.Title, func(f *frame) {
		f.Lead = "Every code that the program prints, by family. Press / to search."
		for _, g := range p.families {
			f.Sections = append(f.Sections, section{g.Title, escapePath(g.File), p.rows("", g.Codes)})
		}
	})
	put("groups", "family/index.html", "family", "Families", func(f *frame) { f.Groups = views(p.families) })
	put("groups", "tag/index.html", "tag", "Tags", func(f *frame) { f.Groups = views(p.tags) })
	for _, g := range slices.Concat(p.families, p.tags) {
		here, _, _ := strings.Cut(g.File, "/")
		title := g.Title
		if here == "tag" {
			title = "Tag: " + title
		}
		put("codes", g.File, "", title, func(f *frame) { f.Sections = []section{{"", "", p.rows("../../", g.Codes)}} })
	}
}

func (p *plan) rows(root string, codes []*diag.Descriptor) []row {
	all := make([]row, len(codes))
	for i, d := range codes {
		all[i] = p.row(root, d)
	}
	return all
}

func views(groups []*group) []groupView {
	var all []groupView
	for _, g := range groups {
		all = append(all, groupView{"../" + escapePath(g.File), g.Title, len(g.Codes)})
	}
	return all
}

func (p *plan) redirect(r redirection) ([]byte, error) {
	root := up(r.from)
	return render("redirect", struct{ Root, Href, Label, Canonical string }{root, root + r.to, r.label, p.absolute(r.to)})
}

func (p *plan) sitemap() []byte {
	var b strings.Builder
	b.WriteString(xml.Header + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	add := func(file string) {
		var loc strings.Builder
		_ = xml.EscapeText(&loc, []byte(p.absolute(file)))
		fmt.Fprintf(&b, "<url><loc>%s</loc></url>\n", loc.String())
	}
	add("index.html")
	for _, d := range p.cat.Codes {
		add(address(d.Code))
	}
	b.WriteString("</urlset>\n")
	return []byte(b.String())
}
