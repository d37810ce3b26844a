package site

import (
	"net/url"
	"path"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"github.com/egladman/magus/diag"
)

// noHref marks a link that must not be followed; it is rendered as its text.
const noHref = "data-no-href"

// resolve turns the target of a link or an image on d's page into one that
// holds on the site.
func (p *plan) resolve(n ast.Node, d *diag.Descriptor) {
	switch n := n.(type) {
	case *ast.Link:
		if to, ok := p.target(written(n.Destination), d); ok {
			n.Destination = []byte(to)
		} else {
			n.SetAttributeString(noHref, true)
		}
	case *ast.Image:
		dest := written(n.Destination)
		if file, ok := p.images.take(d.Family, dest); ok {
			n.Destination = []byte("../" + escapePath(file))
			return
		}
		n.SetAttributeString(noHref, true)
		if to, ok := p.target(dest, d); ok {
			n.Destination = []byte(to)
		} else {
			n.Destination = nil
		}
	}
}

// written returns a destination as a browser would read it: goldmark leaves
// entities and escapes to its renderer, and a scheme can hide in them.
func written(dest []byte) string { return string(util.URLEscape(dest, true)) }

// target resolves dest, as written on d's page: pages of the catalog become
// pages of the site, other relative ones follow the address that the program
// prints, and anything but http, https and mailto is refused.
func (p *plan) target(dest string, d *diag.Descriptor) (string, bool) {
	u, err := url.Parse(dest)
	if err != nil {
		return "", false
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https":
		return dest, u.Host != ""
	case "mailto":
		return dest, true
	case "":
	default:
		return "", false
	}
	if u.Host != "" {
		return "https:" + dest, true
	}
	if u.Path == "" {
		return dest, strings.HasPrefix(dest, "#")
	}
	fragment := ""
	if u.Fragment != "" {
		fragment = "#" + u.EscapedFragment()
	}
	if to, ok := p.inside(path.Clean(path.Join(d.Family, u.Path))); ok && !strings.HasPrefix(u.Path, "/") {
		return "../" + to + fragment, true
	}
	page, err := url.Parse(d.URL)
	if err != nil || (page.Scheme != "https" && page.Scheme != "http") {
		return "", false
	}
	return page.ResolveReference(u).String(), true
}

// inside maps a path of the catalog's folder to a file of the site.
func (p *plan) inside(name string) (string, bool) {
	dir, file := path.Split(name)
	dir = strings.TrimSuffix(dir, "/")
	if code, ok := strings.CutSuffix(file, ".md"); ok {
		if d := p.byCode[code]; d != nil && d.Family == dir {
			return address(code), true
		}
	}
	if file == "README.md" {
		if dir == "" {
			return "index.html", true
		}
		name = dir
	}
	if g := p.family[name]; g != nil {
		return escapePath(g.File), true
	}
	return "", false
}

func escapePath(p string) string { return (&url.URL{Path: p}).EscapedPath() }
