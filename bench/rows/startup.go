package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"time"
)

// initProbe runs a program with 1,000 codes and one with none.
var initProbe = source{
	name: "init",
	prepare: func(e *env) error {
		dir, err := generated(e)
		if err != nil {
			return err
		}
		for _, name := range []string{"hello", "withcatalog"} {
			if _, err := command(dir, "go", "build", "-o", filepath.Join(e.dir, name), "./cmd/"+name); err != nil {
				return err
			}
		}
		return nil
	},
	sample: func(e *env) (samples, error) {
		with := filepath.Join(e.dir, "withcatalog")
		tasks, err := initTasks(with, "BNC1000")
		if err != nil {
			return nil, err
		}
		ours, err := elapsed(20, with, "BNC1000")
		if err != nil {
			return nil, err
		}
		hello, err := elapsed(20, filepath.Join(e.dir, "hello"))
		if err != nil {
			return nil, err
		}
		return samples{"tasks": {value: float64(tasks)}, "run": {value: ours}, "hello": {value: hello}}, nil
	},
}

var taskRE = regexp.MustCompile(`(?m)^init example\.com/catalogs`)

// initTasks counts the init tasks of generated packages that a program runs.
func initTasks(bin string, args ...string) (int, error) {
	cmd := exec.Command(bin, args...)
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("%s: %w\n%s", bin, err, out)
	}
	if !regexp.MustCompile(`(?m)^init `).Match(out) {
		return 0, fmt.Errorf("%s: no init trace in %q", bin, out)
	}
	return len(taskRE.FindAll(out, -1)), nil
}

// elapsed is the shortest of n runs of a program, in ns from start to exit.
func elapsed(n int, bin string, args ...string) (float64, error) {
	var least time.Duration
	for i := range n {
		cmd := exec.Command(bin, args...)
		start := time.Now()
		if err := cmd.Run(); err != nil {
			return 0, fmt.Errorf("%s: %w", bin, err)
		}
		if d := time.Since(start); i == 0 || d < least {
			least = d
		}
	}
	return float64(least), nil
}
