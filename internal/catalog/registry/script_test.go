package registry

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the golden files of scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"gen": func() { os.Exit(Main(os.Args[1:], os.Stdout, os.Stderr)) },
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"sametime": sameTime,
		},
	})
}

// sameTime FILE NAME remembers the time of a change of FILE under NAME, or fails
// when it is another than the remembered one.
func sameTime(ts *testscript.TestScript, neg bool, args []string) {
	info, err := os.Stat(ts.MkAbs(args[0]))
	ts.Check(err)
	key, now := "TIME_"+args[1], fmt.Sprint(info.ModTime().UnixNano())
	if was := ts.Getenv(key); was != "" && (was == now) == neg {
		ts.Fatalf("%s: time %s, was %s", args[0], now, was)
	}
	ts.Setenv(key, now)
}
