package cli

import (
	"bytes"

	"github.com/egladman/magus/tools/magus-codes/internal/export"
	"github.com/egladman/magus/tools/magus-codes/internal/outdir"
	"github.com/egladman/magus/tools/magus-codes/internal/shelf"
)

type exportCmd struct {
	Format string `help:"json, sarif (rules), md (table), llms (llms.txt), man (section) or problems (RFC 9457)." enum:"json,sarif,md,llms,man,problems" required:""`
	Out    string `help:"File to write instead of standard output, whole or not at all." placeholder:"FILE"`
	Ref    string `help:"Put REF for {ref} in addresses instead of the catalog's ref."`
}

// Run exports the catalog.
func (c *exportCmd) Run(r *run) error {
	s, err := shelf.Open(r.catalog, c.Ref)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := export.Write(&b, c.Format, s.Diag, s.Body); err != nil {
		return err
	}
	return r.put(c.Out, b.Bytes())
}

// put writes to a file, or to standard output when it has no name.
func (r *run) put(name string, data []byte) error {
	if name == "" {
		_, err := r.stdout.Write(data)
		return err
	}
	_, err := outdir.WriteFile(name, data)
	return err
}
