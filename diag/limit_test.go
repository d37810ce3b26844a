package diag_test

import (
	"bytes"
	"io"
	"log/slog"
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
