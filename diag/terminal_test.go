//go:build linux || darwin

package diag_test

import (
	"io"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/creack/pty"
	"github.com/egladman/magus/diag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var terminalRows = []row{
	{"2.2, 2.3 terminals are never asked", testNoQueries},
	{"2.4, 3.22 colour is decided by the writer", testColour},
}

// setTerm sets the variables that tell what a terminal can do.
func setTerm(t *testing.T, env map[string]string) {
	for _, k := range []string{"NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "TERM", "TMUX", "STY", "VTE_VERSION",
		"TERM_PROGRAM", "WT_SESSION", "KITTY_WINDOW_ID", "KONSOLE_VERSION", "FORCE_HYPERLINK"} {
		t.Setenv(k, env[k])
	}
}

// onTerminal returns the bytes that f sends to a terminal that never answers.
func onTerminal(t *testing.T, f func(tty *os.File)) string {
	t.Helper()
	master, tty, err := pty.Open()
	require.NoError(t, err)
	f(tty)
	require.NoError(t, tty.Close())
	out, _ := io.ReadAll(master) // ends with EIO when the other side is closed
	require.NoError(t, master.Close())
	return strings.ReplaceAll(string(out), "\r\n", "\n")
}

const plainRecord = "[TST0003] env vars stripped from child process by sandbox (see https://example.com/codes/TST0003.md)\n  cmd=x stripped_count=1\n"

func emitTo(w io.Writer, o diag.Options) {
	ctx := diag.WithHandler(nil, diag.NewHandler(w, o)) //nolint:staticcheck // a nil context is legal here
	diag.EmitContext(ctx, TST0003, slog.String("cmd", "x"), slog.Int("stripped_count", 1))
}

func testNoQueries(t *testing.T) {
	for _, term := range []string{"xterm-256color", "rxvt-unicode", "xterm", "dumb", ""} {
		setTerm(t, map[string]string{"TERM": term, "NO_COLOR": "1"})
		assert.Equal(t, plainRecord, onTerminal(t, func(tty *os.File) { emitTo(tty, diag.Options{}) }), "TERM=%s", term)
	}
}

func testColour(t *testing.T) {
	code := func(link bool) string {
		s := "\x1b[1;36mTST0003\x1b[0m"
		if link {
			s = "\x1b]8;;https://example.com/codes/TST0003.md\x1b\\" + s + "\x1b]8;;\x1b\\"
		}
		return strings.Replace(plainRecord, "TST0003", s, 1)
	}
	for name, c := range map[string]struct {
		env      map[string]string
		tty, not string
	}{
		"capable":        {map[string]string{"TERM": "xterm-256color", "VTE_VERSION": "7000"}, code(true), plainRecord},
		"old VTE":        {map[string]string{"TERM": "xterm-256color", "VTE_VERSION": "4000"}, code(false), plainRecord},
		"tmux":           {map[string]string{"TERM": "tmux-256color", "TMUX": "x", "VTE_VERSION": "7000"}, code(false), plainRecord},
		"dumb":           {map[string]string{"TERM": "dumb"}, plainRecord, plainRecord},
		"NO_COLOR":       {map[string]string{"TERM": "xterm", "NO_COLOR": "1", "VTE_VERSION": "7000"}, plainRecord, plainRecord},
		"CLICOLOR_FORCE": {map[string]string{"TERM": "xterm", "CLICOLOR_FORCE": "1"}, code(false), code(false)},
	} {
		t.Run(name, func(t *testing.T) {
			setTerm(t, c.env)
			assert.Equal(t, c.tty, onTerminal(t, func(tty *os.File) { emitTo(tty, diag.Options{}) }))
			file, err := os.Create(t.TempDir() + "/log")
			require.NoError(t, err)
			defer file.Close()
			emitTo(file, diag.Options{})
			got, err := os.ReadFile(file.Name())
			require.NoError(t, err)
			assert.Equal(t, c.not, string(got), "decided by the file that is written to")
			var b strings.Builder
			emitTo(&b, diag.Options{})
			assert.Equal(t, plainRecord, b.String(), "what is behind a writer that is no file is not known")
			assert.NotContains(t, onTerminal(t, func(tty *os.File) { emitTo(tty, diag.Options{Format: diag.JSON, Color: diag.ColorAlways}) }), "\x1b")
		})
	}
	var b strings.Builder
	emitTo(&b, diag.Options{Color: diag.ColorAlways})
	slog.New(diag.NewHandler(&b, diag.Options{Color: diag.ColorAlways})).Warn("m")
	assert.Equal(t, code(false)+"\x1b[1;33mWARN\x1b[0m m\n", b.String())
}
