package envguard

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// show is a shell line that prints the two pointers as the shell sees them.
const show = `echo "<${MAGUS_DAEMON_SOCKET-unset}> <${MAGUS_DAEMON_ADDRESS-unset}>"`

// users are the users to run as: ours, and a plain one when we are root.
func users() map[string]*syscall.SysProcAttr {
	u := map[string]*syscall.SysProcAttr{"this user": nil}
	if os.Getuid() == 0 {
		u["plain user"] = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	return u
}

// openDir is a directory that every user can enter.
func openDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "envguard")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	require.NoError(t, os.Chmod(dir, 0o755))
	return dir
}

// TestOpsOfEveryKindGetNothing runs what somebody might take for a nested
// magus. Each must run, and none may see a pointer.
func TestOpsOfEveryKindGetNothing(t *testing.T) {
	dir := openDir(t)
	copied := copyExe(t, dir, "magus")
	named := script(t, filepath.Join(dir, "magus-script"), show)
	wrapper := script(t, filepath.Join(dir, "wrapper"), `exec "`+copied+`" child:print`)
	require.NoError(t, os.Symlink(copied, filepath.Join(dir, "symlink")))
	require.NoError(t, os.Link(copied, filepath.Join(dir, "hardlink")))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "bin"), 0o755))
	require.NoError(t, os.Symlink(copied, filepath.Join(dir, "bin", "magus")))
	envInterpreter := filepath.Join(dir, "env-script")
	require.NoError(t, os.WriteFile(envInterpreter, []byte("#!/usr/bin/env sh\n"+show+"\n"), 0o755))

	const unset = "<unset> <unset>\n"
	raw := "HOME=/h\x00PATH=" + dir + "/bin:/usr/bin:/bin\x00"
	ops := map[string]struct {
		args []string
		want string
	}{
		"sh":                        {[]string{"/bin/sh", "-c", show}, unset},
		"sh -c sh":                  {[]string{"/bin/sh", "-c", "sh -c '" + show + "'"}, unset},
		"env -i":                    {[]string{"/usr/bin/env", "-i", "/bin/sh", "-c", show}, unset},
		"env that sets for itself":  {[]string{"/usr/bin/env", "MAGUS_DAEMON_SOCKET=own", "/bin/sh", "-c", show}, "<own> <unset>\n"},
		"script":                    {[]string{named}, unset},
		"script with env":           {[]string{envInterpreter}, unset},
		"copy called magus":         {[]string{copied, "child:print"}, raw},
		"symbolic link":             {[]string{filepath.Join(dir, "symlink"), "child:print"}, raw},
		"hard link":                 {[]string{filepath.Join(dir, "hardlink"), "child:print"}, raw},
		"magus found in PATH by sh": {[]string{"/bin/sh", "-c", "exec magus child:print"}, ""},
		"wrapper":                   {[]string{wrapper}, ""},
		"own path, but not by Self": {[]string{"/proc/self/exe", "child:print"}, raw},
	}
	base := []string{sock, "HOME=/h", "PATH=" + dir + "/bin:/usr/bin:/bin", addr, "MAGUS_DAEMON_SOCKET=again"}
	for user, attr := range users() {
		for name, op := range ops {
			for _, mode := range []Mode{Inherit, Rebuild} {
				t.Run(fmt.Sprintf("%s/%s/%s", name, mode, user), func(t *testing.T) {
					if attr != nil && name == "own path, but not by Self" {
						t.Skip("the test binary lies in a directory that is closed to others")
					}
					c := exec.Command(op.args[0], op.args[1:]...)
					c.SysProcAttr = attr
					out := finish(t, c, func() error { return compile(t, Config{Mode: mode}).Start(t.Context(), c, base, nil) })
					if op.want != "" {
						assert.Equal(t, op.want, out)
						return
					}
					// A shell in between adds variables of its own.
					assert.Contains(t, entries(out), "HOME=/h")
					assert.NotContains(t, out, "MAGUS_DAEMON")
				})
			}
		}
	}
}

func TestRawBlockHasEachPointerOnce(t *testing.T) {
	self, err := OpenSelf()
	require.NoError(t, err)
	base := []string{"MAGUS_DAEMON_SOCKET=1", "A=1", "MAGUS_DAEMON_SOCKET=2", "MAGUS_DAEMON_SOCKET", "MAGUS_DAEMON_SOCKET=3"}
	ptr, err := Capture(base)
	require.NoError(t, err)
	for _, mode := range []Mode{Inherit, Rebuild} {
		c, g, err := self.Command(t.Context(), ptr, "child:print")
		require.NoError(t, err)
		out := finish(t, c, func() error {
			return compile(t, Config{Mode: mode}).StartRecursive(t.Context(), c, g, base, []string{"MAGUS_DAEMON_SOCKET=4"})
		})
		assert.Equal(t, 1, strings.Count(out, "MAGUS_DAEMON_SOCKET"))
		assert.Contains(t, entries(out), "MAGUS_DAEMON_SOCKET=1")
	}
}

// TestAGrantIsAnAddressAndNothingElse: authority that travels in two parts, a
// name and a descriptor, can arrive by halves. Ours is the captured value as
// it was, and no descriptor goes along with it.
func TestAGrantIsAnAddressAndNothingElse(t *testing.T) {
	self, err := OpenSelf()
	require.NoError(t, err)
	for _, value := range []string{"unix:///run/p.sock", "3", "fd:3", "/dev/fd/3"} {
		ptr, err := Capture([]string{"MAGUS_DAEMON_SOCKET=" + value})
		require.NoError(t, err)
		p := compile(t, Config{Mode: Inherit})
		c, g, err := self.Command(t.Context(), ptr, "child:files")
		require.NoError(t, err)
		assert.Empty(t, c.ExtraFiles)
		recursive := finish(t, c, func() error { return p.StartRecursive(t.Context(), c, g, nil, nil) })
		assert.Equal(t, []string{"MAGUS_DAEMON_SOCKET=" + value}, c.Env)

		op := printCommand(t)
		op.Args[1] = "child:files"
		assert.Equal(t, finish(t, op, func() error { return p.Start(t.Context(), op, nil, nil) }), recursive)
	}
}

func init() {
	// files: the numbers of the open descriptors up to 9, those that the Go
	// runtime opens for itself aside.
	children["files"] = func([]string) int {
		for fd := range 10 {
			to, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", fd))
			if err == nil && !strings.HasPrefix(to, "anon_inode:") && !strings.HasPrefix(to, "/sys/") {
				fmt.Println(fd)
			}
		}
		return 0
	}
}

func TestOddEntriesReachTheChildAsTheyAre(t *testing.T) {
	base := []string{"NL=a\nMAGUS_DAEMON_SOCKET=x", "BYTES=\xff\xfe\x80", "\xff=1", "EQ=a=b=", "EMPTY=", "JUNK", "", "=x", "sp ace= v ", "magus_daemon_socket=lower"}
	c := printCommand(t)
	out := finish(t, c, func() error { return compile(t, Config{Mode: Inherit}).Start(t.Context(), c, base, nil) })
	assert.Equal(t, []string{"NL=a\nMAGUS_DAEMON_SOCKET=x", "BYTES=\xff\xfe\x80", "\xff=1", "EQ=a=b=", "EMPTY=", "sp ace= v ", "magus_daemon_socket=lower"}, entries(out))
}

func TestEmptyEnvironmentIsEmptyInTheChild(t *testing.T) {
	for _, mode := range []Mode{Inherit, Rebuild} {
		c := printCommand(t)
		out := finish(t, c, func() error { return compile(t, Config{Mode: mode}).Start(t.Context(), c, []string{sock}, nil) })
		assert.Empty(t, out)
	}
}

func TestDirIsThePWDOfTheChild(t *testing.T) {
	dir := openDir(t)
	c := exec.Command("/bin/sh", "-c", "echo $PWD")
	c.Dir = dir
	out := finish(t, c, func() error {
		return compile(t, Config{Mode: Rebuild}).Start(t.Context(), c, []string{"PWD=/stale"}, nil)
	})
	assert.Equal(t, dir+"\n", out)
}
