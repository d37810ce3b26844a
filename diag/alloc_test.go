package diag_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/egladman/magus/diag"
	"github.com/stretchr/testify/assert"
)

func TestAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector makes pools forget on purpose")
	}
	ctx := context.Background()
	calls := map[string]func(){
		"typed":   func() { EmitTyped(ctx, "sh", 3) },
		"Emit":    func() { diag.Emit(TST0003, slog.String("cmd", "sh"), slog.Int("stripped_count", 3)) },
		"Enabled": func() { diag.Enabled(ctx, TST0003) },
		"places":  func() { diag.Emit(TST0002, slog.String("path", "/etc/passwd")) },
		"misfit":  func() { diag.Emit(TST0003, slog.Duration("d", time.Second), slog.Bool("b", true)) },
		"secret":  func() { diag.Emit(TST0005, slog.String("user", "u"), slog.String("token", "t")) },
		"escapes": func() { diag.Emit(TST0003, slog.String("cmd", "a\x1bb é"), slog.Float64("stripped_count", 1.5)) },
	}
	for _, format := range []diag.Format{diag.Text, diag.JSON} {
		for name, call := range calls {
			var w countWriter
			old := diag.SetDefault(diag.NewHandler(&w, diag.Options{Format: format}))
			call()
			assert.Zero(t, testing.AllocsPerRun(200, call), "enabled, format %d, %s", format, name)
			w = 0
			diag.SetDefault(diag.NewHandler(&w, diag.Options{Format: format, Level: atLevel(slog.LevelError + 1)}))
			assert.Zero(t, testing.AllocsPerRun(200, call), "disabled, format %d, %s", format, name)
			assert.Zero(t, w)
			diag.SetDefault(old)
		}
	}
	for _, format := range []diag.Format{diag.Text, diag.JSON} {
		var w countWriter
		l := slog.New(diag.NewHandler(&w, diag.Options{Format: format})).With("k", "v")
		assert.Zero(t, testing.AllocsPerRun(200, func() {
			l.LogAttrs(ctx, slog.LevelInfo, "a plain record", slog.String("cmd", "sh"), slog.Int("n", 3))
		}), "slog, format %d", format)
	}
	err := diag.Wrap(diag.New(TST0003), TST0002)
	assert.Zero(t, testing.AllocsPerRun(200, func() { _ = err.(interface{ Is(error) bool }).Is(TST0003) }))
}
