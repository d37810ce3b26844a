package envguard

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func init() {
	// recurse WHEN N: a runner that starts itself again with N extra files and
	// lets its caller do something to its file at WHEN: before it builds the
	// command, between that and the start, or with the fallback for systems
	// whose /proc does not help, path-before and path-between.
	children["recurse"] = func(args []string) int {
		if err := new(runner).recurse(args); err != nil {
			fmt.Fprintln(os.Stderr, "recurse:", err)
			return 1
		}
		return 0
	}
}

// runner is the child side of recurse.
type runner struct{ *bufio.Reader }

// pause tells the caller that it is its turn and waits for it.
func (r *runner) pause() error {
	if r.Reader == nil {
		r.Reader = bufio.NewReader(os.Stdin)
	}
	fmt.Fprintln(os.Stderr, "ready")
	_, err := r.ReadString('\n')
	return err
}

func (r *runner) recurse(args []string) error {
	when, byPath := strings.CutPrefix(args[0], "path-")
	base := os.Environ()
	ptr, err := Capture(base)
	if err != nil {
		return err
	}
	self, err := OpenSelf()
	if byPath {
		self, err = openSelfPath(self.path)
	}
	if err != nil {
		return err
	}
	if when == "before" {
		if err := r.pause(); err != nil {
			return err
		}
	}
	cmd, grant, err := self.Command(context.Background(), ptr, "child:print")
	if err != nil {
		return err
	}
	if when == "between" {
		if err := r.pause(); err != nil {
			return err
		}
	}
	n, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	for range n {
		f, err := os.Open("/bin/true")
		if err != nil {
			return err
		}
		cmd.ExtraFiles = append(cmd.ExtraFiles, f)
	}
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	p, err := Compile(Config{Mode: Inherit})
	if err != nil {
		return err
	}
	report, err := p.ApplyRecursive(cmd, grant, base, nil)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "declined=%q withheld=%v argv0=%s\n", report.Declined(), report.Withheld(), cmd.Args[0])
	if err := p.VerifyRecursive(cmd, grant); err != nil {
		return err
	}
	return cmd.Run()
}

// copyExe puts a copy of the test binary at dir/name.
func copyExe(t testing.TB, dir, name string) string {
	t.Helper()
	exe, err := os.Executable()
	require.NoError(t, err)
	from, err := os.Open(exe)
	require.NoError(t, err)
	defer from.Close()
	path := filepath.Join(dir, name)
	to, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o755)
	require.NoError(t, err)
	_, err = io.Copy(to, from)
	require.NoError(t, err)
	require.NoError(t, to.Close())
	return path
}

// linkExe puts the test binary itself at dir/name where that can be, for
// tests that need it at a place of its own but not as a file of its own.
func linkExe(t testing.TB, dir, name string) string {
	t.Helper()
	exe, err := os.Executable()
	require.NoError(t, err)
	path := filepath.Join(dir, name)
	if os.Link(exe, path) != nil {
		return copyExe(t, dir, name)
	}
	return path
}

func script(t testing.TB, path, body string) string {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o755))
	return path
}

// impostor replaces path by another program, as an upgrade does.
func impostor(t testing.TB, path string) {
	t.Helper()
	require.NoError(t, os.Rename(script(t, path+".new", `echo "impostor <${MAGUS_DAEMON_SOCKET-unset}>"`), path))
}

// recurse runs the runner at path, does act when it is its turn, and returns
// what came out.
func recurse(t *testing.T, path, when string, extra int, act func()) (stdout, stderr string, err error) {
	t.Helper()
	c := exec.Command(path, "child:recurse", when, strconv.Itoa(extra))
	c.Env = []string{sock, "A=1"}
	var out strings.Builder
	c.Stdout = &out
	in, err := c.StdinPipe()
	require.NoError(t, err)
	errPipe, err := c.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	rest := bufio.NewReader(errPipe)
	if when != "now" {
		line, err := rest.ReadString('\n')
		require.NoError(t, err)
		require.Equal(t, "ready\n", line)
		act()
		_, err = io.WriteString(in, "go\n")
		require.NoError(t, err)
	}
	tail, err := io.ReadAll(rest)
	require.NoError(t, err)
	err = c.Wait()
	return out.String(), string(tail), err
}

func TestRecursiveRunStartsTheImageThatRuns(t *testing.T) {
	granted := []string{"A=1", sock}
	acts := map[string]func(t *testing.T, path string){
		"untouched": func(*testing.T, string) {},
		"replaced":  func(t *testing.T, path string) { impostor(t, path) },
		"deleted":   func(t *testing.T, path string) { require.NoError(t, os.Remove(path)) },
		"moved":     func(t *testing.T, path string) { require.NoError(t, os.Rename(path, path+".old")) },
		"replaced by a copy of itself": func(t *testing.T, path string) {
			require.NoError(t, os.Rename(copyExe(t, filepath.Dir(path), "copy"), path))
		},
		"replaced by a link to another program": func(t *testing.T, path string) {
			require.NoError(t, os.Remove(path))
			require.NoError(t, os.Symlink("/bin/echo", path))
		},
	}
	for name, act := range acts {
		for _, when := range []string{"before", "between"} {
			t.Run(name+" "+when, func(t *testing.T) {
				path := linkExe(t, t.TempDir(), "magus")
				stdout, stderr, err := recurse(t, path, when, 0, func() { act(t, path) })
				require.NoError(t, err, stderr)
				assert.Equal(t, granted, entries(stdout))
				assert.Equal(t, fmt.Sprintf("declined=\"\" withheld=[] argv0=%s\n", path), stderr)
			})
		}
	}
}

func TestWithoutProcAReplacedFileGetsNothing(t *testing.T) {
	const reason = `declined="the program's file was replaced or removed since it started" withheld=[MAGUS_DAEMON_SOCKET]`
	t.Run("untouched", func(t *testing.T) {
		path := linkExe(t, t.TempDir(), "magus")
		stdout, stderr, err := recurse(t, path, "path-between", 0, func() {})
		require.NoError(t, err, stderr)
		assert.Equal(t, []string{"A=1", sock}, entries(stdout))
	})
	t.Run("replaced before the decision, the new program runs without", func(t *testing.T) {
		path := linkExe(t, t.TempDir(), "magus")
		stdout, stderr, err := recurse(t, path, "path-before", 0, func() { impostor(t, path) })
		require.NoError(t, err, stderr)
		assert.Equal(t, "impostor <unset>\n", stdout)
		assert.Contains(t, stderr, reason)
	})
	t.Run("replaced between decision and start, nothing runs", func(t *testing.T) {
		path := linkExe(t, t.TempDir(), "magus")
		stdout, stderr, err := recurse(t, path, "path-between", 0, func() { impostor(t, path) })
		require.Error(t, err)
		assert.Empty(t, stdout)
		assert.Contains(t, stderr, "replaced or removed since the command was built")
	})
	t.Run("deleted before the decision", func(t *testing.T) {
		path := linkExe(t, t.TempDir(), "magus")
		_, stderr, err := recurse(t, path, "path-before", 0, func() { require.NoError(t, os.Remove(path)) })
		require.Error(t, err)
		assert.Contains(t, stderr, "no such file")
		assert.Contains(t, stderr, reason)
	})
}

func TestExtraFilesDoNotDivertTheRecursiveRun(t *testing.T) {
	path := linkExe(t, t.TempDir(), "magus")
	for n := range 7 {
		stdout, stderr, err := recurse(t, path, "now", n, nil)
		require.NoError(t, err, stderr)
		assert.Equal(t, []string{"A=1", sock}, entries(stdout), "%d extra files", n)
	}
}

func TestSelfIsTheFileNotThePathOrTheBytes(t *testing.T) {
	dir := t.TempDir()
	path := copyExe(t, dir, "magus")
	info, err := os.Stat(path)
	require.NoError(t, err)
	s := &Self{path: path, info: info}
	require.NoError(t, os.Symlink(path, filepath.Join(dir, "symlink")))
	require.NoError(t, os.Link(path, filepath.Join(dir, "hardlink")))
	copyExe(t, dir, "copy")
	assert.True(t, s.is(path))
	assert.True(t, s.is(filepath.Join(dir, "symlink")))
	assert.True(t, s.is(filepath.Join(dir, "hardlink")))
	assert.False(t, s.is(filepath.Join(dir, "copy")))
	assert.False(t, s.is("/bin/sh"))
	assert.False(t, s.is(filepath.Join(dir, "missing")))
}

func TestGrantRefusesAChroot(t *testing.T) {
	self, err := OpenSelf()
	require.NoError(t, err)
	ptr, err := Capture([]string{sock})
	require.NoError(t, err)
	c, g, err := self.Command(t.Context(), ptr)
	require.NoError(t, err)
	c.SysProcAttr = &syscall.SysProcAttr{Chroot: "/tmp"}
	p := compile(t, Config{Mode: Inherit})
	_, err = p.ApplyRecursive(c, g, nil, nil)
	require.ErrorContains(t, err, "Chroot")
	c.SysProcAttr = nil
	_, err = p.ApplyRecursive(c, g, nil, nil)
	require.NoError(t, err)
	c.SysProcAttr = &syscall.SysProcAttr{Chroot: "/tmp"}
	require.ErrorContains(t, p.StartRecursive(t.Context(), c, g, nil, nil), "Chroot")
	require.ErrorContains(t, p.VerifyRecursive(c, g), "Chroot")
}
