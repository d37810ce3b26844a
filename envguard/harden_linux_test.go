package envguard

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func init() {
	// harden MEASURES -- PROGRAM ARG...: take the measures, in order, then run
	// the program as an op; PPID in an argument stands for our own number.
	children["harden"] = func(args []string) int {
		base := os.Environ()
		ptr, err := Capture(base)
		end := slices.Index(args, "--")
		for _, measure := range args[:end] {
			switch measure {
			case "forget":
				err = errors.Join(err, ptr.Forget())
			case "nondumpable":
				err = errors.Join(err, NonDumpable())
			case "cloexec":
				err = errors.Join(err, CloseOnExec())
			case "report":
				fmt.Printf("names=%v env=%q lookup=%t\n", ptr.Names(), os.Environ(), os.Getenv(DaemonSocket) != "")
			}
		}
		if err == nil {
			args = args[end+1:]
			for i := range args {
				args[i] = strings.ReplaceAll(args[i], "PPID", fmt.Sprint(os.Getpid()))
			}
			c := exec.Command(args[0], args[1:]...)
			c.Stdout, c.Stderr = os.Stdout, os.Stderr
			var p *Policy
			if p, err = Compile(Config{Mode: Inherit}); err == nil {
				if err = p.Start(context.Background(), c, base, nil); err == nil {
					err = c.Wait()
				}
			}
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "harden:", err)
			return 1
		}
		return 0
	}
}

func init() {
	// ids: the real and the effective user.
	children["ids"] = func([]string) int {
		fmt.Println(os.Getuid(), os.Geteuid())
		return 0
	}
}

// plainUser makes a command run as nobody when we are root, whom no
// permission stops.
func plainUser() *syscall.SysProcAttr {
	if os.Getuid() != 0 {
		return nil
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
}

// harden runs the child as a plain user with the pointers in its environment.
func harden(t *testing.T, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	c := exec.Command(linkExe(t, openDir(t), "runner"), append([]string{"child:harden"}, args...)...)
	c.Env = []string{"FIRST=1", sock, "A=kept", addr, "MAGUS_DAEMON_SOCKET_X=kept"}
	c.SysProcAttr = plainUser()
	c.Dir = "/"
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	err = c.Run()
	return out.String(), errs.String(), err
}

func TestForgetWipesTheInitialBlock(t *testing.T) {
	read := []string{"--", "/bin/cat", "/proc/PPID/environ"}

	out, errs, err := harden(t, read...)
	require.NoError(t, err, errs)
	assert.Contains(t, out, "/run/p.sock", "without it, an op reads the pointer from its parent")
	assert.Contains(t, out, "127.0.0.1:7")

	out, errs, err = harden(t, append([]string{"forget"}, read...)...)
	require.NoError(t, err, errs)
	assert.NotContains(t, out, "/run/p.sock")
	assert.NotContains(t, out, "127.0.0.1")
	assert.NotContains(t, out, "MAGUS_DAEMON_SOCKET=")
	for _, kept := range []string{"FIRST=1\x00", "A=kept\x00", "MAGUS_DAEMON_SOCKET_X=kept\x00"} {
		assert.Contains(t, out, kept)
	}

	out, errs, err = harden(t, "forget", "report", "--", "/bin/true")
	require.NoError(t, err, errs)
	assert.Equal(t, "names=[MAGUS_DAEMON_SOCKET MAGUS_DAEMON_ADDRESS] env=[\"FIRST=1\" \"A=kept\" \"MAGUS_DAEMON_SOCKET_X=kept\"] lookup=false\n", out)

	require.ErrorContains(t, Pointers{}.Forget(), "made by Capture")
}

func TestNonDumpableClosesProc(t *testing.T) {
	for _, file := range []string{"environ", "mem"} {
		out, errs, err := harden(t, "--", "/bin/sh", "-c", "exec 3</proc/PPID/"+file+" && echo open")
		require.NoError(t, err, errs)
		assert.Equal(t, "open\n", out, "without it, an op opens its parent's %s", file)

		out, errs, err = harden(t, "nondumpable", "--", "/bin/sh", "-c", "exec 3</proc/PPID/"+file+" && echo open")
		require.Error(t, err)
		assert.Empty(t, out)
		assert.Contains(t, strings.ToLower(errs), "permission denied")
	}
}

func TestNonDumpableDoesNotReachChildren(t *testing.T) {
	out, errs, err := harden(t, "nondumpable", "--", "/bin/sh", "-c", "cat /proc/$$/environ | tr '\\0' '\\n'")
	require.NoError(t, err, errs)
	assert.Contains(t, out, "A=kept\n")
	assert.NotContains(t, out, "p.sock")
}

// TestNonDumpableDoesNotStopRoot keeps the threat table honest.
func TestNonDumpableDoesNotStopRoot(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can show what root may do")
	}
	c := exec.Command(linkExe(t, openDir(t), "runner"), "child:harden", "nondumpable", "--", "/bin/cat", "/proc/PPID/environ")
	c.Env = []string{sock}
	out, err := c.CombinedOutput()
	require.NoError(t, err, string(out))
	assert.Contains(t, string(out), "/run/p.sock")
}

func TestForgetComesBeforeNonDumpable(t *testing.T) {
	out, errs, err := harden(t, "forget", "nondumpable", "--", "/bin/true")
	require.NoError(t, err, errs)
	assert.Empty(t, out)
	_, errs, err = harden(t, "nondumpable", "forget", "--", "/bin/true")
	require.Error(t, err)
	assert.Contains(t, errs, "call Forget before NonDumpable")
}

// TestNestedRunCanBeReadUntilItHardens keeps the threat table honest: what
// was handed on stands in the nested process's own block.
func TestNestedRunCanBeReadUntilItHardens(t *testing.T) {
	c := exec.Command(linkExe(t, openDir(t), "runner"), "child:harden", "--", "/bin/cat", "/proc/PPID/environ")
	c.Env = []string{sock}
	out, err := c.CombinedOutput()
	require.NoError(t, err, string(out))
	assert.Contains(t, string(out), "/run/p.sock")
}

func TestCloseOnExecStopsInheritedDescriptors(t *testing.T) {
	exe := linkExe(t, openDir(t), "runner")
	for measure, want := range map[string]string{"none": "leaked\n", "cloexec": "closed\n"} {
		c := exec.Command("/bin/sh", "-c", `exec 9</dev/null; exec "$0" "$@"`, exe, "child:harden", measure, "--",
			"/bin/sh", "-c", "if [ -e /proc/self/fd/9 ]; then echo leaked; else echo closed; fi")
		out, err := c.CombinedOutput()
		require.NoError(t, err, string(out))
		assert.Equal(t, want, string(out), measure)
	}
}

func TestCloseOnExecLeavesExtraFiles(t *testing.T) {
	require.NoError(t, CloseOnExec())
	r, w, err := os.Pipe()
	require.NoError(t, err)
	c := exec.Command("/bin/sh", "-c", "echo hi >&3")
	c.ExtraFiles = []*os.File{w}
	require.NoError(t, c.Run())
	w.Close()
	buf := make([]byte, 8)
	n, err := r.Read(buf)
	require.NoError(t, err)
	assert.Equal(t, "hi\n", string(buf[:n]))
}

// nestedWith runs a recursive child with one override and returns all that it
// printed.
func nestedWith(t *testing.T, strip bool, override string) string {
	t.Helper()
	self, err := OpenSelf()
	require.NoError(t, err)
	ptr, err := Capture([]string{sock})
	require.NoError(t, err)
	c, g, err := self.Command(t.Context(), ptr, "child:harden", "--", "/bin/true")
	require.NoError(t, err)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	p := compile(t, Config{Mode: Inherit, StripLoader: strip})
	require.NoError(t, p.StartRecursive(t.Context(), c, g, nil, []string{override}))
	require.NoError(t, c.Wait(), out.String())
	return out.String()
}

func TestStripLoaderStopsTheRuntimeSwitches(t *testing.T) {
	assert.Contains(t, nestedWith(t, false, "GODEBUG=inittrace=1"), "init ", "without it, an override steers the nested run")
	assert.Empty(t, nestedWith(t, true, "GODEBUG=inittrace=1"))
}

func TestStripLoaderStopsAPreload(t *testing.T) {
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("no C compiler to make a library with")
	}
	exe, err := elf.Open("/proc/self/exe")
	require.NoError(t, err)
	defer exe.Close()
	if !slices.ContainsFunc(exe.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP }) {
		t.Skip("a static binary loads no library: that is the other way to stop this")
	}
	dir := t.TempDir()
	src, lib := filepath.Join(dir, "spy.c"), filepath.Join(dir, "spy.so")
	require.NoError(t, os.WriteFile(src, []byte(`#include <stdio.h>
#include <stdlib.h>
__attribute__((constructor)) static void spy(void) { char *v = getenv("MAGUS_DAEMON_SOCKET"); if (v) fprintf(stderr, "stolen %s\n", v); }
`), 0o600))
	out, err := exec.Command(cc, "-shared", "-fPIC", "-o", lib, src).CombinedOutput()
	require.NoError(t, err, string(out))
	assert.Contains(t, nestedWith(t, false, "LD_PRELOAD="+lib), "stolen unix:///run/p.sock", "without it, an override steals the pointer")
	assert.Empty(t, nestedWith(t, true, "LD_PRELOAD="+lib))
}

func TestCaptureUnderASetuidFileIsEmpty(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can make a setuid file of another user")
	}
	dir := openDir(t)
	exe := copyExe(t, dir, "runner")
	as := func(mode os.FileMode, args ...string) string {
		require.NoError(t, os.Chmod(exe, mode))
		c := exec.Command(exe, args...)
		c.Env, c.SysProcAttr = []string{sock}, plainUser()
		out, err := c.CombinedOutput()
		require.NoError(t, err, string(out))
		return string(out)
	}
	assert.Contains(t, as(0o755, "child:harden", "report", "--", "/bin/true"), "names=[MAGUS_DAEMON_SOCKET]")
	if as(0o755|os.ModeSetuid, "child:ids") != "65534 0\n" {
		t.Skip("the file system of the temporary folder ignores the setuid bit")
	}
	assert.Contains(t, as(0o755|os.ModeSetuid, "child:harden", "report", "--", "/bin/true"), "names=[]")
}
