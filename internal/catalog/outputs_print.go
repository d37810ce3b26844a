package catalog

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/internal/page"
	"github.com/egladman/magus/internal/text"
)

// outputCode makes a descriptor a code that handlers take.
type outputCode struct{ d *diag.Descriptor }

func (c outputCode) Error() string                { return c.d.Code }
func (c outputCode) Descriptor() *diag.Descriptor { return c.d }

// print has an event printed by the handler that programs use, so that there is
// one owner of the form. It returns the lines. The tokens are the fields of a
// code without events.
func (m *matcher) print(e *diag.Event, msg string, values outputValues, tokens []outputToken) []string {
	fields := make([]any, 0, len(e.Fields))
	for _, f := range e.Fields {
		fields = append(fields, slog.Attr{Key: f.Name, Value: values[f.Name].value})
	}
	r := slog.NewRecord(time.Time{}, e.Level, msg, 0)
	r.AddAttrs(slog.Any("code", outputCode{m.d}))
	if e.Name != "" {
		r.AddAttrs(slog.String("event", e.Name))
	}
	if len(fields) > 0 {
		r.AddAttrs(slog.Group("fields", fields...))
	}
	o := diag.Options{Color: diag.ColorNever, Links: diag.LinksNever, ShowLevel: m.record.level != "", MaxValue: page.MaxSize}
	if m.first {
		o.Links = diag.LinksAlways
	}
	var b bytes.Buffer
	_ = diag.NewHandler(&b, o).Handle(context.Background(), r) // a Buffer takes all
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	last := len(lines) - 1
	for i := range e.Fields {
		f := &e.Fields[i]
		if raw := values[f.Name].raw; raw != "" && last > 0 {
			lines[last] = strings.Replace(lines[last], " "+printedKey(f)+"="+anyMark, " "+raw, 1)
		}
	}
	if len(m.d.Events) == 0 && len(tokens) > 0 {
		all := " "
		for _, t := range tokens {
			all += " " + t.key + "=" + t.value
		}
		lines = append(lines, all)
	}
	return lines
}

// nearest returns what the event that is most like the record prints, with
// the values of the record where they fit.
func (m *matcher) nearest(events []diag.Event, msg string, tokens []outputToken) []string {
	m.steps = maxBindSteps
	best, most := &events[0], -1
	for i := range events {
		if n := m.likeness(&events[i], msg, tokens); n > most {
			best, most = &events[i], n
		}
	}
	m.steps = max(m.steps, 1000)
	values, ok := bindPlaces(best, msg, &m.steps)
	if !ok {
		values = outputValues{}
	}
	for i := range best.Fields {
		f := &best.Fields[i]
		if _, ok := values[f.Name]; !ok {
			values[f.Name] = m.shownValue(f, tokens)
		}
	}
	return m.print(best, message(best, values), values, tokens)
}

// message returns the message of e with the values in its places.
func message(e *diag.Event, values outputValues) string {
	var b strings.Builder
	for _, p := range eventParts(e) {
		b.WriteString(p.Text)
		for i := range e.Fields {
			if f := &e.Fields[i]; p.Field != "" && f.Name == p.Field {
				b.WriteString(placeText(f, values[f.Name].value))
			}
		}
	}
	return b.String()
}

// placeText returns what stands in the place of f.
func placeText(f *diag.Field, v slog.Value) string {
	if f.Secret {
		return redacted
	}
	list, ok := v.Any().([]string)
	switch {
	case !ok:
		return v.String()
	case list == nil:
		return "<nil>"
	}
	b := []byte{'['}
	for i, s := range list {
		if i > 0 {
			b = append(b, ' ')
		}
		b = text.AppendValue(b, s)
	}
	return string(append(b, ']'))
}

// shownValue returns the value that the record shows for f, wherever in its
// fields, else a sample.
func (m *matcher) shownValue(f *diag.Field, tokens []outputToken) outputValue {
	for i := range tokens {
		if n := takeField(f, tokens[i:]); n > 0 {
			if v, ok := fieldValue(f, tokens[i:i+n]); ok {
				return v
			}
		}
	}
	for _, line := range m.record.fields {
		s, ok := looseValue(line.Text, f.Name)
		switch {
		case !ok || f.Secret:
			continue
		case f.Type == diag.Strings:
			return outputValue{value: slog.AnyValue(looseList(s))}
		}
		if v, ok := typedValue(f.Type, s); ok {
			return v
		}
	}
	return outputValue{value: sample(f.Type)}
}

// likeness says how much a record is like those of an event.
func (m *matcher) likeness(e *diag.Event, msg string, tokens []outputToken) int {
	n := 0
	if _, ok := bindPlaces(e, msg, &m.steps); ok {
		n += 1000
	}
	for i := range e.Fields {
		for j := range tokens {
			if takeField(&e.Fields[i], tokens[j:]) > 0 {
				n += 20
				break
			}
		}
	}
	words := strings.Fields(msg)
	for _, w := range strings.Fields(e.Message) {
		for i := 0; i < len(words) && i < 200; i++ {
			if words[i] == w {
				n += 3
				break
			}
		}
	}
	return n - len(e.Fields)
}
