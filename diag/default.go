package diag

import (
	"context"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
)

// A target is a handler in use.
type target struct {
	h   slog.Handler
	own *handler // h when it is ours

	once  sync.Map // of *Descriptor: codes with limit once that h was given, when h is not ours
	onceN atomic.Int64
}

func newTarget(h slog.Handler) *target {
	own, _ := h.(*handler)
	return &target{h: h, own: own}
}

// targetOf is newTarget for a handler that SetDefault may have returned.
func targetOf(h slog.Handler) *target {
	if _, ok := h.(first); ok {
		return builtin()
	}
	return newTarget(h)
}

// spent reports whether d is a code with limit once that t was given already.
// Our own handlers see to that themselves.
func (t *target) spent(d *Descriptor) bool {
	if d == nil || !d.Once {
		return false
	}
	if _, spent := t.once.Load(d); spent || t.onceN.Load() >= maxCodes {
		return spent
	}
	_, spent := t.once.LoadOrStore(d, true)
	if !spent {
		t.onceN.Add(1)
	}
	return spent
}

// unspent undoes spent for a record that h did not take.
func (t *target) unspent(d *Descriptor) {
	if d == nil || !d.Once {
		return
	}
	if _, was := t.once.LoadAndDelete(d); was {
		t.onceN.Add(-1)
	}
}

func (t *target) source() *slog.LevelVar {
	if t.own == nil {
		return &everything
	}
	return t.own.source()
}

var (
	def     atomic.Pointer[target]
	defLock sync.Mutex
	builtin = sync.OnceValue(func() *target {
		return newTarget(newDefault(os.Stderr, os.Getenv))
	})
)

type contextKey struct{}

// contexts tells that some context carries a handler; until then no context
// is searched.
var contexts atomic.Bool

// SetDefault makes h the handler of Emit, and of EmitContext where the context
// carries none, and returns the one before it. A nil h is the handler that a
// program starts with: text on standard error, level info, adjusted by the
// environment variable MAGUS_DIAG.
func SetDefault(h slog.Handler) (old slog.Handler) {
	if h == nil {
		h = first{}
	}
	t := targetOf(h)
	defLock.Lock()
	defer defLock.Unlock()
	before := def.Swap(t)
	setDefaultSource(t.source())
	if before == nil {
		return first{}
	}
	return before.h
}

// first stands for the built-in handler, so that a program that sets its own
// before the first record never builds it.
type first struct{}

func (first) Enabled(ctx context.Context, l slog.Level) bool  { return builtin().h.Enabled(ctx, l) }
func (first) Handle(ctx context.Context, r slog.Record) error { return builtin().h.Handle(ctx, r) }
func (first) WithAttrs(as []slog.Attr) slog.Handler           { return builtin().h.WithAttrs(as) }
func (first) WithGroup(name string) slog.Handler              { return builtin().h.WithGroup(name) }

// WithHandler returns a context whose diagnostics go to h. A nil h leaves ctx
// as it is.
func WithHandler(ctx context.Context, h slog.Handler) context.Context {
	if h == nil {
		return ctx
	}
	t := targetOf(h)
	addContextSource(t.source())
	contexts.Store(true)
	return context.WithValue(ctxOr(ctx), contextKey{}, t)
}

func current(ctx context.Context) *target {
	if contexts.Load() && ctx != nil {
		if t, ok := ctx.Value(contextKey{}).(*target); ok {
			return t
		}
	}
	if t := def.Load(); t != nil {
		return t
	}
	return start()
}

// start installs the built-in handler as the default.
func start() *target {
	t := builtin()
	defLock.Lock()
	defer defLock.Unlock()
	if def.CompareAndSwap(nil, t) {
		setDefaultSource(t.source())
	}
	return def.Load()
}
