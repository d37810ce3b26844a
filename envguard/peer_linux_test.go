package envguard

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
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
	// serve SOCKET: a daemon that tells each peer whether it is served.
	children["serve"] = func(args []string) int {
		self, err := OpenSelf()
		if err != nil {
			return 1
		}
		l, err := net.ListenUnix("unix", &net.UnixAddr{Name: args[0], Net: "unix"})
		if err != nil {
			return 1
		}
		if err := os.Chmod(args[0], 0o777); err != nil {
			return 1
		}
		fmt.Println("listening")
		for {
			conn, err := l.AcceptUnix()
			if err != nil {
				return 1
			}
			verdict := "served"
			// Wait for the peer's word, so that a test decides what it is by then.
			if _, err := bufio.NewReader(conn).ReadString('\n'); err != nil && !errors.Is(err, io.EOF) {
				return 1
			}
			if err := self.CheckPeer(conn); err != nil {
				verdict = err.Error()
			}
			fmt.Fprintln(conn, verdict)
			fmt.Println(verdict)
			conn.Close()
		}
	}
	talk := func(conn net.Conn) int {
		fmt.Fprintln(conn, "hello")
		if _, err := io.Copy(os.Stdout, conn); err != nil {
			return 1
		}
		return 0
	}
	// dial SOCKET [nondumpable|verify|exec PROGRAM]: a client; verify checks
	// the daemon in turn, exec becomes PROGRAM once connected.
	children["dial"] = func(args []string) int {
		conn, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: args[0], Net: "unix"})
		if err != nil {
			fmt.Println(err)
			return 1
		}
		switch {
		case len(args) == 1:
		case args[1] == "nondumpable":
			err = NonDumpable()
		case args[1] == "verify":
			var self *Self
			if self, err = OpenSelf(); err == nil {
				err = self.CheckPeer(conn)
			}
		case args[1] == "exec":
			var f *os.File
			if f, err = conn.File(); err == nil {
				fd, _ := syscall.Dup(int(f.Fd()))
				err = syscall.Exec(args[2], []string{args[2], "child:talk", strconv.Itoa(fd)}, nil)
			}
		}
		if err != nil {
			fmt.Println(err)
			return 1
		}
		return talk(conn)
	}
	// ownpeer SOCKET: check a connection to ourselves.
	children["ownpeer"] = func(args []string) int {
		self, err := OpenSelf()
		if err != nil {
			fmt.Println(err)
			return 1
		}
		l, err := net.ListenUnix("unix", &net.UnixAddr{Name: args[0], Net: "unix"})
		if err != nil {
			fmt.Println(err)
			return 1
		}
		defer l.Close()
		conn, err := net.DialUnix("unix", nil, l.Addr().(*net.UnixAddr))
		if err == nil {
			err = self.CheckPeer(conn)
		}
		if err == nil {
			err = errors.New("served")
		}
		fmt.Println(err)
		return 0
	}
	// talk FD: go on with a connection that somebody else made.
	children["talk"] = func(args []string) int {
		fd, _ := strconv.Atoi(args[0])
		conn, err := net.FileConn(os.NewFile(uintptr(fd), "conn"))
		if err != nil {
			return 1
		}
		return talk(conn)
	}
}

// daemon is a child that serves as a plain user.
type daemon struct {
	exe, socket string
	said        *bufio.Reader
}

func startDaemon(t *testing.T) daemon {
	t.Helper()
	dir := openDir(t)
	d := daemon{exe: linkExe(t, dir, "runner"), socket: filepath.Join(dir, "open", "s")}
	require.NoError(t, os.Mkdir(filepath.Dir(d.socket), 0o777))
	require.NoError(t, os.Chmod(filepath.Dir(d.socket), 0o777))
	c := exec.Command(d.exe, "child:serve", d.socket)
	c.SysProcAttr = plainUser()
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	d.said = bufio.NewReader(out)
	require.NoError(t, c.Start())
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	require.Equal(t, "listening\n", d.next(t))
	return d
}

func (d daemon) next(t *testing.T) string {
	line, err := d.said.ReadString('\n')
	require.NoError(t, err)
	return line
}

// run starts a client as a plain user and returns what it was told.
func run(t *testing.T, args ...string) string {
	t.Helper()
	c := exec.Command(args[0], args[1:]...)
	c.SysProcAttr = plainUser()
	out, _ := c.CombinedOutput()
	return string(out)
}

func TestPeerOfTheSameImageIsServed(t *testing.T) {
	d := startDaemon(t)
	assert.Equal(t, "served\n", run(t, d.exe, "child:dial", d.socket))
	link := filepath.Join(filepath.Dir(d.exe), "link")
	require.NoError(t, os.Symlink(d.exe, link))
	assert.Equal(t, "served\n", run(t, link, "child:dial", d.socket))
	assert.Equal(t, "served\n", run(t, d.exe, "child:dial", d.socket, "verify"), "and the client can check the daemon")
}

func TestForeignPeerIsRefused(t *testing.T) {
	d := startDaemon(t)
	other := copyExe(t, filepath.Dir(d.exe), "magus")
	assert.Contains(t, run(t, other, "child:dial", d.socket), "runs another program")
	assert.Contains(t, run(t, other, "child:dial", d.socket, "verify"), "envguard: the peer is refused: process ", "the client refuses the daemon")

	perl, err := exec.LookPath("perl")
	if err != nil {
		t.Skip("no perl to be a foreign program")
	}
	got := run(t, perl, "-MIO::Socket::UNIX", "-e", `my $s = IO::Socket::UNIX->new($ARGV[0]) or die; print $s "hello\n"; print <$s>`, d.socket)
	assert.Contains(t, got, "runs another program")
}

// TestRunningTheRealBinaryIsNotStopped keeps the threat table honest: the
// check tells programs apart, and anybody may run this one.
func TestRunningTheRealBinaryIsNotStopped(t *testing.T) {
	d := startDaemon(t)
	assert.Equal(t, "served\n", run(t, "/bin/sh", "-c", "exec env -i "+d.exe+" child:dial "+d.socket))
	other := copyExe(t, filepath.Dir(d.exe), "foreign")
	assert.Equal(t, "served\n", run(t, other, "child:dial", d.socket, "exec", d.exe), "nor is becoming it after the connect")
}

func TestNonDumpablePeerCannotBeChecked(t *testing.T) {
	d := startDaemon(t)
	assert.Contains(t, run(t, d.exe, "child:dial", d.socket, "nondumpable"), "a peer that called NonDumpable cannot be checked")
}

func TestPeerOfAnotherUserIsRefused(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can be two users")
	}
	d := startDaemon(t)
	for _, uid := range []uint32{0, 65533} {
		c := exec.Command(d.exe, "child:dial", d.socket)
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: 65533}}
		out, err := c.CombinedOutput()
		require.NoError(t, err)
		assert.Contains(t, string(out), fmt.Sprintf("it runs as user %d, want 65534", uid))
	}
}

func TestPeerThatIsGoneIsRefused(t *testing.T) {
	d := startDaemon(t)
	c := exec.Command(d.exe, "child:dial", d.socket, "exec", "/nonexistent")
	c.SysProcAttr = plainUser()
	out, err := c.CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(out), "no such file", "it connected, then left without a word")
	verdict := d.next(t)
	assert.True(t, strings.Contains(verdict, "it has exited") || strings.Contains(verdict, "the image of process"), verdict)
}

func TestCheckPeerRefusesNil(t *testing.T) {
	self, err := OpenSelf()
	require.NoError(t, err)
	require.ErrorContains(t, self.CheckPeer(nil), "the connection is nil")
	require.ErrorContains(t, (*Self)(nil).CheckPeer(nil), "made by OpenSelf")
	a, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(t.TempDir(), "s"), Net: "unix"})
	require.NoError(t, err)
	defer a.Close()
	conn, err := net.DialUnix("unix", nil, a.Addr().(*net.UnixAddr))
	require.NoError(t, err)
	require.NoError(t, self.CheckPeer(conn), "a peer may be ourselves")
	require.NoError(t, conn.Close())
	require.ErrorContains(t, self.CheckPeer(conn), "closed")
}

// openDescriptors counts ours.
func openDescriptors(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	require.NoError(t, err)
	return len(list)
}

// TestRefusedPeersCostNoDescriptors: a stranger who connects again and again
// must not use up those of the daemon.
func TestRefusedPeersCostNoDescriptors(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can be two users")
	}
	self, err := OpenSelf()
	require.NoError(t, err)
	dir := openDir(t)
	exe, socket := linkExe(t, dir, "stranger"), filepath.Join(dir, "s")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: socket, Net: "unix"})
	require.NoError(t, err)
	defer l.Close()
	require.NoError(t, os.Chmod(socket, 0o777))
	before := 0
	for i := range 4 {
		c := exec.Command(exe, "child:dial", socket)
		c.SysProcAttr = plainUser()
		require.NoError(t, c.Start())
		conn, err := l.AcceptUnix()
		require.NoError(t, err)
		require.ErrorContains(t, self.CheckPeer(conn), "it runs as user 65534")
		require.NoError(t, conn.Close())
		_ = c.Wait()
		if i == 0 {
			before = openDescriptors(t)
		}
	}
	assert.Equal(t, before, openDescriptors(t))
}

// TestForeignProcIsRefused: when /proc shows the processes of another PID
// namespace, the number of a peer leads to some other process there.
func TestForeignProcIsRefused(t *testing.T) {
	unshare, err := exec.LookPath("unshare")
	if err != nil || os.Getuid() != 0 {
		t.Skip("needs root and unshare to make a PID namespace")
	}
	exe := linkExe(t, openDir(t), "runner")
	for option, want := range map[string]string{"--fork": "/proc shows another PID namespace", "--mount-proc": "served"} {
		out, err := exec.Command(unshare, "--pid", "--fork", option, exe, "child:ownpeer", filepath.Join(t.TempDir(), "s")).CombinedOutput()
		if err != nil && strings.Contains(string(out), "unshare failed") {
			t.Skip("no PID namespaces here")
		}
		require.NoError(t, err, string(out))
		assert.Contains(t, string(out), want, option)
	}
}

// TestPeerErrorsNameNoAddress: the address of a daemon is the value of a
// pointer.
func TestPeerErrorsNameNoAddress(t *testing.T) {
	self, err := OpenSelf()
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), canary)
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	require.NoError(t, err)
	defer l.Close()
	client, err := net.DialUnix("unix", nil, l.Addr().(*net.UnixAddr))
	require.NoError(t, err)
	server, err := l.AcceptUnix()
	require.NoError(t, err)
	for _, conn := range []*net.UnixConn{client, server} {
		require.NoError(t, conn.Close())
		err := self.CheckPeer(conn)
		require.ErrorContains(t, err, "closed")
		assert.NotContains(t, err.Error(), canary)
	}
}
