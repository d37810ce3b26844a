package envguardtest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestStartsFindsEveryWayToStart(t *testing.T) {
	cases := map[string]struct {
		src  string
		want []string
	}{
		"call":             {`import "os/exec"; var _ = exec.Command("a")`, []string{"exec.Command"}},
		"renamed import":   {`import run "os/exec"; var _ = run.CommandContext(nil, "a")`, []string{"run.CommandContext"}},
		"function value":   {`import "os/exec"; var f = exec.Command`, []string{"exec.Command"}},
		"literal":          {`import "os/exec"; var c = exec.Cmd{Path: "/bin/sh"}`, []string{"exec.Cmd"}},
		"pointer literal":  {`import "os/exec"; var c = &exec.Cmd{Path: "/bin/sh"}`, []string{"exec.Cmd"}},
		"new":              {`import "os/exec"; var c = new(exec.Cmd)`, []string{"exec.Cmd"}},
		"embedded":         {`import "os/exec"; type c struct{ exec.Cmd }`, []string{"exec.Cmd"}},
		"pointer type":     {`import "os/exec"; func f(c *exec.Cmd) error { return c.Start() }`, nil},
		"other names":      {`import "os/exec"; var _, _ = exec.LookPath("a")`, nil},
		"same name":        {`import exec "example.com/exec"; var _ = exec.Command("a")`, nil},
		"dot import":       {`import . "os/exec"; var _ = Command("a")`, []string{`import . "os/exec"`}},
		"blank import":     {`import _ "os/exec"`, nil},
		"os":               {`import "os"; var _, _ = os.StartProcess("a", nil, nil)`, []string{"os.StartProcess"}},
		"syscall":          {`import "syscall"; var f, g = syscall.ForkExec, syscall.Exec`, []string{"syscall.ForkExec", "syscall.Exec"}},
		"x/sys":            {`import "golang.org/x/sys/unix"; var f = unix.Exec`, []string{"unix.Exec"}},
		"raw call":         {`import "syscall"; func f() { syscall.RawSyscall(syscall.SYS_EXECVE, 0, 0, 0) }`, []string{"syscall.SYS_EXECVE"}},
		"harmless call":    {`import "syscall"; func f() { syscall.RawSyscall(syscall.SYS_IOCTL, 0, 0, 0) }`, nil},
		"cgo":              {`import "C"`, []string{`import "C"`}},
		"linkname":         {"import _ \"unsafe\"\n\n//go:linkname f syscall.forkExec\nfunc f()", []string{"go:linkname syscall.forkExec"}},
		"comment, literal": {"// exec.Command\nvar s = `exec.Command(\"a\")`", nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			found, err := Starts(fstest.MapFS{"a/b.go": {Data: []byte("package b\n" + c.src)}})
			require.NoError(t, err)
			var got []string
			for _, s := range found {
				assert.Equal(t, "a/b.go", s.File)
				got = append(got, s.What)
			}
			assert.Equal(t, c.want, got)
		})
	}
}

func TestStartsLooksAtTheModuleAndNothingElse(t *testing.T) {
	src := &fstest.MapFile{Data: []byte("//go:build plan9\n\npackage b\n\nimport \"os/exec\"\n\nvar _ = exec.Command\n")}
	found, err := Starts(fstest.MapFS{
		"b_windows.go": src, "go.mod": {}, "x_test.go": src, "testdata/a.go": src, "vendor/v.go": src, ".git/h.go": src,
		"_old/o.go": src, "nested/go.mod": {}, "nested/n.go": src, "nested/deep/n.go": src, "text.txt": src,
	})
	require.NoError(t, err)
	assert.Equal(t, []Start{{"b_windows.go", 7, "exec.Command"}}, found)
}

func TestStartsNamesTheFileThatDoesNotParse(t *testing.T) {
	_, err := Starts(fstest.MapFS{"a.go": {Data: []byte("package")}})
	require.ErrorContains(t, err, "a.go:1:")
}

// recorder is a testing.TB that keeps what a failing helper says.
type recorder struct {
	testing.TB
	said []string
}

func (r *recorder) Helper() {}
func (r *recorder) Errorf(format string, a ...any) {
	r.said = append(r.said, fmt.Sprintf(format, a...))
}

func TestStartsOnlyIn(t *testing.T) {
	dir := t.TempDir()
	write := func(name, src string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(src), 0o666))
	}
	write("good.go", "package a\n\nimport \"os/exec\"\n\nvar _ = exec.Command\n")
	write("bad.go", "package a\n\nimport \"os/exec\"\n\nvar _ = exec.Command\n")
	write("idle.go", "package a\n")

	r := &recorder{TB: t}
	StartsOnlyIn(r, dir, map[string]string{"good.go": "the choke point", "bad.go": "a reason"})
	assert.Empty(t, r.said)

	StartsOnlyIn(r, dir, map[string]string{"good.go": "the choke point", "idle.go": "was needed once", "mute.go": ""})
	assert.Equal(t, []string{
		"bad.go:5: exec.Command starts a process outside of the allowed places: go through envguard, or list the file with a reason",
		"idle.go is allowed (was needed once) but starts no process: remove the entry",
		"mute.go is allowed without a reason",
	}, r.said)

	r.said = nil
	StartsOnlyIn(r, filepath.Join(dir, "missing"), nil)
	assert.Len(t, r.said, 1)
}
