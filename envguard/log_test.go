package envguard

import (
	"bytes"
	"context"
	"log/slog"
	"testing"

	"github.com/egladman/magus/diag"
)

// capturing sends the diagnostics of ctx, from level on, to a buffer in the
// text form without links.
func capturing(t testing.TB, level slog.Level) (context.Context, *bytes.Buffer) {
	t.Helper()
	var out bytes.Buffer
	at := new(slog.LevelVar)
	at.Set(level)
	return diag.WithHandler(t.Context(), diag.NewHandler(&out, diag.Options{Level: at})), &out
}

// capturingInfo makes level info the only one in use, as in a program that
// was started without -v.
func capturingInfo(t testing.TB) (context.Context, *bytes.Buffer) {
	t.Helper()
	var out bytes.Buffer
	old := diag.SetDefault(diag.NewHandler(&out, diag.Options{}))
	t.Cleanup(func() { diag.SetDefault(old) })
	return t.Context(), &out
}
