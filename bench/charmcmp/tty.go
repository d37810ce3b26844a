package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/creack/pty"
)

func ttyRaw(v version) string        { return onTTY(v, "raw") }
func ttyRawNoColor(v version) string { return onTTY(v, "raw", "NO_COLOR=1") }
func ttyWrapped(v version) string    { return onTTY(v, "plain") }

// onTTY runs the logger in a child whose terminal never answers.
func onTTY(v version, mode string, env ...string) string {
	self, err := os.Executable()
	if err != nil {
		return err.Error()
	}
	cmd := exec.Command(self, v.name, mode)
	cmd.Env = append([]string{"TERM=xterm-256color"}, env...)
	got, took, err := record(cmd, "first")
	if err != nil {
		return err.Error()
	}
	before, _, _ := bytes.Cut(got, []byte("first"))
	queries := queryRE.FindAll(before, -1)
	return fmt.Sprintf("%d queries %s, first line after %.2f s", len(queries), quoteAll(queries), took.Seconds())
}

// queryRE finds what a terminal would answer: OSC colour questions, device
// and cursor reports.
var queryRE = regexp.MustCompile("\x1b\\][0-9;]*\\?[^\x1b\x07]*|\x1b\\[[?>0-9;]*[nc]")

func quoteAll(b [][]byte) string {
	var s []string
	for _, q := range b {
		s = append(s, fmt.Sprintf("%q", q))
	}
	return strings.Join(s, " ")
}

// record runs cmd on a new pty until it ends and tells when mark was seen.
func record(cmd *exec.Cmd, mark string) ([]byte, time.Duration, error) {
	start := time.Now()
	f, err := pty.Start(cmd)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	var all []byte
	var took time.Duration
	buf := make([]byte, 4096)
	for {
		n, err := f.Read(buf)
		all = append(all, buf[:n]...)
		if took == 0 && bytes.Contains(all, []byte(mark)) {
			took = time.Since(start)
		}
		if err != nil { // EIO when the child is gone
			break
		}
	}
	return all, took, cmd.Wait()
}

// importInTmux runs a program that imports the package and does nothing, and
// tells whether it started the tmux that stands first in PATH.
func importInTmux(v version) string {
	dir, err := os.MkdirTemp("", "charmcmp")
	if err != nil {
		return err.Error()
	}
	defer os.RemoveAll(dir)
	bin, err := importer(dir, v)
	if err != nil {
		return err.Error()
	}
	seen := filepath.Join(dir, "seen")
	script := "#!/bin/sh\necho \"$@\" >" + seen + "\n"
	if err := os.WriteFile(filepath.Join(dir, "tmux"), []byte(script), 0o755); err != nil {
		return err.Error()
	}
	cmd := exec.Command(bin)
	cmd.Env = []string{"TERM=tmux-256color", "TMUX=/tmp/none,1,0", "PATH=" + dir}
	if _, _, err := record(cmd, "x"); err != nil {
		return err.Error()
	}
	if b, err := os.ReadFile(seen); err == nil {
		return fmt.Sprintf("yes (%q)", bytes.TrimSpace(b))
	}
	return "no"
}

// importer builds a program whose only statement imports the package.
func importer(dir string, v version) (string, error) {
	src := filepath.Join("charmcmp", "only"+strings.ReplaceAll(v.name, ".", "")+".go")
	text := fmt.Sprintf("package main\n\nimport _ %q\n\nfunc main() {}\n", v.path)
	src = filepath.Join(dir, filepath.Base(src))
	if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
		return "", err
	}
	bin := filepath.Join(dir, "only")
	out, err := exec.Command("go", "build", "-o", bin, src).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return bin, nil
}

func binarySize(v version) string {
	dir, err := os.MkdirTemp("", "charmcmp")
	if err != nil {
		return err.Error()
	}
	defer os.RemoveAll(dir)
	bin, err := importer(dir, v)
	if err != nil {
		return err.Error()
	}
	st, err := os.Stat(bin)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%.1f MB", float64(st.Size())/1e6)
}

var initRE = regexp.MustCompile(`(?m)^init (\S+) @\S+ ms, ([0-9.]+) ms clock, (\d+) bytes, (\d+) allocs`)

// initCost sums what GODEBUG=inittrace=1 reports, standard library left out.
func initCost(v version) string {
	dir, err := os.MkdirTemp("", "charmcmp")
	if err != nil {
		return err.Error()
	}
	defer os.RemoveAll(dir)
	bin, err := importer(dir, v)
	if err != nil {
		return err.Error()
	}
	best, allocs := -1.0, 0
	for range 7 {
		cmd := exec.Command(bin)
		cmd.Env = []string{"GODEBUG=inittrace=1"}
		out, err := cmd.CombinedOutput()
		if err != nil {
			return err.Error()
		}
		var ms float64
		var n int
		for _, m := range initRE.FindAllStringSubmatch(string(out), -1) {
			if !strings.Contains(m[1], ".") { // standard library
				continue
			}
			var d float64
			var a int
			fmt.Sscan(m[2], &d)
			fmt.Sscan(m[4], &a)
			ms, n = ms+d, n+a
		}
		if best < 0 || ms < best {
			best, allocs = ms, n
		}
	}
	return fmt.Sprintf("%.3f ms, %d allocs", best, allocs)
}
