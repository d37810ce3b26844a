//go:build unix

package tty_test

import (
	"testing"

	"github.com/creack/pty"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/internal/tty"
)

func TestTerminal(t *testing.T) {
	p, f, err := pty.Open()
	require.NoError(t, err)
	defer p.Close()
	defer f.Close()
	require.NoError(t, pty.Setsize(p, &pty.Winsize{Cols: 132, Rows: 43}))

	assert.True(t, tty.IsTerminal(f))
	cols, rows := tty.Size(f)
	assert.Equal(t, 132, cols)
	assert.Equal(t, 43, rows)

	for words, want := range map[string]bool{"": true, "NO_COLOR=1": false, "TERM=dumb": false, "CLICOLOR=0": false, "CLICOLOR=0 FORCE_COLOR=1": true} {
		assert.Equal(t, want, tty.Color(tty.Auto, f, env(words)), words)
	}
	for words, want := range map[string]bool{
		"": false, "VTE_VERSION=5000": true, "VTE_VERSION=4999": false, "VTE_VERSION=x": false, "TERM_PROGRAM=WezTerm": true, "TERM_PROGRAM=iTerm.app": true, "TERM_PROGRAM=vscode": true,
		"TERM_PROGRAM=ghostty": true, "KITTY_WINDOW_ID=1": true, "WT_SESSION=x": true, "TERM_PROGRAM=Apple_Terminal": false, "WT_SESSION=1 TERM=screen": false,
		"TERM=xterm-kitty": true, "TERM=xterm-ghostty": true, "KONSOLE_VERSION=1": true, "WT_SESSION=1 TMUX=x": false, "WT_SESSION=1 STY=x": false,
		"WT_SESSION=1 TERM=tmux-256color": false, "WT_SESSION=1 NO_COLOR=1": false, "WT_SESSION=1 FORCE_HYPERLINK=0": false,
	} {
		assert.Equal(t, want, tty.Hyperlinks(tty.Auto, f, env(words)), words)
	}
}
