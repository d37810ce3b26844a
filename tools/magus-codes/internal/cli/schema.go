package cli

import "github.com/egladman/magus/tools/magus-codes/internal/schema"

type schemaCmd struct {
	Name string `arg:"" help:"front-matter, catalog (catalog.yaml) or catalog-export (export --format json)." enum:"front-matter,catalog,catalog-export"`
	Out  string `help:"File to write instead of standard output." placeholder:"FILE"`
}

// Run prints a schema.
func (c *schemaCmd) Run(r *run) error { return r.put(c.Out, schema.Make(c.Name)) }
