package cli

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/egladman/magus/tools/magus-codes/internal/scaffold"
	"github.com/egladman/magus/tools/magus-codes/internal/shelf"
)

type newCmd struct {
	Family string `arg:"" help:"Family of the code, as in catalog.yaml."`
	Title  string `arg:"" help:"What happened, in a few words, without the code."`
	Level  string `help:"debug, info, warn or error; without it the family's level, else error." enum:",debug,info,warn,error" default:""`
	Since  string `help:"Version that will first have the code."`
	DryRun bool   `help:"Print the page and write nothing." name:"dry-run"`
}

// Run writes a page.
func (c *newCmd) Run(r *run) error {
	s, err := shelf.Open(r.catalog, "")
	if err != nil {
		return err
	}
	p, err := scaffold.Plan(s.Catalog, c.Family, c.Title, c.Level, c.Since)
	if err != nil {
		return err
	}
	if c.DryRun {
		_, err := r.stdout.Write(p.Source)
		return err
	}
	if err := p.Write(); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists and is left alone: another branch or a faulty page has this number", p.Rel())
	} else if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(r.stdout, p.Rel()); err != nil {
		return err
	}
	fmt.Fprintf(r.stderr, `%s: wrote %s
next: 1. write the page: description, message and fields, the text under each heading; then drop "draft: true"
      2. make the registry: go generate ./...
      3. emit it where it happens, and check: %s check
`, program, p.Rel(), program)
	return nil
}
