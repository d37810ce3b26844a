package check

import (
	"math"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"github.com/egladman/magus/internal/page"
	"github.com/egladman/magus/tools/magus-codes/internal/gfm"
)

// links checks every link and picture of a file.
func (c *checker) links(d *doc) {
	c.definitions(d)
	_ = ast.Walk(d.tree.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			c.link(d, d.place(n), written(n.Destination), "link")
		case *ast.AutoLink:
			if n.AutoLinkType == ast.AutoLinkURL {
				c.link(d, d.place(n), string(n.URL(d.body)), "link")
			}
		case *ast.Image:
			pos := d.place(n)
			if strings.TrimSpace(gfm.Text(n, d.body)) == "" {
				c.addf("image", d.file, pos, "picture %s without words for those who cannot see it: want ![what it shows](%s)", quote(written(n.Destination)), written(n.Destination))
			}
			c.link(d, pos, written(n.Destination), "image")
		case *ast.RawHTML:
			c.html(d, n.Segments)
		case *ast.HTMLBlock:
			c.html(d, n.Lines())
		}
		return ast.WalkContinue, nil
	})
}

// place is where a node stands, or its block when that is not known.
func (d *doc) place(n ast.Node) page.Pos {
	for ; n != nil; n = n.Parent() {
		if p := n.Pos(); p >= 0 && p <= len(d.body) && n.Kind() != ast.KindDocument {
			return d.at(p)
		}
	}
	return page.Pos{Line: d.line, Column: 1}
}

// written is a destination as a browser would read it.
func written(dest []byte) string { return string(util.URLEscape(dest, true)) }

// link checks one target; rule is link or image.
func (c *checker) link(d *doc, pos page.Pos, dest, rule string) {
	u, err := url.Parse(dest)
	switch {
	case err != nil:
		c.addf("url", d.file, pos, "address %s: %s", quote(dest), urlFault(err))
	case u.Scheme == "http" || u.Scheme == "https":
		if u.Host == "" || strings.ContainsAny(u.Host, "%<>\"") {
			c.addf("url", d.file, pos, "address %s has no host: want https://host/path", quote(dest))
		}
		if n, err := strconv.Atoi(u.Port()); u.Port() != "" && (err != nil || n > math.MaxUint16) {
			c.addf("url", d.file, pos, "address %s has the port %s: want at most 65535", quote(dest), u.Port())
		}
	case u.Scheme == "mailto":
		if u.Opaque == "" {
			c.addf("url", d.file, pos, "address %s names nobody", quote(dest))
		}
	case u.Scheme != "":
		c.addf("url", d.file, pos, "address %s has the scheme %q: want https, http, mailto or a relative path", quote(dest), u.Scheme)
	case u.Host != "":
		c.addf("url", d.file, pos, "address %s has no scheme: want https:%s", quote(dest), dest)
	case u.Path == "" && u.Fragment == "":
		c.addf(rule, d.file, pos, "link without a target: name a page, a heading or an address")
	case u.Path == "":
		c.fragment(d, pos, d, u.Fragment)
	default:
		c.relative(d, pos, u, rule)
	}
}

func urlFault(err error) string {
	if ue, ok := err.(*url.Error); ok {
		return ue.Err.Error()
	}
	return err.Error()
}

func (c *checker) relative(d *doc, pos page.Pos, u *url.URL, rule string) {
	if strings.HasPrefix(u.Path, "/") {
		c.addf(rule, d.file, pos, "%s begins with a slash, which means another place on every host: want a path from this file", quote(u.Path))
		return
	}
	abs, err := filepath.Abs(filepath.Join(filepath.Dir(filepath.FromSlash(d.file)), filepath.FromSlash(u.Path)))
	if err != nil || !c.tree.inside(abs) {
		c.addf(rule, d.file, pos, "%s leads out of the tree: want a path inside the repository, or an address", quote(u.Path))
		return
	}
	if escaped := strings.ToLower(u.EscapedPath()); strings.Contains(escaped, "%2f") || strings.Contains(escaped, "%5c") {
		c.addf(rule, d.file, pos, "%s has an escaped slash or a backslash, which no browser takes for a folder's end: want /", quote(u.Path))
		return
	}
	found, spelled := c.tree.look(abs)
	switch found {
	case missing:
		c.addf(rule, d.file, pos, "%s does not exist%s", quote(u.Path), c.suggest(d, abs))
	case otherCase:
		c.addf(rule, d.file, pos, "%s is spelled in another case: want %s", quote(u.Path), quote(from(d.file, spelled)))
	case folderKind:
		hint := "want a file in it"
		if k, _ := c.tree.look(filepath.Join(abs, "README.md")); k == fileKind {
			hint = "want " + quote(from(d.file, filepath.Join(abs, "README.md")))
		}
		c.addf(rule, d.file, pos, "%s is a folder: %s", quote(u.Path), hint)
	case fileKind:
		if strings.HasSuffix(u.Path, "/") {
			c.addf(rule, d.file, pos, "%s is a file and ends with a slash: leave the slash out", quote(u.Path))
		}
		if u.Fragment != "" && strings.HasSuffix(abs, ".md") {
			c.fragment(d, pos, c.other(abs), u.Fragment)
		}
	}
}

// other returns the document at an absolute path, which may be none of the
// catalog's; nil when it cannot be read.
func (c *checker) other(abs string) *doc {
	key := filepath.ToSlash(abs)
	c.mu.Lock()
	known, ok := c.byFile[key]
	c.mu.Unlock()
	if ok {
		return known
	}
	var d *doc
	if src, err := readSome(abs); err == nil {
		d = &doc{file: key, body: []byte(strings.ReplaceAll(string(src), "\r\n", "\n")), line: 1}
	}
	c.mu.Lock()
	c.byFile[key] = d
	c.mu.Unlock()
	return d
}

// suggest names what a missing target could have been: the file with its
// extension, or a code's page in another folder.
func (c *checker) suggest(d *doc, abs string) string {
	if k, at := c.tree.look(abs + ".md"); k == fileKind || k == otherCase {
		return ": want " + quote(from(d.file, at))
	}
	stem := strings.TrimSuffix(filepath.Base(abs), filepath.Ext(abs))
	if to := c.codes[strings.ToUpper(stem)]; to != nil {
		return ": the page is " + quote(from(d.file, to.file))
	}
	if code, ok := c.alias[strings.ToUpper(stem)]; ok {
		return ": " + stem + " is an old name of " + code
	}
	return ""
}

// from spells the way from a file to another with slashes.
func from(file, to string) string {
	base, err1 := filepath.Abs(filepath.Dir(filepath.FromSlash(file)))
	target, err2 := filepath.Abs(filepath.FromSlash(to))
	if err1 == nil && err2 == nil {
		if rel, err := filepath.Rel(base, target); err == nil {
			return filepath.ToSlash(rel)
		}
	}
	return filepath.ToSlash(to)
}

// fragment checks that a heading, or an anchor in HTML, has the fragment.
func (c *checker) fragment(d *doc, pos page.Pos, to *doc, fragment string) {
	if to == nil {
		return
	}
	all := to.fragments()
	if slices.Contains(all, fragment) || fragment == "top" {
		return
	}
	hint := ""
	for _, f := range all {
		if strings.EqualFold(f, fragment) || f == gfm.Slug(fragment) {
			hint = ": want #" + f
		}
	}
	if hint == "" {
		hint = ": it has " + some(all)
	}
	where := "this file"
	if to != d {
		where = from(d.file, to.file)
	}
	c.addf("anchor", d.file, pos, "no heading or anchor of %s has the fragment %s%s", where, quote("#"+fragment), hint)
}

func some(fragments []string) string {
	const most = 8
	if len(fragments) == 0 {
		return "none"
	}
	more := ""
	if len(fragments) > most {
		fragments, more = fragments[:most], " and more"
	}
	return "#" + strings.Join(fragments, ", #") + more
}

// fragments returns what a link into the document can name. It does not use
// the tree of the document, which another goroutine may be making.
func (d *doc) fragments() []string {
	d.once.Do(func() {
		root, _ := gfm.Parse(d.body)
		for _, h := range gfm.Headings(root, d.body) {
			if h.Slug != "" {
				d.names = append(d.names, h.Slug)
			}
		}
		d.names = append(d.names, gfm.Anchors(root, d.body)...)
	})
	return d.names
}

func quote(s string) string {
	if s == "" {
		return `""`
	}
	return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"`
}
