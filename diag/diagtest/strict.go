package diagtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/egladman/magus/diag"
)

// problems returns what Strict objects to.
func problems(d Diagnostic) (out []string) {
	if d.Code == nil {
		return []string{"no code"}
	}
	desc := d.Code.Descriptor()
	if desc == nil {
		return []string{"no catalog holds this code"}
	}
	if d.Misfit {
		out = append(out, "the fields fit no event of the code"+events(desc))
	}
	for _, e := range desc.Events {
		if e.Name != d.Event || d.Misfit {
			continue
		}
		for _, f := range e.Fields {
			for _, a := range d.Fields {
				if a.Key == f.Name && !f.Secret && !fits(f.Type, a.Value) {
					out = append(out, fmt.Sprintf("field %s is %s, want %s", f.Name, kind(a.Value), f.Type))
				}
			}
		}
	}
	return out
}

func events(d *diag.Descriptor) string {
	s := ""
	for _, e := range d.Events {
		if s += "\n\t\t"; e.Name == "" {
			s += "the event has"
		} else {
			s += "event " + e.Name + " has"
		}
		for _, f := range e.Fields {
			s += fmt.Sprintf(" %s(%s)", f.Name, f.Type)
		}
	}
	return s
}

func kind(v slog.Value) string {
	if v.Kind() == slog.KindAny {
		return fmt.Sprintf("%T", v.Any())
	}
	return v.Kind().String()
}

// fits reports whether a value is of the type that a page declares.
func fits(t diag.FieldType, v slog.Value) bool {
	switch t {
	case diag.String, diag.Path, diag.URL:
		return v.Kind() == slog.KindString
	case diag.Int:
		return v.Kind() == slog.KindInt64 || v.Kind() == slog.KindUint64
	case diag.Bool:
		return v.Kind() == slog.KindBool
	case diag.Duration:
		return v.Kind() == slog.KindDuration
	case diag.Strings:
		_, ok := v.Any().([]string)
		return ok
	case diag.Error:
		_, ok := v.Any().(error)
		return ok || v.Any() == nil || v.Kind() == slog.KindGroup // a coded error gives its parts
	}
	return true
}

// inJSON returns fields as the JSON that package diag prints for them. They
// stand in a group, where none of them can be taken for the code of the record.
func inJSON(fields []slog.Attr) map[string]string {
	var b bytes.Buffer
	r := slog.NewRecord(time.Time{}, slog.LevelInfo, "", 0)
	r.AddAttrs(slog.GroupAttrs("in", fields...))
	_ = diag.NewHandler(&b, diag.Options{Format: diag.JSON}).Handle(context.Background(), r) // a Buffer takes all
	var out struct {
		Fields struct{ In map[string]json.RawMessage }
	}
	if err := json.Unmarshal(b.Bytes(), &out); err != nil {
		return nil
	}
	m := make(map[string]string, len(out.Fields.In))
	for k, v := range out.Fields.In {
		m[k] = string(v)
	}
	return m
}
