//go:build unix

package main

import (
	"bufio"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// trapped is an op that says what it gets and ends by SIGTERM with status 9.
const trapped = `for s in HUP INT QUIT; do trap "echo $s" $s; done; trap 'exit 9' TERM; echo up; while :; do sleep 0.05; done`

func runnerCommand(args ...string) *exec.Cmd {
	return exec.Command(filepath.Join(built, "runner"), args...)
}

// endsWithTest has c, a leader of a session, end with all it started when the
// test fails in between.
func endsWithTest(t *testing.T, c *exec.Cmd) {
	t.Cleanup(func() {
		if c.ProcessState == nil {
			_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
			_ = c.Wait()
		}
	})
}

func expect(t *testing.T, r *bufio.Reader, want string) {
	t.Helper()
	line, err := r.ReadString('\n')
	for err == nil && strings.HasPrefix(line, "Quit") { // the shell, of a sleep that ended so
		line, err = r.ReadString('\n')
	}
	require.NoError(t, err)
	require.Equal(t, want, strings.TrimRight(line, "\r\n"))
}

func TestSignalsToTheRunnerReachTheOp(t *testing.T) {
	for _, args := range [][]string{{"op"}, {"nested", "op"}} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			c := runnerCommand(append(args, "sh", "-c", trapped)...)
			c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			pipe, err := c.StdoutPipe()
			require.NoError(t, err)
			var errs strings.Builder
			c.Stderr = &errs
			require.NoError(t, c.Start())
			endsWithTest(t, c)
			out := bufio.NewReader(pipe)
			expect(t, out, "up")
			for name, s := range map[string]syscall.Signal{"HUP": syscall.SIGHUP, "INT": syscall.SIGINT, "QUIT": syscall.SIGQUIT} {
				require.NoError(t, c.Process.Signal(s))
				expect(t, out, name)
			}
			require.NoError(t, c.Process.Signal(syscall.SIGTERM))
			_ = c.Wait()
			assert.Equal(t, 9, c.ProcessState.ExitCode(), errs.String())
			assert.Empty(t, errs.String())
		})
	}
}

// TestKeysOfATerminalReachTheOpOnce: the terminal sends them to the op itself.
func TestKeysOfATerminalReachTheOpOnce(t *testing.T) {
	c := runnerCommand("nested", "op", "sh", "-c", "stty -echo; "+trapped)
	tty, err := pty.Start(c)
	require.NoError(t, err)
	defer tty.Close()
	endsWithTest(t, c)
	out := bufio.NewReader(tty)
	expect(t, out, "up")
	for key, name := range map[string]string{"\x03": "INT", "\x1c": "QUIT"} {
		_, err = io.WriteString(tty, key)
		require.NoError(t, err)
		expect(t, out, name)
	}
	require.NoError(t, c.Process.Signal(syscall.SIGTERM))
	rest, _ := io.ReadAll(out) // ends with EIO on Linux
	assert.Empty(t, string(rest))
	_ = c.Wait()
	assert.Equal(t, 9, c.ProcessState.ExitCode())
}

func TestAStoppedOpGetsTheSignalWhenItGoesOn(t *testing.T) {
	c := runnerCommand("op", "sh", "-c", `trap 'exit 9' TERM; echo $$; while :; do sleep 0.05; done`)
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	pipe, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	endsWithTest(t, c)
	line, err := bufio.NewReader(pipe).ReadString('\n')
	require.NoError(t, err)
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	require.NoError(t, err)
	require.NoError(t, syscall.Kill(pid, syscall.SIGSTOP))
	require.NoError(t, c.Process.Signal(syscall.SIGTERM))
	require.NoError(t, syscall.Kill(pid, syscall.SIGCONT))
	_ = c.Wait()
	assert.Equal(t, 9, c.ProcessState.ExitCode())
}
