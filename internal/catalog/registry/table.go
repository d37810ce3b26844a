package registry

import (
	"github.com/egladman/magus/diag"
)

// descriptor appends an element of table. It stands on one line, and so does each of
// its events: gofmt aligns keys that stand on lines of their own, and a line is
// what a diff of the file shows best.
func (e *emitter) descriptor(d *diag.Descriptor) {
	e.put("\t{")
	e.text("Code: ", d.Code)
	e.text(", Name: ", d.Name)
	e.text(", Title: ", d.Title)
	e.text(", Description: ", d.Description)
	e.text(", Family: ", d.Family)
	e.text(", URL: ", d.URL)
	e.put(", Level: slog.Level", level(d.Level), ", Max: diag.Max", level(d.MaxLevel()))
	e.text(", Since: ", d.Since)
	switch d.Status {
	case diag.Deprecated:
		e.put(", Status: diag.Deprecated")
	case diag.Retired:
		e.put(", Status: diag.Retired")
	}
	e.text(", StatusSince: ", d.StatusSince)
	e.text(", Reason: ", d.Reason)
	e.texts(", ReplacedBy: ", d.ReplacedBy)
	e.texts(", Aliases: ", d.Aliases)
	e.texts(", Related: ", d.Related)
	e.texts(", Tags: ", d.Tags)
	e.text(", Hint: ", d.Hint)
	if d.Exit != 0 {
		e.put(", Exit: ")
		e.int(d.Exit)
	}
	if d.Once {
		e.put(", Once: true")
	}
	if d.Draft {
		e.put(", Draft: true")
	}
	if d.Index != 0 {
		e.put(", Index: ")
		e.int(d.Index)
	}
	if len(d.Events) > 0 {
		e.put(", Events: []diag.Event{\n")
		for i := range d.Events {
			e.put("\t\t")
			e.event(&d.Events[i])
			e.put(",\n")
		}
		e.put("\t}")
	}
	e.put(", Any: diag.Event")
	e.event(&d.Any)
	e.put("},\n")
}

// event appends a literal of diag.Event without its type.
func (e *emitter) event(v *diag.Event) {
	e.put("{")
	if v.Name != "" {
		e.text("Name: ", v.Name)
		e.put(", ")
	}
	e.put("Level: slog.Level", level(v.Level))
	e.text(", Message: ", v.Message)
	if len(v.Fields) > 0 {
		e.put(", Fields: []diag.Field{")
		for i, f := range v.Fields {
			if i > 0 {
				e.put(", ")
			}
			e.text("{Name: ", f.Name)
			e.put(", Type: ", typeNames[f.Type])
			if f.Secret {
				e.put(", Secret: true")
			}
			e.text(", Doc: ", f.Doc)
			e.put("}")
		}
		e.put("}")
	}
	e.text(", Text: ", v.Text)
	e.text(", JSON: ", v.JSON)
	e.put("}")
}

// text appends key and value, or nothing for the zero value.
func (e *emitter) text(key, value string) {
	if value != "" {
		e.put(key)
		e.quote(value)
	}
}

func (e *emitter) texts(key string, values []string) {
	if len(values) == 0 {
		return
	}
	e.put(key, "[]string{")
	for i, v := range values {
		if i > 0 {
			e.put(", ")
		}
		e.quote(v)
	}
	e.put("}")
}

var typeNames = map[diag.FieldType]string{
	diag.String: "diag.String", diag.Strings: "diag.Strings", diag.Int: "diag.Int", diag.Bool: "diag.Bool",
	diag.Duration: "diag.Duration", diag.Path: "diag.Path", diag.URL: "diag.URL", diag.Error: "diag.Error", diag.Any: "diag.Any",
}
