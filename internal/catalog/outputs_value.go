package catalog

import (
	"errors"
	"log/slog"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/internal/page"
)

// An outputValue is a value that a record shows, and the way to have it
// printed again.
type outputValue struct {
	value slog.Value
	raw   string // of a field of type any: the tokens, to be put where value is printed
}

// outputValues are the values of an event by the names of its fields.
type outputValues map[string]outputValue

const redacted = "[redacted]"

// placeValue returns the value of f that is printed as s in a message, where
// texts stand as they are.
func placeValue(f *diag.Field, s string) (outputValue, bool) {
	if f.Secret {
		return outputValue{value: slog.StringValue("x")}, s == redacted
	}
	if f.Type == diag.Any {
		return outputValue{value: slog.StringValue(s)}, true
	}
	return typedValue(f.Type, s)
}

// fieldValue returns the value of f that is printed as the given tokens.
func fieldValue(f *diag.Field, tokens []outputToken) (outputValue, bool) {
	s := tokens[0].value
	if f.Secret {
		return outputValue{value: slog.StringValue("x")}, s == redacted
	}
	switch f.Type {
	case diag.Any:
		all := make([]string, len(tokens))
		for i, t := range tokens {
			all[i] = t.key + "=" + t.value
		}
		return outputValue{value: slog.StringValue(anyMark), raw: strings.Join(all, " ")}, true
	case diag.String, diag.Path, diag.URL, diag.Error:
		if u, ok := unquoteText(s); ok {
			s = u
		}
	}
	return typedValue(f.Type, s)
}

// anyMark is printed where the tokens of a field of type any go.
const anyMark = "a-value-of-any-type"

// typedValue returns the value of a type that is printed as s, quotes aside.
// Whether it is really printed so is for the printer to say.
func typedValue(t diag.FieldType, s string) (outputValue, bool) {
	const longest = 64 // number or duration; parsers copy what they refuse
	switch t {
	case diag.Int, diag.Bool, diag.Duration:
		if len(s) > longest {
			return outputValue{}, false
		}
	}
	switch t {
	case diag.Strings:
		list, ok := splitList(s)
		return outputValue{value: slog.AnyValue(list)}, ok
	case diag.Int:
		n, err := strconv.ParseInt(s, 10, 64)
		return outputValue{value: slog.Int64Value(n)}, err == nil
	case diag.Bool:
		return outputValue{value: slog.BoolValue(s == "true")}, s == "true" || s == "false"
	case diag.Duration:
		d, err := time.ParseDuration(s)
		return outputValue{value: slog.DurationValue(d)}, err == nil
	case diag.Error:
		return outputValue{value: slog.AnyValue(errors.New(s))}, true
	}
	return outputValue{value: slog.StringValue(s)}, true
}

// takeField returns how many tokens belong to f: one, or for a group in a
// field of type any all its members.
func takeField(f *diag.Field, tokens []outputToken) int {
	key := printedKey(f)
	if len(tokens) > 0 && tokens[0].key == key {
		return 1
	}
	n := 0
	for f.Type == diag.Any && !f.Secret && n < len(tokens) && strings.HasPrefix(tokens[n].key, key+".") {
		n++
	}
	return n
}

// printedKey returns the key of f as the printer writes it: one that would pass
// for a mark of the printer is quoted.
func printedKey(f *diag.Field) string {
	if f.Name == "suppressed" {
		return `"suppressed"`
	}
	return f.Name
}

// sample is a value of each type, for a record that shows none.
func sample(t diag.FieldType) slog.Value {
	switch t {
	case diag.Strings:
		return slog.AnyValue([]string{"a", "b"})
	case diag.Int:
		return slog.IntValue(1)
	case diag.Bool:
		return slog.BoolValue(true)
	case diag.Duration:
		return slog.DurationValue(time.Second)
	case diag.Path:
		return slog.StringValue("/some/path")
	case diag.URL:
		return slog.StringValue("https://example.com")
	}
	return slog.StringValue("text")
}

// maxBindSteps bounds the search for what places stand for in one record. A
// record that takes more is called wrong.
const maxBindSteps = 20_000

// bindPlaces finds the values of the fields that have a place in the message
// of e, when msg is such a message. It takes its work off steps.
func bindPlaces(e *diag.Event, msg string, steps *int) (outputValues, bool) {
	b := binder{event: e, values: outputValues{}, texts: map[string]string{}, steps: steps}
	return b.values, b.bind(eventParts(e), msg)
}

// eventParts cuts the message of an event at its places.
func eventParts(e *diag.Event) []page.Part {
	if len(e.Fields) == 0 {
		return []page.Part{{Text: e.Message}}
	}
	return page.Parts(e.Message)
}

// A binder tries what the places of a message can stand for. A field that has
// several places has one value.
type binder struct {
	event  *diag.Event
	values outputValues
	texts  map[string]string
	steps  *int // what is left of the work it may do
}

func (b *binder) bind(parts []page.Part, msg string) bool {
	if *b.steps--; *b.steps < 0 {
		return false
	}
	if len(parts) == 0 {
		return msg == ""
	}
	p := parts[0]
	literal := p.Text
	bound := p.Field == ""
	if !bound {
		literal, bound = b.texts[p.Field]
	}
	if bound {
		rest, ok := strings.CutPrefix(msg, literal)
		return ok && b.bind(parts[1:], rest)
	}
	f := b.field(p.Field)
	if f == nil {
		return false
	}
	for end := b.next(parts[1:], msg, 0); end >= 0; end = b.next(parts[1:], msg, end+1) {
		v, ok := placeValue(f, msg[:end])
		if !ok {
			if *b.steps--; *b.steps < 0 {
				return false
			}
			continue
		}
		b.texts[p.Field], b.values[p.Field] = msg[:end], v
		if b.bind(parts[1:], msg[end:]) {
			return true
		}
		delete(b.texts, p.Field)
		delete(b.values, p.Field)
	}
	return false
}

// next returns the first end of a value, from on, after which the next parts
// can follow.
func (b *binder) next(parts []page.Part, msg string, from int) int {
	switch {
	case from > len(msg):
		return -1
	case len(parts) == 0:
		return len(msg)
	case parts[0].Text != "":
		i := strings.Index(msg[from:], parts[0].Text)
		if i < 0 {
			*b.steps -= (len(msg) - from) >> 10 // a long way for nothing
			return -1
		}
		return from + i
	}
	return from
}

func (b *binder) field(name string) *diag.Field {
	for i := range b.event.Fields {
		if b.event.Fields[i].Name == name {
			return &b.event.Fields[i]
		}
	}
	return nil
}

var timeForm = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z $`)

// validTime reports whether a time in front of a record, with its space, is
// one as handlers print it, or is not there.
func validTime(s string) bool {
	if s == "" {
		return true
	}
	_, err := time.Parse("2006-01-02T15:04:05.000Z ", s)
	return err == nil && timeForm.MatchString(s)
}
