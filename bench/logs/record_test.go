package logs

import (
	"context"
	"log/slog"
	"testing"

	"github.com/egladman/magus/codes"
	"github.com/egladman/magus/diag"
)

// The record that all write: MGS2003 with its two scalar fields.
const (
	code  = "MGS2003"
	name  = "EnvStripped"
	msg   = "env vars stripped from child process by sandbox"
	url   = "https://github.com/egladman/magus/blob/main/docs/codes/sandbox/MGS2003.md"
	coded = "[" + code + "] " + msg + " (see " + url + ")" // as upstream logged it
)

// Variables, so that no field is a constant to the compiler.
var (
	ctx     = context.Background()
	command = "npm"
	count   = 41
)

// counter is the writer of all. It is not io.Discard, for which some loggers
// return at once.
type counter struct{ n, writes int }

func (c *counter) Write(b []byte) (int, error) {
	c.n += len(b)
	c.writes++
	return len(b), nil
}

// wrote fails a benchmark whose records did not all arrive.
func wrote(b *testing.B, c *counter) {
	b.Helper()
	if c.writes != b.N {
		b.Fatalf("%d records written, want %d", c.writes, b.N)
	}
	b.ReportMetric(float64(c.n)/float64(b.N), "written/op")
}

func level(l slog.Level) *slog.LevelVar {
	v := new(slog.LevelVar)
	v.Set(l)
	return v
}

// use makes a diag handler onto a counter the default for one benchmark.
func use(b *testing.B, o diag.Options) *counter {
	c := &counter{}
	old := diag.SetDefault(diag.NewHandler(c, o))
	b.Cleanup(func() { diag.SetDefault(old) })
	b.ReportAllocs()
	return c
}

func emit()      { diag.Emit(codes.MGS2003, slog.String("cmd", command), slog.Int("stripped_count", count)) }
func emitTyped() { codes.EmitMGS2003(ctx, command, count) }
