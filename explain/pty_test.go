//go:build unix

package explain

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A screen is how a test runs the command on a pseudo-terminal.
type screen struct {
	cols, rows uint16
	env        []string
	args       []string
	typed      func(tty *os.File, shown *bytes.Buffer) bool // called on output until it returns true
	stdin      *os.File                                     // the terminal when nil
}

// on runs the command on a terminal and returns what reached the screen.
func (s screen) on(t *testing.T) (shown string, status int) {
	t.Helper()
	if s.cols == 0 {
		s.cols, s.rows = 80, 200
	}
	cmd := process(t, "acme-explain", s.args...)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "LANG=C.UTF-8", "HOME=" + t.TempDir(), "GORACE=" + gorace}, s.env...)
	if s.stdin != nil {
		cmd.Stdin = s.stdin
	}
	f, err := pty.StartWithAttrs(cmd, &pty.Winsize{Cols: s.cols, Rows: s.rows}, &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 1})
	require.NoError(t, err)
	defer f.Close()
	var all bytes.Buffer
	buf := make([]byte, 4096)
	for {
		n, err := f.Read(buf)
		all.Write(buf[:n])
		if s.typed != nil && s.typed(f, &all) {
			s.typed = nil
		}
		if err != nil {
			break // a terminal without a program behind it ends in EIO
		}
	}
	err = cmd.Wait()
	var exit *exec.ExitError
	if err != nil {
		require.ErrorAs(t, err, &exit)
	}
	return strings.ReplaceAll(all.String(), "\r\n", "\n"), cmd.ProcessState.ExitCode()
}

// fakePager puts a pager that logs how it was called on the PATH.
func fakePager(t *testing.T, name, script string) (path, log string) {
	t.Helper()
	dir := t.TempDir()
	log = filepath.Join(dir, "log")
	body := "#!/bin/sh\n[ \"$1\" = --version ] && { echo \"less ${LESSTEST:-590} (GNU)\"; exit 0; }\n" +
		"echo \"args=$* LESSCHARSET=$LESSCHARSET LV=$LV COLUMNS=$COLUMNS\" > '" + log + "'\n" + script + "\n"
	syscall.ForkLock.RLock() // a program that is still open for writing elsewhere cannot be started (ETXTBSY)
	err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o755)
	syscall.ForkLock.RUnlock()
	require.NoError(t, err)
	return "PATH=" + dir + ":" + os.Getenv("PATH"), log
}

func read(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return ""
	}
	require.NoError(t, err)
	return string(b)
}

func TestTerminalColor(t *testing.T) {
	t.Parallel()
	colored := func(s screen) bool {
		s.args = append(s.args, "ACM0042")
		shown, status := s.on(t)
		require.Equal(t, 0, status)
		require.Contains(t, shown, "disk is full")
		return strings.Contains(shown, "\x1b[")
	}
	assert.True(t, colored(screen{}))
	assert.False(t, colored(screen{env: []string{"NO_COLOR=1"}}))
	assert.True(t, colored(screen{env: []string{"NO_COLOR="}}))
	assert.False(t, colored(screen{env: []string{"NO_COLOR=1", "CLICOLOR_FORCE=1"}}))
	assert.True(t, colored(screen{env: []string{"NO_COLOR=1"}, args: []string{"--color=always"}}))
	assert.False(t, colored(screen{args: []string{"--color", "never"}}))
	assert.False(t, colored(screen{env: []string{"TERM=dumb"}}))
	assert.False(t, colored(screen{env: []string{"CLICOLOR=0"}}))
	assert.True(t, colored(screen{env: []string{"CLICOLOR=0", "FORCE_COLOR=1"}}))
	assert.False(t, colored(screen{args: []string{"--format", "plain"}}))
}

func TestTerminalIsNeverAsked(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"ACM0042"}, {}, {"--search", "disk"}, {"--color=always", "--hyperlinks=always", "ACM0042"}} {
		shown, _ := screen{args: args, env: []string{"VTE_VERSION=7000"}}.on(t)
		for _, query := range []string{"\x1b]10;", "\x1b]11;", "\x1b[c", "\x1b[6n", "\x1b[>", "\x1b[?", "\x1bP"} {
			assert.NotContains(t, shown, query, args)
		}
	}
}

func TestTerminalWidth(t *testing.T) {
	t.Parallel()
	// widest returns the longest line of the prose of a page and of its table.
	widest := func(s screen) (prose, table int) {
		width := func(code, from string) (n int) {
			c := s
			c.args = append(c.args, "--color=never", code)
			shown, _ := c.on(t)
			_, text, ok := strings.Cut(shown, from)
			require.True(t, ok, shown)
			text, _, _ = strings.Cut(from+text, "\n\n")
			for line := range strings.Lines(text) {
				n = max(n, len([]rune(strings.TrimRight(line, "\n"))))
			}
			return n
		}
		return width("ACM0042", "The disk under"), width("ACM2008", "word  meaning")
	}
	for _, c := range []struct {
		s            screen
		prose, table [2]int // at least, at most
	}{
		{screen{cols: 20}, [2]int{15, 20}, [2]int{15, 20}},
		{screen{cols: 40}, [2]int{30, 40}, [2]int{30, 40}},
		{screen{cols: 80}, [2]int{65, 80}, [2]int{70, 80}},
		{screen{cols: 100}, [2]int{85, 100}, [2]int{90, 100}},
		{screen{cols: 300}, [2]int{85, 100}, [2]int{6 + len(wideCell), 6 + len(wideCell)}},
		{screen{cols: 80, env: []string{"ACME_WIDTH=30"}}, [2]int{20, 30}, [2]int{70, 80}},
		{screen{cols: 80, env: []string{"ACME_WIDTH=120"}}, [2]int{101, 120}, [2]int{101, 120}},
		{screen{cols: 30, env: []string{"COLUMNS=200"}}, [2]int{20, 30}, [2]int{20, 30}},
	} {
		c.s.rows = 200
		prose, table := widest(c.s)
		assert.GreaterOrEqual(t, prose, c.prose[0], "%+v", c.s)
		assert.LessOrEqual(t, prose, c.prose[1], "%+v", c.s)
		assert.GreaterOrEqual(t, table, c.table[0], "%+v", c.s)
		assert.LessOrEqual(t, table, c.table[1], "%+v", c.s)
	}
}

// piped returns what the command writes to a pipe.
func piped(t *testing.T, env []string, args ...string) string {
	t.Helper()
	cmd := process(t, "acme-explain", args...)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "LANG=C.UTF-8", "GORACE=" + gorace}, env...)
	out, err := cmd.Output()
	require.NoError(t, err)
	return string(out)
}

// TestSizeOfATerminalThatDoesNotKnow: standard output is asked first, then
// standard error, then the terminal that the process belongs to, then COLUMNS.
func TestSizeOfATerminalThatDoesNotKnow(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		errs, own uint16 // columns, 0 for no terminal
		env       []string
		want      string
	}{
		"standard error":   {77, 66, []string{"COLUMNS=55"}, "77"},
		"the own terminal": {0, 66, []string{"COLUMNS=55"}, "66"},
		"COLUMNS":          {0, 0, []string{"COLUMNS=55"}, "55"},
		"nothing":          {0, 0, nil, "80"},
	} {
		t.Run(name, func(t *testing.T) {
			open := func(cols uint16) (master, tty *os.File) {
				master, tty, err := pty.Open()
				require.NoError(t, err)
				require.NoError(t, pty.Setsize(master, &pty.Winsize{Cols: cols, Rows: 24}))
				t.Cleanup(func() { master.Close() })
				return master, tty
			}
			cmd := process(t, "acme-explain", "--no-pager", "ACM2008")
			cmd.Env = append([]string{"TERM=xterm", "NO_COLOR=1", "LANG=C.UTF-8", "GORACE=" + gorace}, c.env...)
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			out, tty := open(0)
			cmd.Stdout = tty
			ttys := []*os.File{tty}
			if c.errs > 0 {
				_, tty := open(c.errs)
				cmd.Stderr = tty
				ttys = append(ttys, tty)
			}
			if c.own > 0 {
				_, tty := open(c.own)
				cmd.ExtraFiles = []*os.File{tty}
				cmd.SysProcAttr.Setctty, cmd.SysProcAttr.Ctty = true, 3
				ttys = append(ttys, tty)
			}
			require.NoError(t, cmd.Start())
			for _, tty := range ttys {
				tty.Close()
			}
			shown, _ := io.ReadAll(out) // ends in EIO
			require.NoError(t, cmd.Wait())
			want := piped(t, []string{"ACME_WIDTH=" + c.want}, "ACM2008")
			assert.Equal(t, want, strings.ReplaceAll(string(shown), "\r\n", "\n"))
		})
	}
}

// TestForcedColorIsThatOfATerminal: a pipe that asks for colours gets the
// bytes that a terminal gets, not another palette.
func TestForcedColorIsThatOfATerminal(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"ACM0042"}, {"ACM0043"}, {"--search", "disk"}, {"--family", "fs", "--no-pager"}} {
		shown, _ := screen{args: args}.on(t)
		shown, _, _ = strings.Cut(shown, "hint:")
		for _, env := range []string{"CLICOLOR_FORCE=1", "FORCE_COLOR=1"} {
			assert.Contains(t, piped(t, []string{env}, args...), "\x1b[")
			assert.Equal(t, shown, piped(t, []string{env}, args...), "%s %v", env, args)
		}
	}
}

func TestHyperlinks(t *testing.T) {
	t.Parallel()
	linked := func(env ...string) bool {
		shown, _ := screen{env: env, args: []string{"ACM0042"}}.on(t)
		return strings.Contains(shown, "\x1b]8;")
	}
	// The terminals that are known are a table in package tty's tests.
	assert.True(t, linked("VTE_VERSION=5000"))
	assert.True(t, linked("FORCE_HYPERLINK=1"))
	assert.False(t, linked("VTE_VERSION=5000", "FORCE_HYPERLINK=0"))
	assert.False(t, linked("VTE_VERSION=5000", "TMUX=/tmp/x"))
	assert.False(t, linked())
}

func TestHintIsForTerminals(t *testing.T) {
	t.Parallel()
	shown, _ := screen{}.on(t)
	assert.Contains(t, shown, "hint: acme-explain ACM0042 shows a page")
	_, out, errs := run(testOptions())
	assert.NotContains(t, out+errs, "hint")
}

func TestPagerStarts(t *testing.T) {
	t.Parallel()
	path, log := fakePager(t, "less", "cat")
	null, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer null.Close()
	// A screen with one row more than the page has lines: the line of code that
	// is longer than the screen takes that row.
	shown, _ := screen{cols: 60, rows: 200, args: []string{"ACM0042"}}.on(t)
	wrapped := uint16(strings.Count(shown, "\n") + 1)
	for _, c := range []struct {
		name string
		s    screen
		want bool
	}{
		{"page longer than the screen", screen{cols: 80, rows: 10}, true},
		{"page that fits", screen{cols: 80, rows: 100}, false},
		{"--no-pager", screen{cols: 80, rows: 10, args: []string{"--no-pager"}}, false},
		{"dumb terminal", screen{cols: 80, rows: 10, env: []string{"TERM=dumb"}}, false},
		{"PAGER is cat", screen{cols: 80, rows: 10, env: []string{"PAGER=cat"}}, false},
		{"PAGER is empty", screen{cols: 80, rows: 10, env: []string{"PAGER="}}, false},
		{"own variable is empty", screen{cols: 80, rows: 10, env: []string{"PAGER=less", "ACME_PAGER="}}, false},
		{"own variable wins", screen{cols: 80, rows: 10, env: []string{"PAGER=cat", "ACME_PAGER=less"}}, true},
		{"lines that wrap count", screen{cols: 60, rows: wrapped}, true},
		{"page longer than a screen that does not know its rows", screen{cols: 40, rows: 0}, true},
		{"input that is no terminal", screen{cols: 80, rows: 10, stdin: null}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			os.Remove(log)
			c.s.env = append([]string{path}, c.s.env...)
			c.s.args = append(c.s.args, "ACM0042")
			shown, status := c.s.on(t)
			assert.Equal(t, 0, status)
			assert.Contains(t, shown, "What to do")
			assert.Equal(t, c.want, read(t, log) != "")
		})
	}
	os.Remove(log)
	_, _ = screen{cols: 80, rows: 0, env: []string{path}, args: []string{"ACM0043"}}.on(t)
	assert.Empty(t, read(t, log), "a short page on a screen that does not know its rows")
}

func TestLessGetsWhatItNeeds(t *testing.T) {
	t.Parallel()
	path, log := fakePager(t, "less", "cat")
	shown, _ := screen{cols: 70, rows: 10, args: []string{"ACM0042"}, env: []string{path, "LESS=-j10"}}.on(t)
	assert.Equal(t, "args=-R -F LESSCHARSET=utf-8 LV=-c COLUMNS=70\n", read(t, log))
	assert.Contains(t, shown, "\x1b[1m")

	_, _ = screen{cols: 70, rows: 10, args: []string{"ACM0042"},
		env: []string{path, "LESSCHARSET=latin1", "LV=-x", `PAGER=less --prompt="a b" -x\ 4`}}.on(t)
	assert.Equal(t, "args=--prompt=a b -x 4 -R -F LESSCHARSET=latin1 LV=-x COLUMNS=70\n", read(t, log))
}

func TestHyperlinksInThePager(t *testing.T) {
	t.Parallel()
	path, _ := fakePager(t, "less", "cat")
	for version, want := range map[string]bool{"580": false, "581": true, "590.2": true, "x": false} {
		shown, _ := screen{cols: 70, rows: 10, args: []string{"ACM0042"}, env: []string{path, "VTE_VERSION=7000", "LESSTEST=" + version}}.on(t)
		assert.Equal(t, want, strings.Contains(shown, "\x1b]8;"), version)
	}
}

func TestOtherPagersGetPlainText(t *testing.T) {
	t.Parallel()
	path, log := fakePager(t, "mypager", "cat")
	s := screen{cols: 70, rows: 10, args: []string{"ACM0042"}, env: []string{path, "PAGER=mypager -q"}}
	shown, _ := s.on(t)
	assert.NotContains(t, shown, "\x1b[")
	assert.Contains(t, read(t, log), "args=-q LESSCHARSET")
	s.args = append(s.args, "--color=always")
	shown, _ = s.on(t)
	assert.Contains(t, shown, "\x1b[1m")
}

func TestPagerThatFails(t *testing.T) {
	t.Parallel()
	for name, env := range map[string]string{"missing": "PAGER=no-such-pager-here", "no words": "PAGER=   "} {
		shown, status := screen{cols: 70, rows: 10, args: []string{"ACM0042"}, env: []string{env}}.on(t)
		assert.Equal(t, 0, status, name)
		assert.Contains(t, shown, "What to do", name)
		assert.Contains(t, shown, "\x1b[1m", name)
	}
	path, _ := fakePager(t, "less", "exec <&-; exit 3") // quits without reading
	shown, status := screen{cols: 70, rows: 10, args: []string{"ACM0042"}, env: []string{path}}.on(t)
	assert.Equal(t, 0, status)
	assert.Empty(t, shown, "what the reader left is not shown again")
}

// TestPagerChangesNothing: a page looks the same with a pager and without.
func TestPagerChangesNothing(t *testing.T) {
	t.Parallel()
	path, log := fakePager(t, "less", "cat")
	s := screen{cols: 70, rows: 10, env: []string{path, "VTE_VERSION=7000"}, args: []string{"ACM0042"}}
	through, _ := s.on(t)
	require.NotEmpty(t, read(t, log))
	s.args = append(s.args, "--no-pager")
	direct, _ := s.on(t)
	assert.Equal(t, direct, through)
	assert.Contains(t, direct, "\x1b[1m")
}

func TestCatIsNoPager(t *testing.T) {
	t.Parallel()
	path, log := fakePager(t, "cat", "exec /bin/cat")
	for _, env := range []string{"PAGER=cat", "ACME_PAGER=cat", "PAGER=" + strings.TrimPrefix(strings.Split(path, ":")[0], "PATH=") + "/cat"} {
		shown, _ := screen{cols: 70, rows: 10, args: []string{"ACM0042"}, env: []string{path, env}}.on(t)
		assert.Contains(t, shown, "\x1b[1m", env)
		assert.Empty(t, read(t, log), env)
	}
}

func TestMoreWhereThereIsNoLess(t *testing.T) {
	t.Parallel()
	path, log := fakePager(t, "more", "exec /bin/cat")
	s := screen{cols: 70, rows: 10, args: []string{"ACM0042"}, env: []string{strings.Split(path, ":")[0]}}
	shown, status := s.on(t)
	assert.Equal(t, 0, status)
	assert.True(t, strings.HasPrefix(read(t, log), "args= "), read(t, log))
	assert.Contains(t, shown, "What to do")
	assert.NotContains(t, shown, "\x1b[")

	s.env = []string{"PATH=" + t.TempDir()}
	shown, status = s.on(t)
	assert.Equal(t, 0, status)
	assert.Contains(t, shown, "\x1b[1m", "no pager at all: the page is printed")
}

func TestKeysThatEndProgramsBelongToThePager(t *testing.T) {
	t.Parallel()
	for signal, key := range map[string]string{"INT": "\x03", "QUIT": "\x1c"} {
		path, _ := fakePager(t, "less", `trap 'echo got it; exit 0' `+signal+`; echo ready; while :; do sleep 0.05; done`)
		shown, status := screen{cols: 70, rows: 10, args: []string{"ACM0042"}, env: []string{path},
			typed: func(tty *os.File, shown *bytes.Buffer) bool {
				if !bytes.Contains(shown.Bytes(), []byte("ready")) {
					return false
				}
				io.WriteString(tty, key)
				return true
			}}.on(t)
		assert.Contains(t, shown, "got it", signal)
		assert.NotContains(t, shown, "goroutine", signal)
		assert.Equal(t, 0, status, signal)
	}
}

func TestSourceOnATerminalIsHarmless(t *testing.T) {
	t.Parallel()
	for _, rows := range []uint16{200, 0} { // 0: it does not know
		shown, _ := screen{cols: 80, rows: rows, args: []string{"--format", "md", "--no-pager", "ACM0100"}}.on(t)
		assert.NotContains(t, shown, "\x1b")
		assert.Contains(t, shown, `\x1b]0;pwned`)
	}
}
