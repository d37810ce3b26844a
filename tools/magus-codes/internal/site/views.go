package site

import (
	"bytes"
	"cmp"
	"embed"
	"html/template"
	"log/slog"
	"strconv"
	"strings"

	"github.com/egladman/magus/diag"
)

//go:embed templates
var templateFiles embed.FS

var templates = template.Must(template.ParseFS(templateFiles, "templates/*.html"))

// A frame is what every page has.
type frame struct {
	Root, Site, Here, Title, Description, Canonical, Footer string

	Heading, Lead string
	D             *codeView
	Sections      []section
	Groups        []groupView
}

type section struct {
	Heading, Href string
	Codes         []row
}

type row struct {
	Href, Code, Title, Description, Level, Status string
	Draft                                         bool
}

type groupView struct {
	Href, Title string
	Count       int
}

type ref struct{ Text, Href string }

type fact struct {
	Name   string
	Values []ref
}

type eventView struct {
	Name, Level string
	Message     []piece
	Fields      []diag.Field
}

type piece struct {
	Text  string
	Place bool
}

type codeView struct {
	row
	Family, FamilyHref  string
	StatusSince, Reason string
	Hint, Permalink     string
	PermalinkHref       string
	Anchor              string
	Places              []string
	ReplacedBy          []ref
	Facts               []fact
	Events              []eventView
	Body                template.HTML
	Prev, Next          *ref
}

func (p *plan) frame(file, title string) frame {
	f := frame{Root: up(file), Site: p.Title, Title: title, Footer: strconv.Itoa(len(p.cat.Codes)) + " codes of " + p.cat.Prefix + "."}
	if len(p.cat.Codes) == 1 {
		f.Footer = "1 code of " + p.cat.Prefix + "."
	}
	f.Canonical = p.absolute(file)
	return f
}

// absolute is the public address of a file, empty without a base.
func (p *plan) absolute(file string) string {
	if p.base == nil {
		return ""
	}
	return p.base.String() + escapePath(strings.TrimSuffix(file, "index.html"))
}

func (p *plan) row(root string, d *diag.Descriptor) row {
	return row{Href: root + address(d.Code), Code: d.Code, Title: d.Title, Description: d.Description,
		Level: levelName(d.Level), Status: d.Status.String(), Draft: d.Draft}
}

func (p *plan) codePage(d *diag.Descriptor) ([]byte, error) {
	body, anchor, places, err := p.body(d)
	if err != nil {
		return nil, err
	}
	file := address(d.Code)
	fam := p.family[d.Family]
	v := &codeView{row: p.row("../", d), Family: fam.Title, FamilyHref: escapePath(fam.File),
		StatusSince: d.StatusSince, Reason: d.Reason, Hint: d.Hint,
		ReplacedBy: p.refs(d.ReplacedBy), Anchor: anchor, Places: places, Body: template.HTML(body)} // #nosec: body comes from nodes, which escape
	v.Permalink = cmp.Or(p.absolute(file), d.URL)
	v.PermalinkHref = v.Permalink
	if v.Permalink == "" {
		v.Permalink, v.PermalinkHref = d.Code, "index.html"
	}
	v.Facts = p.facts(d)
	for _, e := range d.Events {
		v.Events = append(v.Events, eventView{Name: e.Name, Level: levelName(e.Level), Message: pieces(e.Message), Fields: e.Fields})
	}
	v.Prev, v.Next = p.neighbours(d)
	f := p.frame(file, d.Code+": "+d.Title)
	f.Description, f.D = d.Description, v
	return render("code", f)
}

func (p *plan) facts(d *diag.Descriptor) []fact {
	var all []fact
	add := func(name string, values ...ref) {
		if len(values) > 0 && values[0].Text != "" {
			all = append(all, fact{name, values})
		}
	}
	add("Name", ref{Text: d.Name})
	add("Family", ref{p.family[d.Family].Title, "../" + escapePath(p.family[d.Family].File)})
	add("Since", ref{Text: d.Since})
	if d.Exit != 0 {
		add("Exit status", ref{Text: strconv.Itoa(d.Exit)})
	}
	if d.Once {
		add("Printed", ref{Text: "once per process"})
	}
	var aliases, tags []ref
	for _, a := range d.Aliases {
		aliases = append(aliases, ref{Text: a})
	}
	for _, t := range d.Tags {
		if g := p.tag[t]; g != nil {
			tags = append(tags, ref{t, "../" + escapePath(g.File)})
		}
	}
	add("Also known as", aliases...)
	add("Tags", tags...)
	add("Related", p.refs(d.Related)...)
	return all
}

// refs links the codes of a list; what is no code of the catalog stays text.
func (p *plan) refs(codes []string) []ref {
	var all []ref
	for _, c := range codes {
		r := ref{Text: c}
		if d := p.byCode[c]; d != nil {
			r = ref{c + " " + d.Title, "../" + address(c)}
		}
		all = append(all, r)
	}
	return all
}

func (p *plan) neighbours(d *diag.Descriptor) (prev, next *ref) {
	at := func(i int) *ref {
		if i < 0 || i >= len(p.cat.Codes) {
			return nil
		}
		n := p.cat.Codes[i]
		return &ref{n.Code + " " + n.Title, "../" + address(n.Code)}
	}
	i := p.position[d]
	return at(i - 1), at(i + 1)
}

// pieces cuts a message at its {field} places.
func pieces(message string) []piece {
	var all []piece
	for message != "" {
		open := strings.IndexByte(message, '{')
		end := strings.IndexByte(message[open+1:], '}') + open + 1
		if open < 0 || end <= open {
			return append(all, piece{Text: message})
		}
		if open > 0 {
			all = append(all, piece{Text: message[:open]})
		}
		all = append(all, piece{Text: message[open : end+1], Place: true})
		message = message[end+1:]
	}
	return all
}

func levelName(l slog.Level) string { return strings.ToLower(l.String()) }

func render(name string, data any) ([]byte, error) {
	var b bytes.Buffer
	err := templates.ExecuteTemplate(&b, name, data)
	return b.Bytes(), err
}
