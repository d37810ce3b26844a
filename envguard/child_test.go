package envguard

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// children are the programs that this test binary becomes when its first
// argument names one. They are chosen by argument, for the environment is
// what the tests take away.
var children = map[string]func(args []string) int{}

func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		if name, ok := strings.CutPrefix(os.Args[1], "child:"); ok {
			os.Exit(children[name](os.Args[2:]))
		}
	}
	os.Exit(m.Run())
}

func init() {
	// print: the raw environment block, entries ended by NUL.
	children["print"] = func([]string) int {
		os.Stdout.Write(rawEnviron())
		return 0
	}
}

// printCommand is a command that prints its raw environment block.
func printCommand(t testing.TB) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	require.NoError(t, err)
	return exec.Command(exe, "child:print")
}

// finish waits for a started command and returns what it printed.
func finish(t testing.TB, c *exec.Cmd, start func() error) string {
	t.Helper()
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	require.NoError(t, start())
	require.NoError(t, c.Wait(), errs.String())
	return out.String()
}

// entries splits a raw block.
func entries(block string) []string {
	if block == "" {
		return []string{}
	}
	return strings.Split(strings.TrimSuffix(block, "\x00"), "\x00")
}

func compile(t testing.TB, c Config) *Policy {
	t.Helper()
	p, err := Compile(c)
	require.NoError(t, err)
	return p
}
