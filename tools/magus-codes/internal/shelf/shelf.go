// Package shelf opens a catalog for the commands: the pages as
// internal/catalog checks them, and the catalog as programs take it.
package shelf

import (
	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/internal/catalog"
)

// A Shelf is a catalog without faults.
type Shelf struct {
	*catalog.Catalog
	Diag *diag.Catalog // the same codes, as values; Find is not set
}

// Open loads the catalog in the folder dir. A ref that is not empty stands for
// the catalog's own. The error lists all faults.
func Open(dir, ref string) (*Shelf, error) {
	c, err := catalog.Load(dir, catalog.Options{Ref: ref})
	if err != nil {
		return nil, err
	}
	return &Shelf{Catalog: c, Diag: values(c)}, nil
}

func values(c *catalog.Catalog) *diag.Catalog {
	v := &diag.Catalog{Prefix: c.Prefix, Separator: c.Separator, MinDigits: c.MinDigits, MaxDigits: c.MaxDigits,
		Package: c.Package, Link: c.Link, Ref: c.Ref, Codes: c.Descriptors()}
	for _, f := range c.Families {
		v.Families = append(v.Families, diag.Family{Name: f.Name, Title: f.Title})
	}
	return v
}

// Body returns the Markdown of the page of a code, nil when there is none.
func (s *Shelf) Body(code string) []byte {
	if p := s.Page(code); p != nil {
		return p.Body
	}
	return nil
}
