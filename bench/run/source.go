package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// A source measures things that are compared with each other. Prepare builds
// what sample then runs, once a round.
type source struct {
	name    string
	prepare func(e *env) error
	sample  func(e *env) (samples, error)
}

// An env is what all sources share.
type env struct {
	dir  string // for what they build; removed at the end
	root string // of the main module
	mod  string // of this module
	options
}

func newEnv(dir string, o options) (*env, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/egladman/magus/bench", "github.com/egladman/magus").Output()
	if err != nil {
		return nil, fmt.Errorf("run it inside the bench module: %w", err)
	}
	dirs := strings.Fields(string(out))
	if len(dirs) != 2 {
		return nil, fmt.Errorf("go list: want two folders without spaces, got %q", out)
	}
	return &env{dir: dir, mod: dirs[0], root: dirs[1], options: o}, nil
}

// command runs a program and returns what it printed, or an error that holds
// its standard error.
func command(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s%s", filepath.Base(name), strings.Join(args, " "), err, out, stderr.String())
	}
	return string(out), nil
}

// goBench is a source over the benchmarks of a package in the folder that dir
// names. The names of its figures are those of the benchmarks without
// Benchmark: Off/zerolog.
func goBench(name string, dir func(e *env) (string, error)) source {
	var bin, folder string
	return source{
		name: name,
		prepare: func(e *env) (err error) {
			if folder, err = dir(e); err != nil {
				return err
			}
			bin = filepath.Join(e.dir, name+".test")
			_, err = command(folder, "go", "test", "-c", "-o", bin, ".")
			return err
		},
		sample: func(e *env) (samples, error) {
			out, err := command(folder, bin, "-test.run=^$", "-test.bench=.", "-test.cpu=1",
				"-test.benchmem", "-test.benchtime="+e.time.String())
			if err != nil {
				return nil, err
			}
			return parseBench(out)
		},
	}
}

var benchRE = regexp.MustCompile(`(?m)^Benchmark(\S+)\s+\d+\s+(\S+) ns/op\b(.*)$`)
var allocsRE = regexp.MustCompile(`(\S+) allocs/op`)

func parseBench(out string) (samples, error) {
	got := samples{}
	for _, m := range benchRE.FindAllStringSubmatch(out, -1) {
		v, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			return nil, fmt.Errorf("benchmark %s: %w", m[1], err)
		}
		s := sample{value: v}
		if a := allocsRE.FindStringSubmatch(m[3]); a != nil {
			if s.allocs, err = strconv.ParseFloat(a[1], 64); err != nil {
				return nil, fmt.Errorf("benchmark %s: %w", m[1], err)
			}
		}
		got[m[1]] = s
	}
	if len(got) == 0 {
		return nil, fmt.Errorf("no benchmark ran:\n%s", out)
	}
	return got, nil
}

// folder is a package of this module.
func folder(name string) func(e *env) (string, error) {
	return func(e *env) (string, error) {
		dir := filepath.Join(e.mod, name)
		_, err := os.Stat(dir)
		return dir, err
	}
}
