package diag

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"time"
)

const unknownMark = "!unknown"

type settings struct {
	Options
	source bool
}

type core struct {
	opt   settings
	mu    sync.Mutex
	w     io.Writer
	shown map[*Descriptor]bool
}

type handler struct {
	core *core
}

type record struct {
	time   time.Time
	level  slog.Level
	coded  bool
	code   Code
	d      *Descriptor
	event  *Event
	misfit bool
	msg    string
	attrs  []slog.Attr
	pc     uintptr
}

func newHandler(w io.Writer, o Options, getenv func(string) string) *handler {
	return &handler{&core{opt: settings{Options: o}, w: w, shown: map[*Descriptor]bool{}}}
}

func (h *handler) source() *slog.LevelVar {
	if h.core.opt.Level != nil {
		return h.core.opt.Level
	}
	return &fixed
}
func (h *handler) enabled(r *record) bool { return r.level >= h.source().Level() }
func (h *handler) Enabled(_ context.Context, l slog.Level) bool {
	return l >= h.source().Level()
}
func (h *handler) WithAttrs([]slog.Attr) slog.Handler { return h }
func (h *handler) WithGroup(string) slog.Handler      { return h }
func (h *handler) Handle(_ context.Context, sr slog.Record) error {
	r := record{level: sr.Level, msg: sr.Message}
	sr.Attrs(func(a slog.Attr) bool { r.attrs = append(r.attrs, a); return true })
	return h.write(&r)
}

func (r *record) text() string {
	return string(r.appendText(nil))
}

func (r *record) appendText(b []byte) []byte {
	msg, at := r.event.Message, 0
	for {
		s, e, f := nextPlace(msg, at, r.event.Fields)
		if s < 0 {
			return append(b, msg[at:]...)
		}
		b = append(b, msg[at:s]...)
		fd := &r.event.Fields[f]
		if fd.Secret {
			b = append(b, redacted...)
		} else if i := last(r.attrs, fd.Name); i >= 0 {
			b = append(b, r.attrs[i].Value.String()...)
		}
		at = e
	}
}

const redacted = "[redacted]"

func (r *record) fields(out []slog.Attr, all bool) []slog.Attr {
	for _, a := range r.attrs {
		if r.event != nil {
			if i := r.event.field(a.Key); i >= 0 && r.event.Fields[i].Secret {
				a.Value = slog.StringValue(redacted)
			}
		}
		out = append(out, a)
	}
	return out
}
