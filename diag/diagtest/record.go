package diagtest

import (
	"context"
	"log/slog"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/egladman/magus/diag"
)

// A Diagnostic is one record that carried a code.
type Diagnostic struct {
	Code    diag.Code
	Event   string // name of the event, "" for the single unnamed one and for no event
	Level   slog.Level
	Message string // with the fields in their places
	URL     string
	Fields  []slog.Attr // as given; a secret one holds its replacement
	Misfit  bool        // the fields fit no event
	File    string      // of the call
	Line    int
}

// Field returns the value of a field, nil when there is none.
func (d Diagnostic) Field(name string) any {
	for _, a := range d.Fields {
		if a.Key == name {
			return a.Value.Any()
		}
	}
	return nil
}

// String returns the diagnostic in one line, for messages of failed tests. The
// values are in JSON, as Want compares them.
func (d Diagnostic) String() string {
	var b strings.Builder
	b.WriteByte('[')
	if d.Code != nil {
		b.WriteString(d.Code.Error())
	}
	b.WriteByte(']')
	if d.Message != "" {
		b.WriteString(" " + d.Message)
	}
	for _, a := range d.Fields {
		values := inJSON([]slog.Attr{a}) // several when a is a group without a key
		for _, k := range slices.Sorted(maps.Keys(values)) {
			b.WriteString(" " + k + "=" + values[k])
		}
	}
	return b.String()
}

// A Recorder keeps the diagnostics of all levels that it is given. Its methods
// may be called from several goroutines.
type Recorder struct {
	tb     testing.TB
	mu     sync.Mutex
	got    []Diagnostic
	strict bool
}

// New returns a Recorder that nothing reports to yet, see Context and Handler.
func New(tb testing.TB) *Recorder { return &Recorder{tb: tb} }

// Default returns a Recorder that is the default handler until the test ends.
// Tests that use it cannot run in parallel.
func Default(tb testing.TB) *Recorder {
	tb.Helper()
	r := New(tb)
	old := diag.SetDefault(r.Handler())
	tb.Cleanup(func() { diag.SetDefault(old) })
	return r
}

// Strict makes the test fail for a code that no catalog holds, for fields that
// fit no event of their code, and for values that are not of the declared type.
// It returns r.
func (r *Recorder) Strict() *Recorder {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.strict = true
	return r
}

// Context returns a context whose diagnostics go to r.
func (r *Recorder) Context(ctx context.Context) context.Context {
	return diag.WithHandler(ctx, r.Handler())
}

// Handler returns the handler that feeds r.
func (r *Recorder) Handler() slog.Handler { return &handler{rec: r} }

// All returns what was reported so far, in order.
func (r *Recorder) All() []Diagnostic {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.got)
}

// Of returns what was reported under c.
func (r *Recorder) Of(c diag.Code) []Diagnostic {
	return slices.DeleteFunc(r.All(), func(d Diagnostic) bool { return d.Code != c })
}

// Reset forgets what was reported.
func (r *Recorder) Reset() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.got = nil
}

// Want fails the test unless a diagnostic of c with these fields, among others,
// was reported. It returns the first. Values are equal when package diag prints
// them alike in JSON.
func (r *Recorder) Want(c diag.Code, fields ...slog.Attr) Diagnostic {
	r.tb.Helper()
	all := r.All()
	for _, d := range all {
		if d.Code == c && holds(d.Fields, fields) {
			return d
		}
	}
	r.tb.Errorf("no diagnostic %s; got %d:%s", Diagnostic{Code: c, Fields: fields}, len(all), lines(all))
	return Diagnostic{}
}

// None fails the test if anything was reported under one of these codes, or
// anything at all when none is given.
func (r *Recorder) None(codes ...diag.Code) {
	r.tb.Helper()
	var bad []Diagnostic
	for _, d := range r.All() {
		if len(codes) == 0 || slices.Contains(codes, d.Code) {
			bad = append(bad, d)
		}
	}
	if len(bad) > 0 {
		r.tb.Errorf("%d unwanted diagnostic(s):%s", len(bad), lines(bad))
	}
}

func lines(ds []Diagnostic) string {
	var b strings.Builder
	for _, d := range ds {
		b.WriteString("\n\t" + d.String())
	}
	return b.String()
}

func holds(got, want []slog.Attr) bool {
	g, w := inJSON(got), inJSON(want)
	for k, v := range w {
		if gv, ok := g[k]; !ok || gv != v {
			return false
		}
	}
	return true
}

// handler feeds a Recorder.
type handler struct {
	rec   *Recorder
	attrs []slog.Attr
}

func (h *handler) Enabled(context.Context, slog.Level) bool { return true }

func (h *handler) WithAttrs(as []slog.Attr) slog.Handler {
	return &handler{h.rec, append(slices.Clip(h.attrs), as...)}
}

func (h *handler) WithGroup(string) slog.Handler { return h }

func (h *handler) Handle(_ context.Context, r slog.Record) error {
	d := Diagnostic{Level: r.Level, Message: r.Message}
	take := func(a slog.Attr) bool {
		switch c, coded := a.Value.Any().(diag.Code); {
		case a.Key == "code" && coded:
			d.Code = c
		case a.Key == "code" && a.Value.Any() == nil && r.Message == unknown: // Emit of a nil code
		case a.Key == "event":
			d.Event = a.Value.String()
		case a.Key == "url":
			d.URL = a.Value.String()
		case a.Key == "fields" && a.Value.Kind() == slog.KindGroup:
			for _, f := range a.Value.Group() {
				if f.Key == "!misfit" {
					d.Misfit = true
					continue
				}
				d.Fields = append(d.Fields, f)
			}
		default:
			d.Fields = append(d.Fields, a)
		}
		return true
	}
	for _, a := range h.attrs {
		take(a)
	}
	r.Attrs(take)
	if d.Code == nil && d.Message != unknown {
		return nil // a plain record of slog
	}
	f, _ := runtime.CallersFrames([]uintptr{r.PC}).Next()
	d.File, d.Line = f.File, f.Line
	h.rec.add(d)
	return nil
}

// unknown is the message of a record without a known code.
const unknown = "!unknown"

func (r *Recorder) add(d Diagnostic) {
	note(d)
	r.mu.Lock()
	r.got = append(r.got, d)
	strict := r.strict
	r.mu.Unlock()
	if !strict {
		return
	}
	r.tb.Helper()
	for _, problem := range problems(d) {
		r.tb.Errorf("%s:%d: %s: %s", d.File, d.Line, d, problem)
	}
}

// Emitted returns how often each event was reported to a Recorder of this
// process, keyed by "CODE" or "CODE event".
func Emitted() map[string]int {
	emitted.Lock()
	defer emitted.Unlock()
	return maps.Clone(emitted.n)
}
