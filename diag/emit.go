package diag

import (
	"context"
	"log/slog"
	"runtime"
	"time"
)

// Emit reports a diagnostic to the default handler. The event is the one whose
// fields have exactly these names; fields that fit no event are printed with
// the title of the code and the mark !misfit=true. A code that no catalog
// holds is printed at level error as !unknown. Emit never panics.
func Emit(c Code, fields ...slog.Attr) {
	d, known := descriptor(c)
	if known && !On(d.Max) {
		return
	}
	emit(context.Background(), c, d, -1, fields)
}

// EmitContext is Emit for the handler that ctx carries, see WithHandler; that
// handler is given ctx. A nil ctx is taken as context.Background.
func EmitContext(ctx context.Context, c Code, fields ...slog.Attr) {
	d, known := descriptor(c)
	if known && !On(d.Max) {
		return
	}
	emit(ctx, c, d, -1, fields)
}

// EmitEvent reports one event of c, by its index in the descriptor. The fields
// stand in declared order. Generated code calls it after On; programs call the
// generated functions.
func EmitEvent(ctx context.Context, c Code, event int, fields ...slog.Attr) {
	d, _ := descriptor(c)
	emit(ctx, c, d, event, fields)
}

// Enabled reports whether any event of c would be written by the handler that
// ctx carries. It is for callers that need much work to find the fields.
func Enabled(ctx context.Context, c Code) bool {
	d, known := descriptor(c)
	if known && !On(d.Max) {
		return false
	}
	t := current(ctx)
	if d == nil {
		return t.h.Enabled(ctxOr(ctx), slog.LevelError)
	}
	return t.h.Enabled(ctxOr(ctx), d.Max)
}

// descriptor returns that of c, or nil. It is known when the level of its
// events may be read off Max.
func descriptor(c Code) (d *Descriptor, known bool) {
	if c == nil {
		return nil, false
	}
	d = c.Descriptor()
	return d, d != nil && d.Any.Text != ""
}

func ctxOr(ctx context.Context) context.Context {
	if ctx == nil {
		return context.Background()
	}
	return ctx
}

func emit(ctx context.Context, c Code, d *Descriptor, event int, fields []slog.Attr) {
	r := record{code: c, d: d, attrs: fields, level: slog.LevelError, coded: true}
	if d != nil {
		switch {
		case uint(event) < uint(len(d.Events)):
			r.event = &d.Events[event]
		default:
			r.event, r.misfit = d.pick(fields)
		}
		r.level = r.event.Level
		if !wanted(r.level) {
			return
		}
	}
	t := current(ctx)
	if t.own != nil {
		if t.own.enabled(&r) {
			if t.own.core.opt.source {
				r.pc = caller()
			}
			_ = t.own.write(&r)
		}
		return
	}
	if ctx = ctxOr(ctx); t.h.Enabled(ctx, r.level) {
		_ = t.h.Handle(ctx, r.foreign())
	}
}

// caller returns the program counter of the call that reported the diagnostic.
func caller() uintptr {
	var pcs [1]uintptr
	runtime.Callers(4, pcs[:])
	return pcs[0]
}

// foreign is r for a handler that is not ours.
func (r *record) foreign() slog.Record {
	var msg string
	attrs := []slog.Attr{slog.Any("code", r.code)}
	if r.d != nil {
		msg = r.text()
		if r.event.Name != "" {
			attrs = append(attrs, slog.String("event", r.event.Name))
		}
		if r.d.URL != "" {
			attrs = append(attrs, slog.String("url", cleanURL(r.d.URL)))
		}
	} else {
		msg = unknownMark
	}
	var fields []slog.Attr
	fields = r.fields(fields, true)
	if len(fields) > 0 {
		attrs = append(attrs, slog.Attr{Key: "fields", Value: slog.GroupValue(fields...)})
	}
	out := slog.NewRecord(time.Now(), r.level, msg, caller())
	out.AddAttrs(attrs...)
	return out
}
