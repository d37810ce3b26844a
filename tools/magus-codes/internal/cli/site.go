package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/egladman/magus/tools/magus-codes/internal/shelf"
	"github.com/egladman/magus/tools/magus-codes/internal/site"
)

type siteCmd struct {
	Out   string `help:"Folder to write; an earlier site there is replaced as a whole, anything else is refused." required:"" placeholder:"DIR"`
	Base  string `help:"Address that the site will have: adds canonical links, a sitemap, and pages at the addresses that the program prints." placeholder:"URL"`
	Title string `help:"Heading of the site."`
	Ref   string `help:"Put REF for {ref} in addresses instead of the catalog's ref."`
}

// Run writes the site.
func (c *siteCmd) Run(r *run) error {
	s, err := shelf.Open(r.catalog, c.Ref)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	stats, err := site.Build(ctx, site.Input{Catalog: s.Diag, Bodies: s.Bodies(), Files: os.DirFS(s.Dir), Title: c.Title, Base: c.Base}, c.Out)
	if err != nil {
		return err
	}
	for _, n := range stats.Notes {
		r.notef("%s", n)
	}
	fmt.Fprintf(r.stderr, "%s: wrote %s and %s to %s\n", program, plural(stats.Pages, "page"), plural(stats.Redirects, "redirect"), c.Out)
	return nil
}
