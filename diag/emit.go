package diag

import (
	"context"
	"log/slog"
	"path"
	"runtime"
	"strings"
	"time"
)

// Emit reports a diagnostic to the default handler. The event is the one whose
// fields have exactly these names; fields that fit no event are printed with
// the title of the code and the mark !misfit=true. A code that no catalog
// holds, and the zero code, are printed at level error as !unknown. Emit never
// panics over a field, or over a code of a generated type; the Descriptor method
// of a hand-written one must not panic.
func Emit(c Code, fields ...slog.Attr) {
	var d *Descriptor
	if c == nil {
		outOfLine()
	} else if d = c.Descriptor(); d != nil && !d.Max.on() {
		return
	}
	emit(context.Background(), c, d, anyEvent, 0, fields)
}

// EmitContext is Emit for the handler that ctx carries, see WithHandler; that
// handler is given ctx. A nil ctx is taken as context.Background.
func EmitContext(ctx context.Context, c Code, fields ...slog.Attr) {
	var d *Descriptor
	if c == nil {
		outOfLine()
	} else if d = c.Descriptor(); d != nil && !d.Max.on() {
		return
	}
	emit(ctx, c, d, anyEvent, 0, fields)
}

// EmitPC is EmitContext for functions that wrap it: pc is the program counter
// of the call to be reported as the source, from runtime.Callers.
func EmitPC(ctx context.Context, pc uintptr, c Code, fields ...slog.Attr) {
	var d *Descriptor
	if c == nil {
		outOfLine()
	} else if d = c.Descriptor(); d != nil && !d.Max.on() {
		return
	}
	emit(ctx, c, d, anyEvent, pc, fields)
}

// EmitEvent reports one event of c, by its index in the descriptor; the fields
// are those of the event in declared order. Generated functions call it when On
// lets them; programs call those.
func EmitEvent(ctx context.Context, c Code, event int, fields ...slog.Attr) {
	emit(ctx, c, safely(c), event, 0, fields)
}

// anyEvent asks emit to find the event by its fields.
const anyEvent = -1

// Enabled reports whether any event of c would be written by the handler that
// ctx carries. It is for callers to whom finding the fields is much work.
func Enabled(ctx context.Context, c Code) bool {
	var d *Descriptor
	if c == nil {
		outOfLine()
	} else if d = c.Descriptor(); d != nil && !d.Max.on() {
		return false
	}
	return enabled(ctx, c, d)
}

func enabled(ctx context.Context, c Code, d *Descriptor) bool {
	r := record{code: c, d: d, level: slog.LevelError, coded: true}
	if d != nil {
		r.level = d.MaxLevel()
	}
	if !wanted(r.level) {
		return false
	}
	t := current(ctx)
	if t.own != nil {
		return t.own.enabled(&r)
	}
	return t.h.Enabled(ctxOr(ctx), r.level)
}

// outOfLine does nothing. The functions above call it on the way of a nil code:
// a call there makes the compiler keep their arguments in one place for both
// ways and lay the other way straight, which takes a sixth off a disabled call.
//
//go:noinline
func outOfLine() {}

// safely returns the descriptor of c, or nil, also when the method of c panics.
func safely(c Code) (d *Descriptor) {
	defer func() {
		if recover() != nil {
			d = nil
		}
	}()
	if c != nil {
		d = c.Descriptor()
	}
	return d
}

func ctxOr(ctx context.Context) context.Context {
	if ctx == nil {
		return context.Background()
	}
	return ctx
}

// emit is the common path of all ways to report. Its caller is two frames
// above runtime.Callers in pcOfCaller.
func emit(ctx context.Context, c Code, d *Descriptor, event int, pc uintptr, fields []slog.Attr) {
	var e *Event
	misfit, level := false, slog.LevelError
	if d != nil {
		if uint(event) < uint(len(d.Events)) {
			e = &d.Events[event]
		} else {
			e, misfit = d.pick(fields)
		}
		level = e.Level
		if !wanted(level) {
			return
		}
	}
	t := current(ctx)
	if t.own != nil {
		r := record{code: c, d: d, event: e, misfit: misfit, level: level, coded: true, pc: pc}
		if !t.own.enabled(&r) {
			return
		}
		d.count()
		if t.own.core.time {
			r.time = time.Now()
		}
		if t.own.core.opt.Source && pc == 0 {
			r.pc = pcOfCaller(event)
		}
		_ = t.own.write(&r, fields) // OnError has been told
		return
	}
	if ctx = ctxOr(ctx); t.h.Enabled(ctx, level) {
		d.count()
		if t.spent(d) {
			return
		}
		if pc == 0 {
			pc = pcOfCaller(event)
		}
		r := &record{code: c, d: d, event: e, misfit: misfit, level: level, coded: true, pc: pc}
		if t.h.Handle(ctx, r.foreign(append([]slog.Attr(nil), fields...))) != nil {
			t.unspent(d)
		}
	}
}

// pcOfCaller returns the program counter of the call that reported the
// diagnostic: of Emit, or of the generated function around EmitEvent.
func pcOfCaller(event int) uintptr {
	var pcs [3]uintptr
	n := runtime.Callers(4, pcs[:]) // runtime.Callers, pcOfCaller, emit, Emit
	if event == anyEvent {
		return pcs[0]
	}
	frames := runtime.CallersFrames(pcs[:n])
	first, more := frames.Next()
	i := 0
	if more && strings.HasPrefix(funcName(first), "emit") { // emitMGS2008Withheld
		i = 1
		first, more = frames.Next()
	}
	if more && strings.HasPrefix(funcName(first), "Emit") { // EmitMGS2008Withheld
		i++
	}
	return pcs[i]
}

// funcName returns the name of a function without its package; a method has a
// dot in it.
func funcName(f runtime.Frame) string {
	_, name, _ := strings.Cut(path.Base(f.Function), ".")
	return name
}
