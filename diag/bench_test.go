package diag_test

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"testing"

	"github.com/egladman/magus/diag"
)

// Guidance for those who change this package; bench/ compares with others.

type countWriter int

func (w *countWriter) Write(b []byte) (int, error) { *w += countWriter(len(b)); return len(b), nil }

func use(tb testing.TB, o diag.Options) {
	var w countWriter
	old := diag.SetDefault(diag.NewHandler(&w, o))
	tb.Cleanup(func() { diag.SetDefault(old) })
}

// EmitTyped has the shape of a generated function.
func EmitTyped(ctx context.Context, cmd string, n int) {
	if diag.On(slog.LevelInfo) {
		emitTyped(ctx, cmd, n)
	}
}

//go:noinline
func emitTyped(ctx context.Context, cmd string, n int) {
	diag.EmitEvent(ctx, TST0003, 0, slog.String("cmd", cmd), slog.Int("stripped_count", n))
}

func BenchmarkDisabledTyped(b *testing.B) {
	use(b, diag.Options{Level: atLevel(slog.LevelError)})
	ctx := context.Background()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		EmitTyped(ctx, "sh", i)
	}
}

func BenchmarkDisabledEnabled(b *testing.B) {
	use(b, diag.Options{Level: atLevel(slog.LevelError)})
	ctx := context.Background()
	b.ReportAllocs()
	for b.Loop() {
		if diag.Enabled(ctx, TST0003) {
			b.Fatal("on")
		}
	}
}

func BenchmarkDisabledEmit(b *testing.B) {
	use(b, diag.Options{Level: atLevel(slog.LevelError)})
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		diag.Emit(TST0003, slog.String("cmd", "sh"), slog.Int("stripped_count", i))
	}
}

func BenchmarkText(b *testing.B) {
	use(b, diag.Options{})
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		diag.Emit(TST0003, slog.String("cmd", "sh"), slog.Int("stripped_count", i))
	}
}

func BenchmarkTextTyped(b *testing.B) {
	use(b, diag.Options{})
	ctx := context.Background()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		EmitTyped(ctx, "sh", i)
	}
}

func BenchmarkJSON(b *testing.B) {
	use(b, diag.Options{Format: diag.JSON})
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		diag.Emit(TST0003, slog.String("cmd", "sh"), slog.Int("stripped_count", i))
	}
}

func BenchmarkTextPlaces(b *testing.B) {
	use(b, diag.Options{})
	b.ReportAllocs()
	for b.Loop() {
		diag.Emit(TST0002, slog.String("path", "/etc/passwd"))
	}
}

func BenchmarkSlogThroughText(b *testing.B) {
	var w countWriter
	l := slog.New(diag.NewHandler(&w, diag.Options{}))
	ctx := context.Background()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		l.LogAttrs(ctx, slog.LevelInfo, "a plain record", slog.String("cmd", "sh"), slog.Int("n", i))
	}
}

func BenchmarkErrorf(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		_ = diag.Errorf(TST0002, "no such path")
	}
}

func BenchmarkNewEvent(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		_ = diag.NewEvent(TST0002, 0, slog.String("path", "/etc/passwd"))
	}
}

// BenchmarkCodes finds the codes of joined errors: the time of one is the same
// whether there are few or many.
func BenchmarkCodes(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			errs := make([]error, n)
			for i := range errs {
				errs[i] = diag.New(testCode("TST" + strconv.Itoa(i)))
			}
			all := errors.Join(errs...)
			for b.Loop() {
				for range diag.Codes(all) {
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/code")
		})
	}
}
