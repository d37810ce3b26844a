package explain

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/clipperhouse/displaywidth"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/internal/termmd"
	"github.com/egladman/magus/internal/text"
)

// An entry is one line of the list.
type entry struct {
	hit
	line string // where a search found its words, outside the title
}

// runList prints the codes that fit all filters, best first after a search,
// else by catalog and family.
func (a *app) runList() error {
	entries, err := a.filter()
	if err != nil {
		return a.listNone(err)
	}
	if a.search != "" {
		if entries, err = a.rank(entries); err != nil {
			return err
		}
	}
	if len(entries) == 0 {
		return a.listNone(nonef("no code fits; %s without flags lists all", a.Name))
	}
	hits := make([]hit, len(entries))
	for i, e := range entries {
		hits[i] = e.hit
	}
	switch {
	case a.url:
		return a.printURLs(hits)
	case a.format == "json":
		return a.listJSON(entries)
	case a.format == "md":
		return a.print(listMarkdown(entries))
	}
	l, err := a.look()
	if err != nil {
		return err
	}
	out := a.list(nil, entries, l)
	if err := a.deliver(out, l); err != nil {
		return err
	}
	a.hint("%s %s shows a page; %s --help tells more", a.Name, entries[0].d.Code, a.Name)
	return nil
}

// listNone ends a list without a code, for the reason given; JSON is an array
// even so.
func (a *app) listNone(reason error) error {
	if a.format == "json" {
		if err := a.print([]byte("[]\n")); err != nil {
			return err
		}
	}
	return reason
}

// filter returns the codes that fit: any of the values of each flag given.
func (a *app) filter() ([]entry, error) {
	if err := a.checkFilters(); err != nil {
		return nil, err
	}
	var entries []entry
	for i := range a.Sources {
		src := &a.Sources[i]
		for _, d := range src.Catalog.Codes {
			if a.fits(d) {
				entries = append(entries, entry{hit: hit{src: src, d: d}})
			}
		}
	}
	return entries, nil
}

func (a *app) fits(d *diag.Descriptor) bool {
	return (a.families == nil || containsFold(a.families, d.Family)) &&
		(a.tags == nil || slices.ContainsFunc(d.Tags, func(t string) bool { return containsFold(a.tags, t) })) &&
		(a.levels == nil || slices.Contains(a.levels, d.Level)) &&
		(a.statuses == nil || slices.Contains(a.statuses, d.Status))
}

// checkFilters rejects a family or tag that no code has: a misspelt filter
// must not look like an empty catalog.
func (a *app) checkFilters() error {
	var families, tags []string
	for i := range a.Sources {
		for _, d := range a.Sources[i].Catalog.Codes {
			families = append(families, d.Family)
			tags = append(tags, d.Tags...)
		}
	}
	if err := checkNames("family", a.families, families); err != nil {
		return err
	}
	return checkNames("tag", a.tags, tags)
}

func checkNames(flag string, want, have []string) error {
	for _, w := range want {
		if containsFold(have, w) {
			continue
		}
		slices.Sort(have)
		have = slices.Compact(have)
		if len(have) > 12 {
			slices.SortStableFunc(have, func(x, y string) int {
				return cmp.Compare(text.Distance(strings.ToLower(w), strings.ToLower(x)), text.Distance(strings.ToLower(w), strings.ToLower(y)))
			})
			have = have[:3]
		}
		return nonef("no code has the %s %q; there are %s", flag, w, printable(strings.Join(have, ", ")))
	}
	return nil
}

func containsFold(list []string, s string) bool {
	return slices.ContainsFunc(list, func(x string) bool { return strings.EqualFold(x, s) })
}

// mark tells of a code what the list must not hide.
func mark(d *diag.Descriptor) string {
	switch {
	case d.Status != diag.Active:
		return " (" + d.Status.String() + ")"
	case d.Draft:
		return " (draft)"
	}
	return ""
}

// list appends the lines of the list, in columns. A search is one list, since
// it has an order of its own; otherwise each family has a heading.
func (a *app) list(out []byte, entries []entry, l look) []byte {
	codes, levels := 0, 0
	for _, e := range entries {
		codes, levels = max(codes, len(e.d.Code)), max(levels, len(levelName(e.d.Level)))
	}
	family := ""
	indent := ""
	for i, e := range entries {
		if a.search == "" {
			indent = "  "
			if key := e.src.Catalog.Prefix + "/" + e.d.Family; i == 0 || key != family {
				if i > 0 {
					out = append(out, '\n')
				}
				family = key
				out = appendLines(out, termmd.Wrap(a.familyTitle(e.src.Catalog, e.d.Family), l.width), l, bold)
			}
		}
		out = append(out, indent...)
		out = append(out, l.styled(e.d.Code, levelColor(e.d.Level))...)
		out = append(out, strings.Repeat(" ", codes-len(e.d.Code)+2)...)
		out = append(out, pad(levelName(e.d.Level), levels+2)...)
		column := len(indent) + codes + 2 + levels + 2
		if l.width-column < 16 {
			// Too narrow for columns: the title goes below.
			column = len(indent) + 2
			out = append(bytes.TrimRight(out, " "), '\n')
			out = append(out, strings.Repeat(" ", column)...)
		}
		hang := strings.Repeat(" ", column)
		for j, line := range termmd.Wrap(printable(e.d.Title)+mark(e.d), l.wide-column) {
			if j > 0 {
				out = append(out, hang...)
			}
			out = append(append(out, line...), '\n')
		}
		for _, line := range termmd.Wrap(e.line, l.width-column-2) {
			if line != "" {
				out = append(append(append(out, hang...), l.styled("  "+line, dim)...), '\n')
			}
		}
	}
	return out
}

// pad fills s with blanks to width columns.
func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-displaywidth.String(s)))
}

// familyTitle is the heading of a family; with several catalogs it tells of
// which.
func (a *app) familyTitle(c *diag.Catalog, family string) string {
	name := printable(family)
	if len(a.Sources) > 1 || name == "" {
		name = strings.TrimSpace(c.Prefix + " " + name)
	}
	for _, f := range c.Families {
		if f.Name == family && f.Title != "" {
			return name + ": " + printable(f.Title)
		}
	}
	return name
}

// listMarkdown is the list for a Markdown document.
func listMarkdown(entries []entry) []byte {
	var b bytes.Buffer
	for _, e := range entries {
		title := escapeMarkdown(printable(e.d.Title)) + mark(e.d)
		if e.d.URL == "" {
			fmt.Fprintf(&b, "- %s, %s: %s\n", e.d.Code, levelName(e.d.Level), title)
			continue
		}
		fmt.Fprintf(&b, "- [%s](<%s>), %s: %s\n", e.d.Code, printable(e.d.URL), levelName(e.d.Level), title)
	}
	return b.Bytes()
}

// escapeMarkdown makes text stand for itself in Markdown.
func escapeMarkdown(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if strings.IndexByte("\\`*_[]<>&|~#", s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
