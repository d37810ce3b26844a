package main

import (
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata/script")

// built holds the real binary: a run of the own image must not be a test
// binary that only plays the part.
var built string

func TestMain(m *testing.M) {
	if os.Getenv("RUNNER_TEST_SPEAK") != "" {
		os.Exit(speak(os.Args[1]))
	}
	flag.Parse()
	os.Exit(buildAndRun(m))
}

func buildAndRun(m *testing.M) int {
	dir, err := os.MkdirTemp("", "runner")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	c := exec.Command("go", "build", "-o", dir+string(filepath.Separator), ".")
	c.Stderr = os.Stderr
	if err := c.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "build of runner:", err)
		return 1
	}
	built = dir
	return m.Run()
}

// speak plays the foreign program: it connects to a socket and prints what it
// is told.
func speak(socket string) int {
	conn, err := net.Dial("unix", socket)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer conn.Close()
	if _, err := io.Copy(os.Stdout, conn); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"speak": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) != 1 {
					ts.Fatalf("usage: speak SOCKET")
				}
				self, err := os.Executable()
				ts.Check(err)
				ts.Setenv("RUNNER_TEST_SPEAK", "1")
				ts.Check(ts.Exec(self, args[0]))
				ts.Setenv("RUNNER_TEST_SPEAK", "")
			},
		},
		Setup: func(e *testscript.Env) error {
			e.Setenv("PATH", built+string(filepath.ListSeparator)+e.Getenv("PATH"))
			e.Setenv("BIN", built)
			return nil
		},
	})
}
