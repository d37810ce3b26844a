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

// goBench is a source over the benchmarks that match a pattern, of a package in
// the folder that dir names. The names of its figures are those of the
// benchmarks without Benchmark: Off/zerolog. The figures are ns/op, or what a
// benchmark reports as metric.
func goBench(name, pattern, metric string, dir func(e *env) (string, error)) source {
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
			out, err := command(folder, bin, "-test.run=^$", "-test.bench="+pattern, "-test.cpu=1",
				"-test.benchmem", "-test.benchtime="+e.time.String())
			if err != nil {
				return nil, err
			}
			return parseBench(out, metric)
		},
	}
}

var benchRE = regexp.MustCompile(`(?m)^Benchmark(\S+)\s+\d+\s+(.*)$`)

func parseBench(out, metric string) (samples, error) {
	got := samples{}
	for _, m := range benchRE.FindAllStringSubmatch(out, -1) {
		var s sample
		found := false
		words := strings.Fields(m[2]) // 12.5 ns/op 0 B/op 0 allocs/op
		for i := 0; i+1 < len(words); i += 2 {
			v, err := strconv.ParseFloat(words[i], 64)
			if err != nil {
				return nil, fmt.Errorf("benchmark %s: %w", m[1], err)
			}
			switch words[i+1] {
			case metric:
				s.value, found = v, true
			case "allocs/op":
				s.allocs = v
			}
		}
		if !found {
			return nil, fmt.Errorf("benchmark %s: no %s in %q", m[1], metric, m[2])
		}
		got[m[1]] = s
	}
	if len(got) == 0 {
		return nil, fmt.Errorf("no benchmark ran:\n%s", out)
	}
	return got, nil
}

// ofMain is a package of the main module.
func ofMain(name string) func(e *env) (string, error) {
	return func(e *env) (string, error) { return filepath.Join(e.root, name), nil }
}

// folder is a package of this module.
func folder(name string) func(e *env) (string, error) {
	return func(e *env) (string, error) {
		dir := filepath.Join(e.mod, name)
		_, err := os.Stat(dir)
		return dir, err
	}
}
