package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// build builds a program of a module into the env's folder and returns it.
func build(e *env, module, pkg string) (string, error) {
	bin := filepath.Join(e.dir, filepath.Base(pkg))
	_, err := command(module, "go", "build", "-o", bin, pkg)
	return bin, err
}

// explainProbe is one page from start to last byte.
var explainProbe = func() source {
	var explain, hello, peak string
	page := func(e *env) string { return filepath.Join(e.root, "docs/codes/sandbox/MGS2008.md") }
	return source{
		name: "explain",
		prepare: func(e *env) (err error) {
			if explain, err = build(e, e.root, "./cmd/magus-explain"); err != nil {
				return err
			}
			if peak, err = build(e, e.mod, "./cmd/peak"); err != nil {
				return err
			}
			dir, err := generated(e)
			if err != nil {
				return err
			}
			hello, err = build(e, dir, "./cmd/hello")
			return err
		},
		sample: func(e *env) (s samples, err error) {
			s = samples{}
			run := func(name string, args ...string) {
				if err == nil {
					var v float64
					v, err = elapsed(20, args[0], args[1:]...)
					s[name] = sample{value: v}
				}
			}
			size := func(name, file string) {
				if err == nil {
					var info os.FileInfo
					if info, err = os.Stat(file); err == nil {
						s[name] = sample{value: float64(info.Size())}
					}
				}
			}
			resident := func(name string, args ...string) {
				if err == nil {
					s[name], err = peakOf(peak, args...)
				}
			}
			run("run", explain, "MGS2008")
			run("hello", hello)
			if path, missing := exec.LookPath("man"); missing == nil {
				run("man", path, filepath.Join(e.root, "cmd/magus-explain/magus-explain.1"))
			}
			if path, missing := exec.LookPath("rustc"); missing == nil {
				run("rustc", path, "--explain", "E0308")
			}
			resident("peak", explain, "MGS2008")
			resident("hello-peak", hello)
			size("binary", explain)
			size("hello-binary", hello)
			size("page", page(e))
			if err == nil {
				var out string
				out, err = command(e.dir, explain, "MGS2008")
				s["output"] = sample{value: float64(len(out))}
			}
			return s, err
		},
	}
}()

// peakOf is the most memory that a program had resident.
func peakOf(peak string, args ...string) (sample, error) {
	out, err := command("", peak, args...)
	if err != nil {
		return sample{}, err
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(out), 64)
	return sample{value: n}, err
}

// generatorProbe is a run of the generator over 10,000 pages whose registry is
// up to date, and one that has to write it.
var generatorProbe = func() source {
	var gen, read, pages, out string
	return source{
		name: "generator",
		prepare: func(e *env) (err error) {
			if gen, err = build(e, e.root, "./codes/gen"); err != nil {
				return err
			}
			if read, err = build(e, e.mod, "./cmd/yamlread"); err != nil {
				return err
			}
			pages = filepath.Join(e.dir, "pages10000")
			out = filepath.Join(e.dir, "registry.go")
			if err = catalog(pages, "example.com/codes10000", "4-5", 10_000); err != nil {
				return err
			}
			_, err = command(e.dir, gen, "-catalog", pages, "-out", out) // writes the lock
			return err
		},
		sample: func(e *env) (samples, error) {
			s := samples{}
			unchanged, err := elapsed(1, gen, "-catalog", pages, "-out", out)
			if err != nil {
				return nil, err
			}
			if err := os.Remove(out); err != nil {
				return nil, err
			}
			written, err := elapsed(1, gen, "-catalog", pages, "-out", out)
			if err != nil {
				return nil, err
			}
			decoded, err := elapsed(1, read, pages)
			s["unchanged"], s["written"], s["read+decode"] = sample{value: unchanged}, sample{value: written}, sample{value: decoded}
			return s, err
		},
	}
}()

// logProbe finds the codes of a log, both programs writing to a pipe.
var logProbe = func() source {
	var explain, peak, log, huge string
	return source{
		name: "log",
		prepare: func(e *env) (err error) {
			if explain, err = build(e, e.root, "./cmd/magus-explain"); err != nil {
				return err
			}
			if peak, err = build(e, e.mod, "./cmd/peak"); err != nil {
				return err
			}
			if _, err = exec.LookPath("grep"); err != nil {
				return err
			}
			log, huge = filepath.Join(e.dir, "log"), filepath.Join(e.dir, "huge.log")
			if err = writeLog(log, 64<<20); err != nil {
				return err
			}
			return writeLog(huge, 256<<20)
		},
		sample: func(e *env) (samples, error) {
			ours, err := piped(explain, "--log", log)
			if err != nil {
				return nil, err
			}
			grep, err := piped("grep", "-oE", "MGS[0-9]{4}", log)
			if err != nil {
				return nil, err
			}
			few, err := peakOf(peak, explain, "--log", log)
			if err != nil {
				return nil, err
			}
			many, err := peakOf(peak, explain, "--log", huge)
			return samples{"read": {value: ours}, "grep -oE": {value: grep}, "peak 256 MiB": many, "peak 64 MiB": few}, err
		},
	}
}()

// piped is the time of one run whose output is read through a pipe.
func piped(bin string, args ...string) (float64, error) {
	start := time.Now()
	_, err := command("", bin, args...)
	return float64(time.Since(start)), err
}

// writeLog writes a log of a run: one line in five has a code.
func writeLog(name string, size int) error {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "2026-01-02T03:04:05.%03dZ INFO step %d of the build is done, %d files in the cache\n", i%1000, i, i*7)
		if i%4 == 0 {
			fmt.Fprintf(&b, "[MGS20%02d] something happened in step %d\n", 1+i/4%12, i)
		}
	}
	return os.WriteFile(name, []byte(b.String()), 0o644)
}
