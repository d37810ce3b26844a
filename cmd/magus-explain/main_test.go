package main

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/codes"
	"github.com/egladman/magus/explain"
)

var update = flag.Bool("update", false, "rewrite the manual page and the help text")

func run(args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	o := options()
	o.Stdin, o.Stdout, o.Stderr = strings.NewReader(""), &out, &errs
	o.Getenv = func(key string) string {
		if key == "LANG" {
			return "C.UTF-8"
		}
		return ""
	}
	status = explain.Main(args, o)
	return status, out.String(), errs.String()
}

// TestCommittedTexts keeps the manual page and the help, as committed, in
// step with the command.
func TestCommittedTexts(t *testing.T) {
	for file, flag := range map[string]string{"magus-explain.1": "--man", "testdata/help.txt": "--help"} {
		status, got, _ := run(flag)
		require.Equal(t, 0, status)
		if *update {
			require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, strings.ReplaceAll(string(want), "\r\n", "\n"), got, "%s: run go test ./cmd/magus-explain -update", file)
	}
}

// TestStartUp counts what happens before main: no table or expression of ours
// is built there, and no module comes along that builds its own, as a
// highlighter of code does.
func TestStartUp(t *testing.T) {
	program := filepath.Join(t.TempDir(), "program.exe")
	out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	cmd := exec.Command(program, "--version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err = cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	found := regexp.MustCompile(`(?m)^init (\S+) .* (\d+) allocs$`).FindAllStringSubmatch(string(out), -1)
	require.NotEmpty(t, found, "%s", out)
	for _, m := range found {
		allocs, err := strconv.Atoi(m[2])
		require.NoError(t, err)
		host, _, _ := strings.Cut(m[1], "/")
		switch {
		case strings.HasPrefix(m[1], "github.com/egladman/magus/"):
			assert.Less(t, allocs, 10, m[0])
		case strings.Contains(host, "."):
			assert.Regexp(t, "^(github.com/yuin/goldmark|golang.org/x)/", m[1], m[0])
			assert.NotEqual(t, "github.com/yuin/goldmark/extension", m[1], "its expressions cost more than all the rest")
		}
	}
}

func TestHelpFitsTheScreen(t *testing.T) {
	_, help, _ := run("--help")
	for line := range strings.Lines(help) {
		assert.LessOrEqual(t, len([]rune(strings.TrimSuffix(line, "\n"))), 80, line)
	}
}

// TestEveryCode shows every code of the catalog in every form that finds it.
func TestEveryCode(t *testing.T) {
	c := codes.Catalog()
	for d := range c.All() {
		status, page, errs := run(d.Code)
		require.Equal(t, 0, status, d.Code)
		assert.Empty(t, errs, d.Code)
		assert.Contains(t, page, d.Code+": "+d.Title)
		assert.True(t, strings.HasSuffix(page, "\n\n"+d.URL+"\n"), d.Code)
		assert.NotContains(t, page, "built without the page")
		for line := range strings.Lines(page) {
			assert.Equal(t, strings.TrimRight(line, " \t\r\n")+"\n", line, "%s: blanks at the end of a line", d.Code)
		}
		for _, word := range []string{strings.ToLower(d.Code), strings.TrimPrefix(d.Code, c.Prefix), "[" + d.Code + "]:", d.Name, d.URL} {
			_, again, _ := run(word)
			assert.Equal(t, page, again, word)
		}
	}
}

// TestEveryMessage finds every event of the catalog by its message alone.
func TestEveryMessage(t *testing.T) {
	for d := range codes.Catalog().All() {
		for _, e := range d.Events {
			text := e.Message
			for _, f := range e.Fields {
				text = strings.ReplaceAll(text, "{"+f.Name+"}", "/some/value")
			}
			status, out, errs := run("--url", "--message", "12:00 task | "+text)
			assert.Equal(t, 0, status, "%s: %s", text, errs)
			assert.Equal(t, d.URL+"\n", out, text)
		}
	}
}

func TestSizeOfOutput(t *testing.T) {
	for d := range codes.Catalog().All() {
		_, source, _ := run("--format", "md", d.Code)
		_, page, _ := run("--color", "always", "--hyperlinks", "always", d.Code)
		assert.LessOrEqual(t, len(page)*2, len(source)*3, "%s: more than one and a half times the page", d.Code)
	}
}

func TestTypingError(t *testing.T) {
	status, out, errs := run("MGS2O08")
	assert.Equal(t, 1, status)
	assert.Empty(t, out)
	assert.Contains(t, errs, "nearest codes:\n  MGS2008  daemon socket withheld\n")
}

func TestRetired(t *testing.T) {
	status, out, _ := run("MGS2009")
	assert.Equal(t, 0, status)
	assert.True(t, strings.HasPrefix(out, "MGS2009 has been retired since v0.1.0: "), out)
}
