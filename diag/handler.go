package diag

import (
	"context"
	"io"
	"log/slog"
	"math"
	"os"
	"slices"
	"strings"
	"time"
)

// handler is the slog.Handler of this package.
type handler struct {
	core     *core
	segments []segment // the first has no group name
	code     Code      // given by WithAttrs
}

// A segment is what WithAttrs added after one WithGroup.
type segment struct {
	group string
	attrs []slog.Attr
}

const defaultMaxValue = 16 << 10

// NewHandler returns a handler that writes each record to w by one call of
// Write. It takes the records of this package and those of any slog.Logger.
// Handlers derived from it share its lock; two handlers on one w do not.
// Mistakes in o.Overrides are written to w as one warning.
func NewHandler(w io.Writer, o Options) slog.Handler {
	rules, problems := parseRules(o.Overrides)
	problems = append(problems, idle(rules, o.Catalogs)...)
	h := newHandler(w, o, rules, os.Getenv)
	if len(problems) > 0 {
		h.warn("level overrides: " + strings.Join(problems, "; "))
	}
	return h
}

func newHandler(w io.Writer, o Options, rules []rule, getenv func(string) string) *handler {
	c := &core{
		id: sinks.Add(1), opt: o, level: o.Level, rules: rules, raises: raises(rules),
		time: o.Time == TimeOn || o.Time == TimeAuto && o.Format == JSON,
		max:  o.MaxValue, onError: o.OnError, w: w,
		states: map[*Descriptor]*codeState{},
	}
	if c.level == nil {
		c.level = &fixed
	}
	if c.max <= 0 {
		c.max = defaultMaxValue
	}
	c.max = min(c.max, math.MaxInt/8) // what is reckoned with it stays an int
	if o.Format == Text {
		c.style = styleOf(w, o.Color, getenv)
	}
	return &handler{core: c}
}

// newDefault is the handler that a program starts with.
func newDefault(w io.Writer, getenv func(string) string) *handler {
	o, err := Options{}.With(getenv(EnvVar))
	rules, _ := parseRules(o.Overrides)
	h := newHandler(w, o, rules, getenv)
	if err != nil {
		h.warn(EnvVar + ": " + err.Error())
	}
	return h
}

// warn writes a warning of the handler itself.
func (h *handler) warn(msg string) {
	_ = h.write(&record{time: time.Now(), level: slog.LevelWarn, msg: msg}, nil)
}

// source is the level that On has to look at for h.
func (h *handler) source() *slog.LevelVar {
	if h.core.raises {
		return &everything
	}
	return h.core.level
}

// Enabled implements slog.Handler. While a level override may lift a code,
// only Handle can tell.
func (h *handler) Enabled(_ context.Context, l slog.Level) bool {
	return h.core.raises || l >= h.core.level.Level()
}

// enabled reports whether a record is to be written. It gives the record the
// level that the overrides want.
func (h *handler) enabled(r *record) bool {
	if len(h.core.rules) > 0 && r.coded {
		if r.level = levelFor(h.core.rules, r.id(), r.level); r.level == off {
			return false
		}
	}
	return r.level >= h.core.level.Level()
}

// WithAttrs implements slog.Handler.
func (h *handler) WithAttrs(as []slog.Attr) slog.Handler {
	if len(as) == 0 {
		return h
	}
	c := h.derive()
	if len(c.segments) == 0 {
		c.segments = []segment{{}}
	}
	s := &c.segments[len(c.segments)-1]
	s.attrs = slices.Clip(s.attrs)
	for _, a := range as {
		if code, ok := codeOf(a); ok && len(c.segments) == 1 {
			c.code = code
			continue
		}
		s.attrs = append(s.attrs, a)
	}
	return c
}

// WithGroup implements slog.Handler.
func (h *handler) WithGroup(name string) slog.Handler {
	if name == "" {
		return h
	}
	c := h.derive()
	if len(c.segments) == 0 {
		c.segments = []segment{{}}
	}
	c.segments = append(c.segments, segment{group: name})
	return c
}

func (h *handler) derive() *handler {
	return &handler{core: h.core, segments: slices.Clone(h.segments), code: h.code}
}

// codeOf returns the code of a field that makes a record a coded one: its key
// is code and its value is a Code, never a text.
func codeOf(a slog.Attr) (Code, bool) {
	if a.Key != "code" || a.Value.Kind() != slog.KindAny {
		return nil, false
	}
	c, ok := a.Value.Any().(Code)
	return c, ok
}

// Handle implements slog.Handler. It returns what Write returned, and
// io.ErrShortWrite for a record that was written in part.
func (h *handler) Handle(_ context.Context, sr slog.Record) error {
	r := record{time: sr.Time, level: sr.Level, msg: sr.Message, pc: sr.PC, given: true, code: h.code, coded: h.code != nil}
	p := newPrinter(h.core.opt.Format == JSON, h.core.max)
	sr.Attrs(func(a slog.Attr) bool {
		if c, ok := codeOf(a); ok {
			r.code, r.coded = c, true
		} else {
			p.given = append(p.given, a)
		}
		return true
	})
	as := p.given
	if r.coded {
		as = r.recognise(as)
	}
	if len(h.core.rules) > 0 && !h.enabled(&r) {
		p.free()
		return nil
	}
	return h.print(p, &r, as)
}

// write prints r with its fields and sends it, unless a limit holds it back.
func (h *handler) write(r *record, as []slog.Attr) error {
	return h.print(newPrinter(h.core.opt.Format == JSON, h.core.max), r, as)
}

// print is write with a printer of the caller, which it frees.
func (h *handler) print(p *printer, r *record, as []slog.Attr) error {
	c := h.core
	var s *codeState
	if r.d != nil {
		s = c.state(r.d)
		if !c.admit(r, s) {
			p.free()
			return nil
		}
	}
	if p.json {
		p.object(h, r, as)
	} else {
		p.text(h, r, as, s)
	}
	err := c.send(p, s)
	if err != nil && s != nil {
		c.refund(r, s)
	}
	p.free()
	return err
}
