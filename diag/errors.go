package diag

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/egladman/magus/internal/text"
)

// codedError is an error that carries a code.
type codedError struct {
	code   Code
	d      *Descriptor // nil for a code that no catalog holds
	event  *Event      // nil for an error of Errorf
	misfit bool
	msg    string
	holds  bool // msg holds the text of cause
	fields []slog.Attr
	cause  error
}

// New returns an error that carries c. Its message is that of the event whose
// fields have exactly these names; fields that fit no event go with the title
// of the code. Error prints one line, "[CODE] message (see URL)"; the format
// %+v adds the fields, and those of the coded errors it wraps.
func New(c Code, fields ...slog.Attr) error { return newError(c, anyEvent, fields) }

// NewEvent is New for one event of c, by its index in the descriptor.
// Generated functions call it.
func NewEvent(c Code, event int, fields ...slog.Attr) error { return newError(c, event, fields) }

// Wrap returns an error that carries c, whose text is its own message and then
// that of err, and which wraps err. Wrap of nil is nil.
func Wrap(err error, c Code, fields ...slog.Attr) error {
	if err == nil {
		return nil
	}
	e := newError(c, anyEvent, fields)
	e.cause = err
	return e
}

// Errorf returns an error that carries c and the message that fmt.Errorf makes
// of the rest; what %w wraps is kept. The text of a coded error in args stands
// in the message without its URL.
func Errorf(c Code, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	e := &codedError{code: c, msg: err.Error(), holds: true}
	e.d = safely(c)
	if strings.Contains(e.msg, seeMark) {
		for _, a := range args {
			if x, ok := a.(error); ok && x != nil {
				e.msg = withoutLinks(e.msg, x)
			}
		}
	}
	if many, ok := err.(interface{ Unwrap() []error }); ok && len(many.Unwrap()) > 0 {
		e.cause = err
	} else {
		e.cause = errors.Unwrap(err)
	}
	return e
}

func newError(c Code, event int, fields []slog.Attr) *codedError {
	e := &codedError{code: c}
	if e.d = safely(c); e.d == nil {
		e.msg = unknownMark
		e.fields = append([]slog.Attr(nil), fields...)
		return e
	}
	if uint(event) < uint(len(e.d.Events)) {
		e.event = &e.d.Events[event]
	} else {
		e.event, e.misfit = e.d.pick(fields)
	}
	r := record{code: c, d: e.d, event: e.event, misfit: e.misfit}
	e.msg = r.message(fields, defaultMaxValue)
	if len(fields) > 0 {
		e.fields = r.shown(make([]slog.Attr, 0, len(fields)), fields, false)
	}
	return e
}

// Error returns "[CODE] message (see URL)" on one line, nothing in it that
// could drive a terminal.
func (e *codedError) Error() string {
	return string(appendLink(e.appendOwn(nil), e.d))
}

// own is Error without the link.
func (e *codedError) own() string { return string(e.appendOwn(nil)) }

func (e *codedError) appendOwn(b []byte) []byte {
	b = appendBracket(b, e.id())
	b = append(b, ' ')
	b = text.AppendVisible(b, e.msg)
	if e.cause != nil && !e.holds {
		b = append(b, ": "...)
		if cause, ok := e.cause.(*codedError); ok {
			return cause.appendOwn(b)
		}
		b = text.AppendVisible(b, linkless(e.cause))
	}
	return b
}

func (e *codedError) id() string {
	if e.d != nil {
		return e.d.Code
	}
	return codeText(e.code)
}

// level is that of the event, error for an error without one.
func (e *codedError) level() slog.Level {
	if e.event != nil {
		return e.event.Level
	}
	return slog.LevelError
}

func (e *codedError) Unwrap() error { return e.cause }

// Is reports whether target is the code of e, or an error that carries it.
func (e *codedError) Is(target error) bool {
	switch t := target.(type) {
	case *codedError:
		return sameCode(e.code, t.code)
	case Code:
		return sameCode(e.code, t)
	}
	return false
}

// Format implements fmt.Formatter: %+v adds the fields of e and of the coded
// errors that it wraps, each on a line that starts with two spaces.
func (e *codedError) Format(f fmt.State, verb rune) {
	switch {
	case verb == 'v' && f.Flag('+'):
		fmt.Fprint(f, e.Error())
		for x := range codedIn(e) {
			if b := x.appendFields(nil, false); len(b) > 0 {
				fmt.Fprintf(f, "\n  %s%s", appendBracket(nil, x.id()), b[1:])
			}
		}
	case verb == 'q':
		fmt.Fprintf(f, "%q", e.Error())
	default:
		fmt.Fprint(f, e.Error())
	}
}

// appendFields appends the fields as the text form has them, those with a
// place in the message only when all are asked for.
func (e *codedError) appendFields(b []byte, all bool) []byte {
	p := printer{max: defaultMaxValue, fresh: true, veil: veil{e.d, e.event}}
	var shown []slog.Attr
	for _, a := range e.fields {
		if all || e.event == nil || e.misfit || !e.event.places(a.Key) {
			shown = append(shown, a)
		}
	}
	p.attrs(shown)
	if e.misfit {
		p.mark(misfitMark)
	}
	return append(b, p.buf...)
}

// LogValue gives handlers that are not ours the parts of the error.
func (e *codedError) LogValue() slog.Value {
	as := []slog.Attr{slog.String(codeKey, e.id()), slog.String("msg", e.own())}
	if e.d != nil && e.d.URL != "" {
		as = append(as, slog.String(urlKey, cleanURL(e.d.URL)))
	}
	if len(e.fields) > 0 {
		as = append(as, slog.Attr{Key: fieldsKey, Value: tame(slog.GroupValue(e.fields...), veil{e.d, e.event})})
	}
	return slog.GroupValue(as...)
}

// plainError is a coded error that our handlers print as one text.
type plainError struct{ coded *codedError }

func (e plainError) Error() string { return e.coded.own() }
