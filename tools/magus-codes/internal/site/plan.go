package site

import (
	"fmt"
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/tools/magus-codes/internal/gfm"
)

// A plan knows every address of the site before anything is written.
type plan struct {
	Input
	cat       *diag.Catalog
	base      *url.URL
	byCode    map[string]*diag.Descriptor
	position  map[*diag.Descriptor]int
	families  []*group
	family    map[string]*group
	tags      []*group
	tag       map[string]*group
	redirects []redirection
	notes     []string
	sentRaw   []*diag.Descriptor // whose printed address a page cannot answer for
	images    *images
	files     int
}

// A group is a family or a tag: a list of codes with a page of its own.
type group struct {
	Name, Title string
	File        string // slash-separated, below the root
	Codes       []*diag.Descriptor
}

// A redirection sends readers of the file from on to the file to.
type redirection struct{ from, to, label string }

func newPlan(in Input) (*plan, error) {
	base, err := parseBase(in.Base)
	if err != nil {
		return nil, err
	}
	p := &plan{Input: in, cat: in.Catalog, base: base, byCode: map[string]*diag.Descriptor{}, position: map[*diag.Descriptor]int{},
		family: map[string]*group{}, tag: map[string]*group{}}
	p.images = &images{fsys: in.Files, data: map[string][]byte{}}
	if p.Title == "" {
		p.Title = p.cat.Prefix + " diagnostic codes"
	}
	for i, d := range p.cat.Codes {
		p.byCode[d.Code] = d
		p.position[d] = i
	}
	p.groups()
	p.planRedirects()
	return p, nil
}

func (p *plan) groups() {
	slugs := map[string]bool{}
	add := func(kind, name, title string) *group {
		return &group{Name: name, Title: title, File: kind + "/" + unique(slugs, kind, name) + "/index.html"}
	}
	for _, f := range p.cat.Families {
		title := f.Title
		if title == "" {
			title = f.Name
		}
		g := add("family", f.Name, title)
		p.family[f.Name] = g
		p.families = append(p.families, g)
	}
	for _, d := range p.cat.Codes {
		g := p.family[d.Family]
		if g == nil {
			g = add("family", d.Family, d.Family)
			p.family[d.Family] = g
			p.families = append(p.families, g)
		}
		g.Codes = append(g.Codes, d)
		for _, t := range d.Tags {
			if p.byCode[t] == nil {
				g := p.tag[t]
				if g == nil {
					g = &group{Name: t, Title: t}
					p.tag[t] = g
				}
				g.Codes = append(g.Codes, d)
			}
		}
	}
	for _, t := range slices.Sorted(maps.Keys(p.tag)) {
		g := p.tag[t]
		g.File = "tag/" + unique(slugs, "tag", t) + "/index.html"
		p.tags = append(p.tags, g)
	}
	p.families = slices.DeleteFunc(p.families, func(g *group) bool { return len(g.Codes) == 0 })
}

// maxSegment bounds a path segment in bytes, so that one with a number behind it
// fits every file system.
const maxSegment = 120

// device matches names that Windows keeps for devices.
var device = regexp.MustCompile(`^(con|prn|aux|nul|com[0-9]|lpt[0-9])$`)

// unique gives name a path segment that no file system confuses with another.
func unique(used map[string]bool, kind, name string) string {
	slug := strings.Trim(gfm.Slug(name), "-_")
	for len(slug) > maxSegment {
		_, size := utf8.DecodeLastRuneInString(slug)
		slug = slug[:len(slug)-size]
	}
	if slug == "" {
		slug = kind
	}
	if device.MatchString(slug) {
		slug += "-" + kind
	}
	s := slug
	for n := 2; used[kind+"/"+s]; n++ {
		s = slug + "-" + strconv.Itoa(n)
	}
	used[kind+"/"+s] = true
	return s
}

var segmentForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)

// isSegment reports whether an alias can be the name of a folder everywhere.
func isSegment(alias string) bool {
	return segmentForm.MatchString(alias) && len(alias) <= maxSegment && !device.MatchString(strings.ToLower(alias))
}

// planRedirects gives a page to every alias, and to every address below base
// that the program prints and that is not the page's own.
func (p *plan) planRedirects() {
	used := map[string]bool{"family": true, "tag": true, "assets": true}
	for _, d := range p.cat.Codes {
		used[strings.ToLower(d.Code)] = true
	}
	for _, g := range slices.Concat(p.families, p.tags) {
		used[strings.TrimSuffix(g.File, "/index.html")] = true
	}
	add := func(name, file string, d *diag.Descriptor) {
		key := strings.ToLower(strings.TrimSuffix(file, "/index.html"))
		if used[key] {
			p.notes = append(p.notes, fmt.Sprintf("%s: no page for %s: the address is taken", d.Code, name))
			return
		}
		used[key] = true
		p.redirects = append(p.redirects, redirection{from: file, to: address(d.Code), label: d.Code})
	}
	for _, d := range p.cat.Codes {
		for _, a := range d.Aliases {
			if isSegment(a) {
				add("alias "+a, address(a), d)
			} else {
				p.notes = append(p.notes, fmt.Sprintf("%s: no page for alias %q: it is no path segment", d.Code, a))
			}
		}
		if file, ok := p.printed(d); ok && file != address(d.Code) {
			add(d.URL, file, d)
		}
	}
}

// printed returns the file that answers for the address which the program
// prints for d, when that address lies below the site's base.
func (p *plan) printed(d *diag.Descriptor) (string, bool) {
	u, err := url.Parse(d.URL)
	if p.base == nil || err != nil || u.Host != p.base.Host || !strings.HasPrefix(u.Path, p.base.Path) {
		return "", false
	}
	rest := strings.TrimPrefix(u.Path, p.base.Path)
	if rest == "" || path.Clean("/"+rest) != "/"+strings.TrimSuffix(rest, "/") {
		return "", false
	}
	switch {
	case strings.HasSuffix(rest, "/"):
		return rest + "index.html", true
	case strings.HasSuffix(rest, ".html"), strings.HasSuffix(rest, ".htm"):
		return rest, true
	case path.Ext(rest) == "":
		return rest + "/index.html", true
	}
	p.sentRaw = append(p.sentRaw, d)
	return "", false
}

func (p *plan) stats() Stats {
	notes := append(p.notes, p.images.notes...)
	if n := len(p.sentRaw); n > 0 {
		at := p.sentRaw[0].URL
		notes = append(notes, fmt.Sprintf("no page at %d of the printed addresses, such as %s: a server sends %s files as they are", n, at, path.Ext(at)))
	}
	return Stats{Pages: len(p.cat.Codes), Files: p.files, Redirects: len(p.redirects), Notes: notes}
}
