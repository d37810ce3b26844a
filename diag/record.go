package diag

import (
	"log/slog"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"github.com/egladman/magus/internal/text"
)

// unknownMark is the message of a code that no catalog holds.
const unknownMark = "!unknown"

// misfitMark is the key that tells of fields that fit no event.
const misfitMark = "!misfit"

// suppressedKey tells how many records a limit held back.
const suppressedKey = "suppressed"

// A record is one diagnostic, or one plain record of slog, on its way to a
// handler. Its fields are handed on beside it: they would otherwise escape with
// whatever of it does.
type record struct {
	time   time.Time
	level  slog.Level
	coded  bool
	code   Code
	d      *Descriptor // nil for a plain record and an unknown code
	event  *Event      // nil when d is
	misfit bool
	given  bool   // msg is the message, not the template of the event
	msg    string // of a plain record, and of a coded one that came through slog
	pc     uintptr

	suppressed uint64
}

// id returns the code as text.
func (r *record) id() string {
	if r.d != nil {
		return r.d.Code
	}
	return codeText(r.code)
}

// codeText is c.Error() for a code that may be nil or worse.
func codeText(c Code) (s string) {
	if c == nil {
		return ""
	}
	defer func() {
		if v := recover(); v != nil {
			s = string(panicked(c, v))
		}
	}()
	return c.Error()
}

// A veil knows the secret fields of a record. The zero veil knows none.
type veil struct {
	d     *Descriptor
	event *Event
}

func (r *record) veil() veil { return veil{r.d, r.event} }

// cover makes p hide the secrets of r.
func (p *printer) cover(r *record) {
	if p.veil.event != r.event || p.veil.d != r.d {
		p.veil = r.veil()
	}
}

// hides reports whether a field is not to be shown, in whatever group it
// stands: a group without a name is none, and that of a handler may come from
// afar. Fields that fit no event are held against all events of the code.
func (v veil) hides(name string) bool {
	if v.event == nil {
		return false
	}
	if i := v.event.field(name); i >= 0 {
		return v.event.Fields[i].Secret
	}
	for i := range v.d.Events {
		e := &v.d.Events[i]
		if f := e.field(name); f >= 0 && e.Fields[f].Secret {
			return true
		}
	}
	return false
}

// covers reports whether v hides all that other does: the same, or the secrets of
// all events for those of one.
func (v veil) covers(other veil) bool {
	return v == other || v.d != nil && v.d == other.d && v.event == &v.d.Any
}

var redactedValue = slog.AnyValue(redacted)

// shown appends the fields as of r to out: in declared order, secrets replaced
// but for those in groups, and without those that stand in the message when asked.
func (r *record) shown(out, as []slog.Attr, leaveOutPlaces bool) []slog.Attr {
	if r.event == nil {
		return append(out, as...)
	}
	fields := r.event.Fields
	if len(fields) == 0 || r.misfit || !r.event.fits(as) {
		for i := range as {
			a := as[i]
			if r.misfit && a.Key == misfitMark && a.Value.Kind() == slog.KindBool { // ours, from foreign
				continue
			}
			if r.veil().hides(a.Key) {
				a.Value = redactedValue
			}
			out = append(out, a)
		}
		return out
	}
	leaveOutPlaces = leaveOutPlaces && !r.given && strings.IndexByte(r.event.Message, '{') >= 0
	for i := range fields {
		f := &fields[i]
		if leaveOutPlaces && r.event.places(f.Name) {
			continue
		}
		a := &as[min(i, len(as)-1)]
		if a.Key != f.Name || len(as) != len(fields) {
			a = &as[last(as, f.Name)]
		}
		if f.Secret {
			out = append(out, slog.Attr{Key: f.Name, Value: redactedValue})
			continue
		}
		out = append(out, *a)
	}
	return out
}

// mayPlace reports whether the message of an event of code may hold a place. The
// head of a prepared event tells without a look at the message: Prepare cuts it
// at the first place, and only a quoted code or message makes it longer.
func (e *Event) mayPlace(code string) bool {
	if len(e.Text) == len("[] ")+len(code)+len(e.Message) && e.Text[1] != '"' {
		return false
	}
	return len(e.Fields) > 0 && strings.IndexByte(e.Message, '{') >= 0
}

// places reports whether the message has a place for the declared field name.
func (e *Event) places(name string) bool {
	for at := 0; ; {
		start, end, f := nextPlace(e.Message, at, e.Fields)
		if start < 0 {
			return false
		}
		if e.Fields[f].Name == name {
			return true
		}
		at = end
	}
}

// expand appends the message of the event from at on, with the fields in
// their places, raw.
func (p *printer) expand(r *record, as []slog.Attr, at int) {
	msg, fields := r.event.Message, r.event.Fields
	p.left = p.max
	for {
		start, end, f := nextPlace(msg, at, fields)
		if start < 0 {
			p.buf = append(p.buf, msg[at:]...)
			return
		}
		p.buf = append(p.buf, msg[at:start]...)
		i := last(as, fields[f].Name)
		switch {
		case fields[f].Secret:
			p.buf = append(p.buf, redacted...)
		case i >= 0:
			p.place(resolve(as[i].Value))
		default:
			p.buf = append(p.buf, msg[start:end]...)
		}
		at = end
	}
}

// place appends a value as it stands in a message: a text without quotes.
func (p *printer) place(v slog.Value) {
	switch v.Kind() {
	case slog.KindString:
		p.buf = appendCut(p.buf, v.String(), p.max)
		return
	case slog.KindAny:
		switch x := v.Any().(type) {
		case string:
			p.buf = appendCut(p.buf, x, p.max)
			return
		case marker:
			p.buf = append(p.buf, x...)
			return
		case error:
			if hidden(reflect.TypeOf(x)) {
				break
			}
			if s, ok := errorText(x); ok {
				p.buf = appendCut(p.buf, s, p.max)
				return
			}
		}
	}
	json := p.json
	p.json = false
	start := len(p.buf)
	p.top(v)
	p.json = json
	if s := p.buf[start:]; len(s) > 1 && s[0] == '"' { // one quoted text
		if u, ok := unquote(string(s)); ok {
			p.buf = append(p.buf[:start], u...)
		}
	}
}

func appendCut(b []byte, s string, limit int) []byte {
	n := cutAt(s, limit)
	b = append(b, s[:n]...)
	if n < len(s) {
		b = appendMore(b, len(s)-n, " bytes")
	}
	return b
}

// message returns the message of a coded record as one text.
func (r *record) message(as []slog.Attr, limit int) string {
	switch {
	case r.given:
		return r.msg
	case r.event == nil:
		return unknownMark
	case len(r.event.Fields) == 0:
		return r.event.Message
	}
	p := printer{max: limit, veil: r.veil()}
	p.expand(r, as, 0)
	return string(p.buf)
}

// textMessage appends the message to a text record.
func (p *printer) textMessage(msg string) {
	if n := cutAt(msg, p.max); n < len(msg) {
		msg = string(appendCut(nil, msg, p.max))
	}
	p.buf = appendMessage(p.buf, msg)
}

// textExpanded is textMessage for the message of an event with places.
func (p *printer) textExpanded(r *record, as []slog.Attr) {
	start := len(p.buf)
	p.expand(r, as, 0)
	if quoteMessage(view(p.buf[start:])) {
		msg := string(p.buf[start:])
		p.buf = text.AppendQuote(p.buf[:start], msg)
	}
}

// view is b as a string that must not outlive it.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// unquote undoes text.AppendQuote.
func unquote(s string) (string, bool) {
	if s == "" || s[0] != '"' {
		return "", false
	}
	u, err := strconv.Unquote(s)
	return u, err == nil
}
