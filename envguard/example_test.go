package envguard_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/envguard"
)

// An op is started by Policy.Start in place of exec.Cmd.Start. The pointer does
// not reach it, and the debug log says so before it runs.
func ExamplePolicy_Start() {
	level := new(slog.LevelVar)
	level.Set(slog.LevelDebug)
	ctx := diag.WithHandler(context.Background(), diag.NewHandler(os.Stdout, diag.Options{Level: level}))

	// A program takes os.Environ() once, first in main.
	environ := []string{"PATH=" + os.Getenv("PATH"), "MAGUS_DAEMON_SOCKET=unix:///run/x.sock"}

	policy, err := envguard.Compile(envguard.Config{Mode: envguard.Inherit})
	if err != nil {
		fmt.Println(err)
		return
	}
	c := exec.Command("sh", "-c", `echo "<${MAGUS_DAEMON_SOCKET-unset}> $GREETING"`)
	c.Stdout = os.Stdout
	if err := policy.Start(ctx, c, environ, []string{"GREETING=hello"}); err != nil {
		fmt.Println(err)
		return
	}
	if err := c.Wait(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [MGS2008] withheld magus daemon pointer(s) from op subprocess (done regardless of sandbox.enabled) (see https://github.com/egladman/magus/blob/main/docs/codes/sandbox/MGS2008.md)
	//   vars=[MAGUS_DAEMON_SOCKET]
	// <unset> hello
}

// With the sandbox on, what a child gets is a list: that of the package and
// what the user's configuration passes through.
func ExamplePolicy_AppendOp() {
	policy, err := envguard.Compile(envguard.Config{
		Mode:  envguard.Rebuild,
		Allow: []string{"GOPATH", "npm_config_*"},
		Deny:  []string{"npm_config__auth*"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	base := []string{"HOME=/home/u", "GOPATH=/go", "GITHUB_TOKEN=s3cret", "npm_config_cache=/c", "npm_config__authToken=s3cret", "MAGUS_DAEMON_SOCKET=unix:///run/x.sock"}
	env, report, err := policy.AppendOp(nil, base, nil)
	fmt.Println(env, err)
	fmt.Println(report.Withheld(), report.Stripped())
	// Output:
	// [HOME=/home/u GOPATH=/go npm_config_cache=/c] <nil>
	// [MAGUS_DAEMON_SOCKET] 2
}

// Only a command that the program builds of its own image can carry the
// pointers. Nothing that prints them shows a value.
func ExampleSelf_Command() {
	self, err := envguard.OpenSelf()
	if err != nil {
		fmt.Println(err)
		return
	}
	pointers, err := envguard.Capture([]string{"MAGUS_DAEMON_SOCKET=unix:///run/x.sock"})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, grant, err := self.Command(context.Background(), pointers, "build", "./lib")
	fmt.Printf("%v %+v %v\n", pointers, grant, err)
	// Output: Pointers[MAGUS_DAEMON_SOCKET] Grant[MAGUS_DAEMON_SOCKET] <nil>
}

// A process that is about to serve as a pool asks first whether it runs under
// another one.
func ExamplePointers_CheckListen() {
	pointers, err := envguard.Capture([]string{"MAGUS_DAEMON_ADDRESS=tcp://127.0.0.1:7000"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(pointers.CheckListen())
	// Output: [MGS2012] already running under a parent magus: MAGUS_DAEMON_ADDRESS is inherited (see https://github.com/egladman/magus/blob/main/docs/codes/sandbox/MGS2012.md)
}
