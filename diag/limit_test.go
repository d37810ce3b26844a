package diag_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/egladman/magus/diag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLimitOfFailedRecords(t *testing.T) {
	w := &script{steps: []func([]byte) (int, error){func([]byte) (int, error) { return 0, io.ErrClosedPipe }}}
	old := diag.SetDefault(diag.NewHandler(w, diag.Options{Limit: 1, Format: diag.JSON}))
	defer diag.SetDefault(old)
	for range 3 {
		diag.Emit(TST0007)
	}
	assert.Equal(t, 1, strings.Count(w.String(), "\n"), "a record that failed does not use up the limit")
	w.steps = []func([]byte) (int, error){func([]byte) (int, error) { return 0, io.ErrClosedPipe }}
	assert.ErrorIs(t, diag.Flush(nil), io.ErrClosedPipe)
	require.NoError(t, diag.Flush(nil))
	assert.Contains(t, w.String(), `"msg":"free","suppressed":1}`, "what could not be told is still owed")
}

func TestOnceForHandlersOfOthers(t *testing.T) {
	var b bytes.Buffer
	old := diag.SetDefault(slog.NewTextHandler(&b, nil))
	defer diag.SetDefault(old)
	for range 3 {
		diag.Emit(TST0006)
	}
	assert.Equal(t, 1, strings.Count(b.String(), "\n"))
}

func TestTheFirstHandlerCanBeWrapped(t *testing.T) {
	old := diag.SetDefault(nil)
	first := diag.SetDefault(old)
	assert.True(t, first.Enabled(t.Context(), slog.LevelInfo))
	assert.False(t, first.Enabled(t.Context(), slog.LevelDebug))
	assert.NotNil(t, first.WithGroup("g").WithAttrs([]slog.Attr{slog.Int("n", 1)}))
}

func TestLongMessageInJSON(t *testing.T) {
	var b bytes.Buffer
	slog.New(diag.NewHandler(&b, diag.Options{Format: diag.JSON, Time: diag.TimeOff, MaxValue: 4})).Info("0123456")
	assert.Equal(t, `{"level":"INFO","msg":"0123...(+3 bytes)"}`+"\n", b.String())
}

// emitFresh emits codes that make a new descriptor at each call, and prints by
// how much the heap grew in the second half.
func emitFresh() {
	heap := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	ours := diag.WithHandler(context.Background(), diag.NewHandler(new(countWriter), diag.Options{Limit: 1}))
	theirs := diag.WithHandler(context.Background(), slog.NewMultiHandler(diag.NewHandler(new(countWriter), diag.Options{})))
	emit := func() {
		for range 150_000 {
			c := describedCode{&diag.Descriptor{Code: "F1", Title: "fresh", Level: slog.LevelError, Once: true}}
			diag.EmitContext(ours, c)
			diag.EmitContext(theirs, c)
		}
	}
	emit()
	half := heap()
	emit()
	fmt.Print(heap() - half)
	runtime.KeepAlive(ours)
	runtime.KeepAlive(theirs)
}

func TestMemoryIsBoundedForDescriptorsWithoutEnd(t *testing.T) {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "DIAG_TEST_CHILD=fresh")
	out, err := c.Output()
	require.NoError(t, err)
	grown, err := strconv.Atoi(string(out))
	require.NoError(t, err)
	assert.Less(t, grown, 4<<20)
}

// failing fails the first record.
type failing struct {
	slog.Handler
	n int
}

func (f *failing) Handle(ctx context.Context, r slog.Record) error {
	if f.n++; f.n == 1 {
		return io.ErrClosedPipe
	}
	return f.Handler.Handle(ctx, r)
}

func TestOnceHasToSucceedForHandlersOfOthers(t *testing.T) {
	var b bytes.Buffer
	ctx := diag.WithHandler(t.Context(), &failing{Handler: diag.NewHandler(&b, diag.Options{Links: diag.LinksNever})})
	for range 3 {
		diag.EmitContext(ctx, TST0006)
	}
	assert.Equal(t, "[TST0006] unsupported\n", b.String())
}
