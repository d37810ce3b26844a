package diag

import (
	"log/slog"
	"reflect"
	"time"

	"github.com/egladman/magus/internal/text"
)

// The attributes of a coded record for a handler that is not ours.
const (
	codeKey   = "code"
	eventKey  = "event"
	urlKey    = "url"
	fieldsKey = "fields"
)

// foreign is r as a record of slog: the message expanded, secrets replaced. What
// is not printable in the message is made visible, since there are handlers, also
// that of slog.Default, that write a message as it is.
func (r *record) foreign(as []slog.Attr) slog.Record {
	out := slog.NewRecord(time.Now(), r.level, text.Visible(r.message(as, defaultMaxValue)), r.pc)
	attrs := make([]slog.Attr, 1, 4)
	attrs[0] = slog.Any(codeKey, r.code)
	if r.event != nil && r.event.Name != "" {
		attrs = append(attrs, slog.String(eventKey, r.event.Name))
	}
	if r.d != nil && r.d.URL != "" {
		attrs = append(attrs, slog.String(urlKey, cleanURL(r.d.URL)))
	}
	fields := r.shown(make([]slog.Attr, 0, len(as)+1), as, false)
	for i := range fields {
		fields[i].Value = tame(fields[i].Value, r.veil())
	}
	if r.misfit {
		fields = append(fields, slog.Bool(misfitMark, true))
	}
	if len(fields) > 0 {
		attrs = append(attrs, slog.Attr{Key: fieldsKey, Value: slog.GroupValue(fields...)})
	}
	out.AddAttrs(attrs...)
	return out
}

// tame returns v so that a handler that prints it with fmt or encoding/json
// shows no more than ours does: a secret inside a slice, map or struct stays
// one, and a method that panics spoils nothing.
func tame(v slog.Value, secrets veil) slog.Value {
	left := maxFields
	return tameTo(v, secrets, maxDepth, &left)
}

// tameTo is tame for a value that may nest depth deep and hold left fields:
// a LogValuer can make groups without end.
func tameTo(v slog.Value, secrets veil, depth int, left *int) slog.Value {
	v = resolve(v)
	switch v.Kind() {
	case slog.KindGroup:
		if depth == 0 {
			return slog.AnyValue(tooDeep)
		}
		as := append([]slog.Attr(nil), v.Group()...)
		for i := range as {
			if *left--; *left < 0 {
				as = append(as[:i], slog.Bool(cutMark, true))
				break
			}
			if secrets.hides(as[i].Key) {
				as[i].Value = redactedValue
				continue
			}
			as[i].Value = tameTo(as[i].Value, secrets, depth-1, left)
		}
		return slog.GroupValue(as...)
	case slog.KindAny:
		switch x := v.Any().(type) {
		case nil, marker, string, []byte, time.Time, Code:
			return v
		case plainError:
			return slog.AnyValue(x.coded)
		case error: // stays one, for handlers that look into it
			if hidden(reflect.TypeOf(x)) {
				return slog.AnyValue(tamed{x, secrets})
			}
			if s, ok := errorText(x); !ok {
				return slog.AnyValue(marker(s))
			}
			return v
		default:
			if !flat(reflect.TypeOf(x)) {
				return slog.AnyValue(tamed{x, secrets})
			}
		}
	}
	return v
}

// flat reports whether values of type t are printed alike by all: a basic type
// without methods, or a slice of such.
func flat(t reflect.Type) bool {
	if t.Kind() == reflect.Slice && t.NumMethod() == 0 {
		t = t.Elem()
	}
	return t.Kind() <= reflect.Complex128 && t.Kind() != reflect.Invalid && reflect.PointerTo(t).NumMethod() == 0 ||
		t.Kind() == reflect.String && reflect.PointerTo(t).NumMethod() == 0
}

// tamed is a value that prints itself the way our handlers print it. They print
// what is in it, in whatever group it came back, where they hide as much.
type tamed struct {
	v       any
	secrets veil
}

func (t tamed) String() string {
	p := printer{max: defaultMaxValue, veil: t.secrets}
	p.top(slog.AnyValue(t.v))
	s := string(p.buf)
	if u, ok := unquote(s); ok {
		return u
	}
	return s
}

// MarshalText implements encoding.TextMarshaler.
func (t tamed) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// MarshalJSON implements json.Marshaler.
func (t tamed) MarshalJSON() ([]byte, error) {
	p := printer{max: defaultMaxValue, json: true, veil: t.secrets}
	p.top(slog.AnyValue(t.v))
	return p.buf, nil
}

// recognise makes a record that came through slog with a code into what Emit
// would have made of it, and undoes what foreign did.
func (r *record) recognise(as []slog.Attr) []slog.Attr {
	r.d = safely(r.code)
	if r.d == nil {
		if r.msg == unknownMark {
			as = inline(as, nil, "")
		}
		return as
	}
	r.event = &r.d.Any
	if i := last(as, eventKey); i >= 0 && as[i].Value.Kind() == slog.KindString {
		if e := r.d.named(as[i].Value.String()); e != nil {
			r.event = e
		}
	} else if e := r.d.named(""); e != nil {
		r.event = e
	}
	as = inline(as, r.d, r.event.Name)
	if i := last(as, misfitMark); i >= 0 && as[i].Value.Kind() == slog.KindBool {
		r.misfit = as[i].Value.Bool()
	}
	if r.misfit {
		r.event = &r.d.Any
	}
	template := *r
	template.given = false
	if msg := template.message(as, defaultMaxValue); msg == r.msg || text.Visible(msg) == r.msg {
		r.given = false
	}
	return as
}

func (d *Descriptor) named(event string) *Event {
	for i := range d.Events {
		if d.Events[i].Name == event {
			return &d.Events[i]
		}
	}
	return nil
}

// inline drops the attributes that only say what the descriptor says, and puts
// the members of the group fields in its place.
func inline(as []slog.Attr, d *Descriptor, event string) []slog.Attr {
	out := make([]slog.Attr, 0, len(as)+4)
	for _, a := range as {
		switch {
		case a.Key == eventKey && event != "" && a.Value.Kind() == slog.KindString && a.Value.String() == event:
		case a.Key == urlKey && d != nil && a.Value.Kind() == slog.KindString && a.Value.String() == cleanURL(d.URL):
		case a.Key == fieldsKey && a.Value.Kind() == slog.KindGroup:
			out = append(out, a.Value.Group()...)
		default:
			out = append(out, a)
		}
	}
	return out
}
