package registry

import (
	"go/doc"
	"go/token"
	"log/slog"
	"strings"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/internal/catalog"
	"github.com/egladman/magus/internal/page"
	"github.com/egladman/magus/internal/text"
)

// events declares the typed functions of a code: one that reports each event,
// and one that makes an error of each event of level error.
func (e *emitter) events(d *diag.Descriptor) {
	for i := range d.Events {
		ev := &d.Events[i]
		name := e.GoName(d.Code) + page.GoName(ev.Name)
		params, args, attrs := parameters(ev.Fields, "emit"+name)

		e.put("\n")
		e.describe("Emit"+name+" reports "+d.Code, d, ev)
		e.put("func Emit", name, "(ctx context.Context", prefixed(params), ") {\n\tif diag.On(slog.Level", level(ev.Level), ") {\n")
		e.put("\t\temit", name, "(ctx", prefixed(args), ")\n\t}\n}\n")
		// Out of line, so that a caller pays for building fields only when the
		// event is wanted.
		e.put("\n//go:noinline\nfunc emit", name, "(ctx context.Context", prefixed(params), ") {\n")
		e.put("\tdiag.EmitEvent(ctx, ", e.GoName(d.Code), ", ")
		e.int(i)
		e.put(prefixed(attrs), ")\n}\n")

		if ev.Level != slog.LevelError {
			continue
		}
		e.put("\n")
		e.describe("New"+name+" returns an error of "+d.Code, d, ev)
		e.put("func New", name, "(", params, ") error {\n\treturn diag.NewEvent(", e.GoName(d.Code), ", ")
		e.int(i)
		e.put(prefixed(attrs), ")\n}\n")
	}
}

// describe appends the doc comment of a typed function.
func (e *emitter) describe(what string, d *diag.Descriptor, ev *diag.Event) {
	e.paragraph(what + " (" + catalog.LevelName(ev.Level) + "): " + text.Sentence(ev.Message))
	for _, f := range ev.Fields {
		if f.Doc != "" {
			e.put("//\n")
			e.paragraph("The parameter " + parameter(f.Name, "emit"+e.GoName(d.Code)+page.GoName(ev.Name)) + " is: " + text.Sentence(f.Doc))
		}
	}
	e.deprecated(d)
}

// parameters returns the parameter list of an event, the same as arguments, and
// as attributes. emit is the name of the function that they are handed to.
func parameters(fields []diag.Field, emit string) (params, args, attrs string) {
	var p, a, t []string
	for i, f := range fields {
		name := parameter(f.Name, emit)
		form := forms[f.Type]
		if i+1 < len(fields) && forms[fields[i+1].Type].goType == form.goType {
			p = append(p, name)
		} else {
			p = append(p, name+" "+form.goType)
		}
		a = append(a, name)
		t = append(t, form.attr+`("`+f.Name+`", `+name+`)`)
	}
	return strings.Join(p, ", "), strings.Join(a, ", "), strings.Join(t, ", ")
}

func prefixed(list string) string {
	if list == "" {
		return ""
	}
	return ", " + list
}

// forms are the Go types of fields and what makes an attribute of them.
var forms = map[diag.FieldType]struct{ goType, attr string }{
	diag.String:   {"string", "slog.String"},
	diag.Strings:  {"[]string", "slog.Any"},
	diag.Int:      {"int", "slog.Int"},
	diag.Bool:     {"bool", "slog.Bool"},
	diag.Duration: {"time.Duration", "slog.Duration"},
	diag.Path:     {"string", "slog.String"},
	diag.URL:      {"string", "slog.String"},
	diag.Error:    {"error", "slog.Any"},
	diag.Any:      {"any", "slog.Any"},
}

// taken are the lower-case names that the generated file uses.
var taken = map[string]bool{
	"ctx": true, "context": true, "iter": true, "slog": true, "time": true, "diag": true,
	"findCode": true, "slots": true, "table": true, "catalog": true,
}

// parameter returns the name of a field as a parameter: lowerCamel, with "_" at
// the end where Go, the file or the function has another use for the word.
func parameter(field, emit string) string {
	name := page.GoName(field)
	name = strings.ToLower(name[:1]) + name[1:]
	if token.IsKeyword(name) || doc.IsPredeclared(name) || taken[name] || name == emit {
		return name + "_"
	}
	return name
}
