//go:build unix

package charmlog

import (
	"io"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/creack/pty"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/diag/internal/testcat"
)

// TestSilentTerminal has a terminal that never answers. A query would be on the
// wire, and would hold the record back until it timed out.
func TestSilentTerminal(t *testing.T) {
	for term, want := range map[string]string{
		"xterm-256color": "\x1b[1;38;5;86mINFO\x1b[0m first \x1b[2mk\x1b[0m\x1b[2m=\x1b[0mv\r\n",
		"rxvt-unicode":   "\x1b[1;96mINFO\x1b[0m first \x1b[2mk\x1b[0m\x1b[2m=\x1b[0mv\r\n",
		"tmux-256color":  "\x1b[1;38;5;86mINFO\x1b[0m first \x1b[2mk\x1b[0m\x1b[2m=\x1b[0mv\r\n",
		"dumb":           "INFO first k=v\r\n",
	} {
		t.Run(term, func(t *testing.T) {
			env := map[string]string{"TERM": term, "TMUX": "/nowhere,1,0"}
			assert.Equal(t, want, onTerminal(t, env, func(h slog.Handler) { slog.New(h).Info("first", "k", "v") }))
		})
	}
	t.Run("NO_COLOR", func(t *testing.T) {
		env := map[string]string{"TERM": "xterm-256color", "NO_COLOR": "1"}
		assert.Equal(t, "ERRO [TST1003] thing gone wrong (see https://example.com/codes/TST1003.md)\r\n",
			onTerminal(t, env, func(h slog.Handler) { diag.EmitContext(diag.WithHandler(t.Context(), h), testcat.Fail) }))
	})
}

// onTerminal returns all that reaches a terminal while log runs.
func onTerminal(t *testing.T, env map[string]string, log func(slog.Handler)) string {
	t.Helper()
	term, file, err := pty.Open()
	require.NoError(t, err)
	t.Cleanup(func() { term.Close() })
	for k, v := range env { // the library looks for itself
		t.Setenv(k, v)
	}
	if env["NO_COLOR"] == "" {
		t.Setenv("NO_COLOR", "")
	}
	for _, k := range []string{"CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "COLORTERM"} {
		t.Setenv(k, "")
	}
	log(NewHandler(file, diag.Options{}))
	_, err = file.WriteString("end\n")
	require.NoError(t, err)
	return until(t, term, "end\r\n")
}

func until(t *testing.T, term *os.File, end string) string {
	t.Helper()
	var got strings.Builder
	buf := make([]byte, 1)
	for !strings.HasSuffix(got.String(), end) {
		n, err := term.Read(buf)
		if err == io.EOF {
			break
		}
		require.NoError(t, err, "%q", got.String())
		got.Write(buf[:n])
	}
	return strings.TrimSuffix(got.String(), end)
}
