package envguard

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync/atomic"
)

// Self is a handle of the running program's own image: the file that was
// started, not whatever its path names by now.
type Self struct {
	path  string // where the image was when it started
	image string // a path that always leads to the image itself, "" where the system has none
	info  os.FileInfo
	file  *os.File // keeps the identity in info from being given to another file; nil when image does that
}

// procSelfExe leads to the image of whoever opens it, whatever became of the
// path that it was started by.
const procSelfExe = "/proc/self/exe"

// OpenSelf takes the handle. Call it early in main: where the system cannot
// lead back to a running image (everywhere but on Linux), a file that took
// the program's place before this call is taken for it.
func OpenSelf() (*Self, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("envguard: find the own image: %w", err)
	}
	if runtime.GOOS == "linux" {
		if info, err := os.Stat(procSelfExe); err == nil {
			return &Self{path: path, image: procSelfExe, info: info}, nil
		}
	}
	return openSelfPath(path)
}

func openSelfPath(path string) (*Self, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("envguard: open the own image: %w", err)
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("envguard: identify the own image: %w", err)
	}
	return &Self{path: path, info: info, file: f}, nil
}

// Command builds a command that runs the own image again with args, and the
// grant to hand it ptr. It is the only source of grants. The command's Path,
// its place in the file system and so its SysProcAttr.Chroot must stay as
// they are; everything else about it is the caller's.
//
// When neither the running image nor its path can be proven to be the image
// that OpenSelf saw, the command runs what is at the path and the grant
// hands on nothing.
func (s *Self) Command(ctx context.Context, ptr Pointers, args ...string) (*exec.Cmd, Grant, error) {
	if s == nil || s.info == nil {
		return nil, Grant{}, errors.New("envguard: the Self is nil or zero: want one made by OpenSelf")
	}
	if ctx == nil {
		return nil, Grant{}, errors.New("envguard: the context is nil")
	}
	st := &grantState{self: s, argv0: s.path, pointers: ptr}
	st.path, st.declined = s.locate()
	st.cmd = exec.CommandContext(ctx, st.path, args...)
	st.cmd.Args[0] = s.path
	return st.cmd, Grant{func() *grantState { return st }}, nil
}

// locate returns the path to start, and why what is there may not be ours.
func (s *Self) locate() (path, declined string) {
	if s.image != "" && s.is(s.image) {
		return s.image, ""
	}
	if s.is(s.path) {
		return s.path, ""
	}
	return s.path, "the program's file was replaced or removed since it started"
}

// is reports whether path leads to the image.
func (s *Self) is(path string) bool {
	info, err := identify(path)
	return err == nil && os.SameFile(info, s.info)
}

// identify stats the file that path leads to at this moment. On Windows the
// identity of a FileInfo that came from a path is read late, when it is
// compared, hence the open file.
func identify(path string) (os.FileInfo, error) {
	if runtime.GOOS != "windows" {
		return os.Stat(path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Stat()
}

// A Grant is the right to hand the captured pointers to one start of one
// command. Only [Self.Command] makes one. Whatever prints it prints names.
type Grant struct {
	get func() *grantState // a function for the reason told at Pointers
}

type grantState struct {
	self     *Self
	cmd      *exec.Cmd
	path     string
	argv0    string
	declined string
	pointers Pointers
	used     atomic.Bool
}

// check reports whether c is the granted command and still starts our image.
func (g Grant) check(c *exec.Cmd) (*grantState, error) {
	if g.get == nil {
		return nil, errors.New("envguard: the grant is zero: want the one that Self.Command returned with the command")
	}
	s := g.get()
	switch {
	case c == nil || c != s.cmd:
		return nil, errors.New("envguard: the grant belongs to another command: want the very one that Self.Command returned with it")
	case c.Err != nil:
		return nil, c.Err
	case c.Path != s.path:
		return nil, errors.New("envguard: the command's Path was changed: a grant covers the own image only")
	case chroot(c) != "":
		return nil, errors.New("envguard: the command has a Chroot or a jail, in which its Path names another file: a grant covers the own image only")
	case s.declined == "" && s.path != s.self.image && !s.self.is(s.path):
		return nil, errors.New("envguard: the program's file was replaced or removed since the command was built")
	}
	return s, nil
}

// take is check for the one use of the grant.
func (g Grant) take(c *exec.Cmd) (*grantState, error) {
	s, err := g.check(c)
	if err != nil {
		return nil, err
	}
	if s.used.Swap(true) {
		return nil, errors.New("envguard: the grant was used already: build a new command for each start")
	}
	return s, nil
}

// String says what the grant would hand on, by name.
func (g Grant) String() string {
	if g.get == nil {
		return "Grant[]"
	}
	return "Grant" + g.get().pointers.String()[len("Pointers"):]
}

// GoString is String with the package's name.
func (g Grant) GoString() string { return "envguard." + g.String() }

// Format prints String, whatever the verb.
func (g Grant) Format(s fmt.State, _ rune) { fmt.Fprint(s, g.String()) }
