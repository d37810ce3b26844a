package changes

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/egladman/magus/internal/text"
	"github.com/egladman/magus/tools/magus-codes/internal/gfm"
)

// Write writes the report as text, json or md.
func (r *Report) Write(w io.Writer, format string) error {
	switch format {
	case "json":
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(r)
	case "md":
		return r.markdown(w)
	}
	var b strings.Builder
	for _, c := range r.Changes {
		fmt.Fprintf(&b, "%s %s (%s): %s\n", text.Visible(c.Code), c.Kind, c.Step, text.Visible(c.What))
	}
	if len(r.Changes) == 0 {
		b.WriteString("no changes\n")
	}
	fmt.Fprintf(&b, "semantic version: %s\n", r.Step)
	_, err := io.WriteString(w, b.String())
	return err
}

// The parts of a changelog, with the kinds of changes that each takes.
var parts = []struct{ title, kinds string }{
	{"Added", " added "},
	{"Changed", " renamed moved level event field message exit limit address revived "},
	{"Deprecated", " deprecated "},
	{"Removed", " removed retired "},
	{"Pages", " page "},
}

func (r *Report) markdown(w io.Writer) error {
	var b strings.Builder
	for _, part := range parts {
		first := true
		for _, c := range r.Changes {
			if !strings.Contains(part.kinds, " "+c.Kind+" ") {
				continue
			}
			if first {
				if b.Len() > 0 {
					b.WriteByte('\n')
				}
				fmt.Fprintf(&b, "### %s\n\n", part.title)
				first = false
			}
			breaking := ""
			if c.Step == Major {
				breaking = "**Breaking.** "
			}
			fmt.Fprintf(&b, "- `%s` %s%s: %s\n", c.Code, breaking, c.Kind, gfm.Escape(text.Visible(c.What)))
		}
	}
	if b.Len() == 0 {
		b.WriteString("No changes to diagnostic codes.\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
