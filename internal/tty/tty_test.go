package tty_test

import (
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/internal/tty"
)

// env makes a getenv of NAME=value words.
func env(words string) func(string) string {
	m := map[string]string{}
	for _, w := range strings.Fields(words) {
		k, v, _ := strings.Cut(w, "=")
		m[k] = v
	}
	return func(key string) string { return m[key] }
}

// pipe returns a file that is no terminal.
func pipe(t *testing.T) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	require.NoError(t, err)
	t.Cleanup(func() { r.Close(); w.Close() })
	return w
}

func TestColorInAPipe(t *testing.T) {
	f := pipe(t)
	for words, want := range map[string]bool{
		"": false, "FORCE_COLOR=1": true, "CLICOLOR_FORCE=1": true, "CLICOLOR_FORCE=0": false, "FORCE_COLOR=0": false,
		"FORCE_COLOR=1 NO_COLOR=1": false, "FORCE_COLOR=1 TERM=dumb": true, "FORCE_COLOR=1 CLICOLOR=0": true, "CLICOLOR=1": false,
	} {
		assert.Equal(t, want, tty.Color(tty.Auto, f, env(words)), words)
		assert.True(t, tty.Color(tty.Always, f, env(words+" NO_COLOR=1")), words)
		assert.False(t, tty.Color(tty.Never, f, env(words)), words)
	}
	assert.False(t, tty.Color(tty.Auto, nil, env("")))
}

func TestHyperlinksInAPipe(t *testing.T) {
	f := pipe(t)
	for words, want := range map[string]bool{
		"": false, "VTE_VERSION=7000": false, "WT_SESSION=1": false, "FORCE_HYPERLINK=1": true, "FORCE_HYPERLINK=0": false, "FORCE_HYPERLINK=1 TMUX=x": true,
	} {
		assert.Equal(t, want, tty.Hyperlinks(tty.Auto, f, env(words)), words)
		assert.True(t, tty.Hyperlinks(tty.Always, f, env(words)), words)
		assert.False(t, tty.Hyperlinks(tty.Never, f, env(words)), words)
	}
}

func TestUTF8(t *testing.T) {
	for words, want := range map[string]bool{
		"LANG=C.UTF-8": true, "LANG=en_US.utf8": true, "LANG=C": false, "LANG=de_DE.ISO-8859-1": false,
		"LC_ALL=C LANG=C.UTF-8": false, "LC_CTYPE=C LANG=C.UTF-8": false, "LC_ALL=C.UTF-8 LC_CTYPE=C": true,
		"": runtime.GOOS == "windows" || runtime.GOOS == "darwin",
	} {
		assert.Equal(t, want, tty.UTF8(env(words)), words)
	}
}

func TestNoTerminal(t *testing.T) {
	f := pipe(t)
	assert.False(t, tty.IsTerminal(f))
	assert.False(t, tty.IsTerminal(nil))
	for _, f := range []*os.File{f, nil} {
		cols, rows := tty.Size(f)
		assert.Zero(t, cols)
		assert.Zero(t, rows)
	}
}

func TestParseChoice(t *testing.T) {
	for s, want := range map[string]tty.Choice{"auto": tty.Auto, "always": tty.Always, "never": tty.Never} {
		c, ok := tty.ParseChoice(s)
		assert.True(t, ok)
		assert.Equal(t, want, c)
	}
	_, ok := tty.ParseChoice("Always")
	assert.False(t, ok)
}
