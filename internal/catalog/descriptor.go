package catalog

import (
	"log/slog"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/internal/page"
)

// Descriptors returns the descriptors of all pages, in the order of codes.
func (c *Catalog) Descriptors() []*diag.Descriptor {
	ds := make([]*diag.Descriptor, len(c.Pages))
	for i, p := range c.Pages {
		ds[i] = c.Descriptor(p)
		ds[i].Index = i
	}
	return ds
}

// Descriptor returns what a program needs of a page, ready to be printed or
// used, without its Index.
func (c *Catalog) Descriptor(p *page.Page) *diag.Descriptor {
	d := &diag.Descriptor{
		Code: p.Code, Name: p.Name, Title: p.Title, Description: p.Description,
		Family: p.Family, URL: c.URL(p.Family, p.Code, p.Name), Level: c.Level(p),
		Since: p.Since, StatusSince: p.Status.Since, Reason: p.Status.Reason, ReplacedBy: p.Status.ReplacedBy,
		Aliases: p.Aliases, Related: p.Related, Tags: p.Tags,
		Hint: p.Hint, Exit: p.Exit, Once: p.Once, Draft: p.Draft,
	}
	switch p.Status.State {
	case "deprecated":
		d.Status = diag.Deprecated
	case "retired":
		d.Status = diag.Retired
	}
	d.Events = make([]diag.Event, len(p.Events))
	for i, e := range p.Events {
		d.Events[i] = event(e, d.Level)
	}
	d.Prepare()
	return d
}

func event(e page.Event, level slog.Level) diag.Event {
	if e.Level != nil {
		level = *e.Level
	}
	out := diag.Event{Name: e.Name, Level: level, Message: e.Message}
	for _, f := range e.Fields {
		out.Fields = append(out.Fields, diag.Field{Name: f.Name, Type: diag.FieldType(f.Type), Secret: f.Secret, Doc: f.Doc})
	}
	return out
}
