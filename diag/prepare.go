package diag

import (
	"log/slog"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/egladman/magus/internal/text"
)

// Prepare fills Max, Any and the ready-made heads of all events from the other
// fields. A generator calls it and prints the outcome as a literal; a
// descriptor that is made by hand needs one call before its first use.
func (d *Descriptor) Prepare() {
	d.URL = cleanURL(d.URL)
	d.Any = Event{Level: d.Level, Message: d.Title}
	d.Any.prepare(d)
	for i := range d.Events {
		d.Events[i].prepare(d)
	}
	d.Max = 0
	d.Max = Ceiling(d.MaxLevel()) - unlimited
}

func (e *Event) prepare(d *Descriptor) {
	b := appendBracket(nil, d.Code)
	b = append(b, ' ')
	at, _, _ := nextPlace(e.Message, 0, e.Fields)
	if at < 0 {
		b = appendMessage(b, e.Message)
	} else {
		b = append(b, e.Message[:at]...)
	}
	e.Text = string(b)

	b = appendMember(b[:0], "code", d.Code)
	if d.Name != "" {
		b = appendMember(b, "name", d.Name)
	}
	if e.Name != "" {
		b = appendMember(b, "event", e.Name)
	}
	if d.URL != "" {
		b = appendMember(b, "url", cleanURL(d.URL))
	}
	b = append(b, `,"msg":"`...)
	if at < 0 {
		at = len(e.Message)
	}
	e.JSON = string(text.AppendJSON(b, e.Message[:at]))
}

func appendMember(b []byte, key, value string) []byte {
	b = append(b, ',', '"')
	b = append(b, key...)
	b = append(b, '"', ':', '"')
	b = text.AppendJSON(b, value)
	return append(b, '"')
}

// appendBracket appends [code]; a code of odd text is quoted inside.
func appendBracket(b []byte, code string) []byte {
	b = append(b, '[')
	if code != "" {
		b = text.AppendValue(b, code)
	}
	return append(b, ']')
}

// appendMessage appends a message as the text form shows it.
func appendMessage(b []byte, msg string) []byte {
	if quoteMessage(msg) {
		return text.AppendQuote(b, msg)
	}
	return append(b, msg...)
}

// quoteMessage reports whether a message would be misread if it stood as it is.
func quoteMessage(msg string) bool {
	return msg == "" || strings.HasSuffix(msg, unknownMark) || msg[0] == '"' || !text.Printable(msg) || strings.Contains(msg, seeMark)
}

const seeMark = " (see "

// url returns the URL of d as it is printed. Prepare has cleaned it already
// when it filled the heads.
func (d *Descriptor) url() string {
	if d.Any.Text != "" {
		return d.URL
	}
	return cleanURL(d.URL)
}

// cleanURL percent-encodes what would end a URL or drive a terminal.
func cleanURL(u string) string {
	if text.Printable(u) && !strings.ContainsAny(u, ` "<>`) {
		return u
	}
	var b strings.Builder
	for i, r := range u {
		if s := string(r); r > ' ' && !strings.ContainsRune(`"<>`, r) && text.Printable(s) && strings.HasPrefix(u[i:], s) {
			b.WriteString(s)
			continue
		}
		_, n := utf8.DecodeRuneInString(u[i:])
		b.WriteString(url.PathEscape(u[i : i+n]))
	}
	return b.String()
}

// nextPlace finds the first {field} of a declared field at or after from: its
// start, its end and the index of the field; start is -1 when there is none.
func nextPlace(msg string, from int, fields []Field) (start, end, field int) {
	if len(fields) == 0 {
		return -1, 0, 0
	}
	for i := from; i < len(msg); i++ {
		o := strings.IndexByte(msg[i:], '{')
		if o < 0 {
			break
		}
		i += o
		c := strings.IndexByte(msg[i:], '}')
		if c < 0 {
			break
		}
		for f := range fields {
			if fields[f].Name == msg[i+1:i+c] {
				return i, i + c + 1, f
			}
		}
	}
	return -1, 0, 0
}

// pick returns the event whose set of field names is that of fields. Without
// one it returns Any, which is a misfit when the code declares events.
func (d *Descriptor) pick(fields []slog.Attr) (e *Event, misfit bool) {
	for i := range d.Events {
		if d.Events[i].inOrder(fields) {
			return &d.Events[i], false
		}
	}
	for i := range d.Events {
		if d.Events[i].fits(fields) {
			return &d.Events[i], false
		}
	}
	if d.Any.Text == "" { // not prepared
		return &Event{Level: d.Level, Message: d.Title}, len(d.Events) > 0
	}
	return &d.Any, len(d.Events) > 0
}

func (e *Event) fits(fields []slog.Attr) bool {
	if len(fields) < len(e.Fields) {
		return false
	}
	for i := range fields {
		if e.field(fields[i].Key) < 0 {
			return false
		}
	}
	for i := range e.Fields {
		if last(fields, e.Fields[i].Name) < 0 {
			return false
		}
	}
	return true
}

// inOrder reports whether fields are the declared ones in declared order.
func (e *Event) inOrder(fields []slog.Attr) bool {
	if len(fields) != len(e.Fields) {
		return false
	}
	for i := range fields {
		if e.Fields[i].Name != fields[i].Key {
			return false
		}
	}
	return true
}

// field returns the index of a declared field, -1 when there is none.
func (e *Event) field(name string) int {
	for i := range e.Fields {
		if e.Fields[i].Name == name {
			return i
		}
	}
	return -1
}

// last returns the index of the last field of that name, -1 when there is none.
func last(fields []slog.Attr, name string) int {
	for i := len(fields) - 1; i >= 0; i-- {
		if fields[i].Key == name {
			return i
		}
	}
	return -1
}
