package index

import (
	"fmt"
	"path"
	"strings"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/internal/catalog"
	"github.com/egladman/magus/internal/text"
	"github.com/egladman/magus/tools/magus-codes/internal/gfm"
)

// Lines renders an index for a file in the folder dir of the catalog ("" is
// the catalog's own, which a file elsewhere gets with a way to it in up). What
// is as the opening comment has it.
func Lines(c *diag.Catalog, dir, up, what string) ([]string, error) {
	family := ""
	for _, f := range c.Families {
		if what == "" && f.Name == dir || what == f.Name {
			family = f.Name
		}
	}
	if what != "" && what != "all" && family == "" {
		return nil, fmt.Errorf("index %s: no family has this name", what)
	}
	if family != "" && what != "all" {
		return table(codes(c, family), dir, up), nil
	}
	var lines []string
	for _, f := range c.Families {
		of := codes(c, f.Name)
		if len(of) == 0 {
			continue
		}
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, "**"+gfm.Escape(text.Visible(f.Title))+"**", "")
		lines = append(lines, table(of, dir, up)...)
	}
	return lines, nil
}

func codes(c *diag.Catalog, family string) []*diag.Descriptor {
	var of []*diag.Descriptor
	for _, d := range c.Codes {
		if d.Family == family {
			of = append(of, d)
		}
	}
	return of
}

func table(codes []*diag.Descriptor, dir, up string) []string {
	if len(codes) == 0 {
		return []string{"No codes."}
	}
	lines := []string{"| Code | Level | What it says |", "|---|---|---|"}
	for _, d := range codes {
		level := catalog.LevelName(d.Level)
		if d.Status != diag.Active {
			level = d.Status.String()
		}
		if d.Draft {
			level += ", draft"
		}
		lines = append(lines, fmt.Sprintf("| [%s](%s) | %s | %s |", gfm.Escape(d.Code), gfm.Destination(way(dir, up, d)), level, gfm.Escape(text.Visible(d.Title))))
	}
	return lines
}

// way is the path from a file in dir to the page of d.
func way(dir, up string, d *diag.Descriptor) string {
	file := d.Code + ".md"
	switch {
	case up != "":
		return path.Join(up, d.Family, file)
	case dir == d.Family:
		return file
	case dir != "":
		return strings.Repeat("../", strings.Count(dir, "/")+1) + d.Family + "/" + file
	}
	return d.Family + "/" + file
}
