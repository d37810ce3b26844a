// Package shelf opens a catalog for the commands: the pages as
// internal/catalog checks them, and the catalog as programs take it.
package shelf

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/internal/catalog"
	"github.com/egladman/magus/internal/page"
)

// A Shelf is a catalog without faults.
type Shelf struct {
	*catalog.Catalog
	Diag *diag.Catalog // the same codes, as values; Find is not set

	bodies map[string][]byte
}

// Open loads the catalog in the folder dir. A ref that is not empty stands for
// the catalog's own. The error lists all faults.
func Open(dir, ref string) (*Shelf, error) {
	c, err := catalog.Load(dir, catalog.Options{Ref: ref})
	if err != nil {
		return nil, err
	}
	return &Shelf{Catalog: c, Diag: values(c), bodies: bodies(c)}, nil
}

func values(c *catalog.Catalog) *diag.Catalog {
	v := &diag.Catalog{Prefix: c.Prefix, Separator: c.Separator, MinDigits: c.MinDigits, MaxDigits: c.MaxDigits,
		Package: c.Package, Link: c.Link, Ref: c.Ref, Codes: make([]*diag.Descriptor, len(c.Pages))}
	for i, p := range c.Pages {
		v.Codes[i] = c.Descriptor(p)
		v.Codes[i].Index = i
	}
	for _, f := range c.Families {
		v.Families = append(v.Families, diag.Family{Name: f.Name, Title: f.Title})
	}
	return v
}

func bodies(c *catalog.Catalog) map[string][]byte {
	m := make(map[string][]byte, len(c.Pages))
	for _, p := range c.Pages {
		m[p.Code] = p.Body
	}
	return m
}

// Bodies returns the Markdown of all pages by code.
func (s *Shelf) Bodies() map[string][]byte { return s.bodies }

// Body returns the Markdown of the page of a code, nil when there is none.
func (s *Shelf) Body(code string) []byte { return s.bodies[code] }

// Old opens a catalog of the past, which may break rules that came later: each
// page must be sound by itself, and nothing else is checked.
func Old(dir string) (*Shelf, error) {
	name := filepath.Join(dir, catalog.ConfigName)
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("no %s there", catalog.ConfigName)
	}
	config, err := catalog.ParseConfig(filepath.ToSlash(name), data)
	if err != nil {
		return nil, err
	}
	c := &catalog.Catalog{Config: config, Dir: dir}
	var faults page.Errors
	for _, f := range config.Families {
		files, err := filepath.Glob(filepath.Join(dir, f.Name, "*.md"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			if !config.IsCode(strings.TrimSuffix(filepath.Base(file), ".md")) {
				continue
			}
			src, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			rules := config.Rules(f.Name)
			if rules.Level == nil {
				rules.Level = new(slog.Level)
				*rules.Level = slog.LevelError
			}
			p, errs := page.Parse(filepath.ToSlash(file), f.Name, src, rules)
			faults = append(faults, errs...)
			if p != nil {
				c.Pages = append(c.Pages, p)
			}
		}
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	slices.SortFunc(c.Pages, func(a, b *page.Page) int { return strings.Compare(a.Code, b.Code) })
	return &Shelf{Catalog: c, Diag: values(c), bodies: bodies(c)}, nil
}
