package cli

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"text/tabwriter"

	"github.com/egladman/magus/internal/catalog"
	"github.com/egladman/magus/internal/text"
	"github.com/egladman/magus/tools/magus-codes/internal/shelf"
)

type listCmd struct {
	Format string `help:"text or json." enum:"text,json" default:"text"`
}

type listed struct {
	Pages   []listedPage `json:"pages"`
	Skipped []skipped    `json:"skipped"`
}

type listedPage struct {
	Code   string `json:"code"`
	Level  string `json:"level"`
	Status string `json:"status"`
	File   string `json:"file"`
	Title  string `json:"title"`
}

type skipped struct {
	File string `json:"file"`
	Why  string `json:"why"`
}

// Run lists pages and skipped files.
func (c *listCmd) Run(r *run) error {
	s, err := shelf.Open(r.catalog, "")
	if err != nil {
		return err
	}
	l := listed{Pages: []listedPage{}, Skipped: []skipped{}}
	for i, d := range s.Diag.Codes {
		status := d.Status.String()
		if d.Draft {
			status += ", draft"
		}
		l.Pages = append(l.Pages, listedPage{d.Code, catalog.LevelName(d.Level), status, s.Pages[i].File, d.Title})
	}
	for _, f := range s.Skipped {
		l.Skipped = append(l.Skipped, whySkipped(f))
	}
	if c.Format == "json" {
		e := json.NewEncoder(r.stdout)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(l)
	}
	w := tabwriter.NewWriter(r.stdout, 0, 0, 2, ' ', 0)
	for _, p := range l.Pages {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", p.Code, p.Level, p.Status, text.Visible(p.File), text.Visible(p.Title))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, k := range l.Skipped {
		fmt.Fprintf(r.stdout, "skipped %s: %s\n", text.Visible(k.File), k.Why)
	}
	fmt.Fprintf(r.stderr, "%s: %s, %s skipped\n", program, plural(len(l.Pages), "page"), plural(len(l.Skipped), "file"))
	return nil
}

func whySkipped(file string) skipped {
	// Only folders come with a reason; a file's own name can hold brackets too.
	if i := strings.LastIndex(file, "/ ("); i >= 0 && strings.HasSuffix(file, ")") {
		return skipped{file[:i+1], file[i+len("/ (") : len(file)-1]}
	}
	base := path.Base(file)
	switch {
	case strings.HasPrefix(base, "_"):
		return skipped{file, `its name starts with "_"`}
	case strings.EqualFold(base, "README.md"):
		return skipped{file, "a README is no code's page"}
	}
	return skipped{file, "its name is not that of a code, and its folder is no family"}
}
