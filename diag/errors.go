package diag

import (
	"errors"
	"fmt"
	"iter"
	"log/slog"

	"github.com/egladman/magus/internal/text"
)

// New returns an error that carries c; its message is that of the event whose
// fields have exactly these names, else the title of the code.
func New(c Code, fields ...slog.Attr) error { return newError(c, -1, fields) }

// NewEvent is New for one event of c, by its index in the descriptor.
// Generated code calls it.
func NewEvent(c Code, event int, fields ...slog.Attr) error { return newError(c, event, fields) }

func newError(c Code, event int, fields []slog.Attr) *coded {
	e := &coded{code: c}
	d, _ := descriptor(c)
	if d == nil {
		e.msg = unknownMark
		return e
	}
	r := record{code: c, d: d, attrs: fields}
	if uint(event) < uint(len(d.Events)) {
		r.event = &d.Events[event]
	} else {
		r.event, r.misfit = d.pick(fields)
	}
	e.msg, e.fields = r.text(), r.fields(nil, true)
	return e
}

// Errorf returns an error that carries c and the message that fmt.Errorf
// makes of the rest; what %w wraps is kept.
func Errorf(c Code, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	return &coded{code: c, msg: err.Error(), cause: err}
}

// Wrap returns an error that carries c, its message and then that of err,
// which it wraps. Wrap of nil is nil.
func Wrap(err error, c Code, fields ...slog.Attr) error {
	if err == nil {
		return nil
	}
	e := newError(c, -1, fields)
	e.msg += ": " + err.Error()
	e.cause = err
	return e
}

type coded struct {
	code   Code
	msg    string
	fields []slog.Attr
	cause  error
}

func (e *coded) Error() string {
	b := appendBracket(nil, e.code.Error())
	b = append(b, ' ')
	b = text.AppendVisible(b, e.msg)
	if d, _ := descriptor(e.code); d != nil && d.URL != "" {
		b = append(b, seeMark...)
		b = append(b, cleanURL(d.URL)...)
		b = append(b, ')')
	}
	return string(b)
}

func (e *coded) Unwrap() error { return e.cause }
func (e *coded) Is(target error) bool {
	c, ok := target.(Code)
	return ok && e.code == c
}

// CodeOf returns the outermost code of err.
func CodeOf(err error) (Code, bool) {
	var e *coded
	if errors.As(err, &e) {
		return e.code, true
	}
	return nil, false
}

// Codes yields all codes of err, outermost first, each once.
func Codes(err error) iter.Seq[Code] {
	return func(yield func(Code) bool) {
		if c, ok := CodeOf(err); ok {
			yield(c)
		}
	}
}
