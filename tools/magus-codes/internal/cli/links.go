package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/egladman/magus/internal/page"
	"github.com/egladman/magus/internal/text"
	"github.com/egladman/magus/tools/magus-codes/internal/index"
	"github.com/egladman/magus/tools/magus-codes/internal/links"
	"github.com/egladman/magus/tools/magus-codes/internal/outdir"
	"github.com/egladman/magus/tools/magus-codes/internal/shelf"
	"github.com/egladman/magus/tools/magus-codes/internal/version"
)

type linksCmd struct {
	Format  string   `help:"Table of addresses: text, json or redirects (_redirects of static hosts)." enum:"text,json,redirects" default:"text"`
	Ref     string   `help:"Put REF for {ref} in addresses instead of the catalog's ref."`
	Base    string   `help:"Give the addresses of a site built at URL, which depend on the code alone." placeholder:"URL"`
	Was     []string `help:"With --format redirects: an older version, REV or exported catalog.json, whose addresses must lead on." placeholder:"VERSION" sep:"none"`
	Out     string   `help:"File to write instead of standard output." placeholder:"FILE"`
	Index   bool     `help:"Instead of a table: bring the lists between <!-- magus-codes: index --> and end up to date, in FILES, else in the README.md of the catalog and its families."`
	Check   bool     `help:"With --index: write nothing, and fail when a list is stale."`
	Against string   `help:"Instead of a table: prove that every address exists, in a folder served at --base, a sitemap, or a file with an address a line." placeholder:"PATH"`
	Files   []string `arg:"" optional:"" help:"With --index: Markdown files to bring up to date."`
}

// Run makes tables or indexes, or proves addresses.
func (c *linksCmd) Run(r *run) error {
	switch {
	case c.Index && c.Against != "":
		return usagef("--index and --against are two tasks: use one at a time")
	case !c.Index && (c.Check || len(c.Files) > 0):
		return usagef("--check and FILES go with --index")
	case len(c.Was) > 0 && c.Format != "redirects":
		return usagef("--was goes with --format redirects")
	}
	s, err := shelf.Open(r.catalog, c.Ref)
	if err != nil {
		return err
	}
	switch {
	case c.Index:
		return c.index(r, s)
	case c.Against != "":
		return c.prove(r, s)
	case c.Format == "redirects":
		return c.redirects(r, s)
	}
	table, err := links.Table(s.Diag, c.Base)
	if err != nil {
		return usageError{err}
	}
	if c.Format == "json" {
		return r.json(c.Out, table)
	}
	var b bytes.Buffer
	for _, a := range table {
		fmt.Fprintf(&b, "%s %s\n", a.Code, a.URL)
	}
	return r.put(c.Out, b.Bytes())
}

func (r *run) json(name string, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	return r.put(name, b.Bytes())
}

func (c *linksCmd) redirects(r *run, s *shelf.Shelf) error {
	var older []map[string]string
	for _, source := range c.Was {
		old, err := version.Read(r.catalog, source)
		if err != nil {
			return err
		}
		urls := map[string]string{}
		for _, code := range old.Codes {
			urls[code.Code] = code.URL
		}
		older = append(older, urls)
	}
	all, err := links.Redirects(s.Diag, c.Base, older)
	if err != nil {
		return usageError{err}
	}
	var b bytes.Buffer
	for _, to := range all {
		fmt.Fprintf(&b, "%s %s 301\n", to.From, to.To)
	}
	return r.put(c.Out, b.Bytes())
}

func (c *linksCmd) prove(r *run, s *shelf.Shelf) error {
	table, err := links.Table(s.Diag, "") // what the program prints, whatever base is
	if err != nil {
		return err
	}
	missing, err := links.Prove(s.Diag, table, c.Against, c.Base)
	if err != nil {
		return err
	}
	if c.Format == "json" {
		if err := r.json(c.Out, missing); err != nil {
			return err
		}
	} else {
		var b bytes.Buffer
		for _, m := range missing {
			fmt.Fprintf(&b, "%s %s: %s\n", m.Code, m.URL, text.Visible(m.Why))
		}
		if err := r.put(c.Out, b.Bytes()); err != nil {
			return err
		}
	}
	fmt.Fprintf(r.stderr, "%s: of %s, %d missing\n", program, plural(len(table), "page address", "es"), len(missing))
	if len(missing) > 0 {
		return errFound
	}
	return nil
}

// An edited file is one whose index is made anew; nothing is written before
// all are.
type edited struct {
	name string
	data []byte
}

func (c *linksCmd) index(r *run, s *shelf.Shelf) error {
	files, named := c.Files, len(c.Files) > 0
	if !named {
		files = readmes(s)
	}
	var stale []edited
	var faults page.Errors
	for _, name := range files {
		if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("%s: not a regular file: name a Markdown file", filepath.ToSlash(name))
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		dir, up, err := place(s.Dir, name)
		if err != nil {
			return err
		}
		out, err := index.Edit(filepath.ToSlash(name), src, func(what string) ([]string, error) { return index.Lines(s.Diag, dir, up, what) })
		var list page.Errors
		switch {
		case errors.As(err, &list):
			faults = append(faults, list...)
		case errors.Is(err, index.ErrNoMarkers) && !named:
			r.notef("%s", err)
		case err != nil:
			return err
		case !bytes.Equal(src, out):
			stale = append(stale, edited{name, out})
		}
	}
	if err := faults.Err(); err != nil {
		return err
	}
	for _, f := range stale {
		if c.Check {
			fmt.Fprintf(r.stdout, "%s: the index is stale: run %s links --index\n", text.Visible(filepath.ToSlash(f.name)), program)
			continue
		}
		if _, err := outdir.WriteFile(f.name, f.data); err != nil {
			return err
		}
		fmt.Fprintf(r.stderr, "%s: wrote %s\n", program, text.Visible(filepath.ToSlash(f.name)))
	}
	if c.Check && len(stale) > 0 {
		return errFound
	}
	return nil
}

func readmes(s *shelf.Shelf) []string {
	names := []string{filepath.Join(s.Dir, "README.md")}
	for _, f := range s.Families {
		names = append(names, filepath.Join(s.Dir, f.Name, "README.md"))
	}
	var there []string
	for _, n := range names {
		if _, err := os.Stat(n); !errors.Is(err, fs.ErrNotExist) {
			there = append(there, n)
		}
	}
	return there
}

// place tells in which folder of the catalog a file lies, or, for a file
// elsewhere, the way from it to the catalog.
func place(catalog, file string) (dir, up string, err error) {
	base, err := filepath.Abs(catalog)
	if err != nil {
		return "", "", err
	}
	at, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return "", "", err
	}
	rel, err := filepath.Rel(base, at)
	if err == nil && rel == "." {
		return "", "", nil
	}
	if err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return filepath.ToSlash(rel), "", nil
	}
	back, err := filepath.Rel(at, base)
	return "", filepath.ToSlash(back), err
}
