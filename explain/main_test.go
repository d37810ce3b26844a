package explain

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// process returns the command as a process of its own; see TestMain.
func process(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	require.NoError(t, err)
	return &exec.Cmd{Path: exe, Args: append([]string{name}, args...), Env: append(os.Environ(), "LANG=C.UTF-8")}
}

// run calls Main with the test catalog and without an environment.
func run(o Options, args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	o.Stdout, o.Stderr = &out, &errs
	if o.Getenv == nil {
		o.Getenv = func(key string) string { return map[string]string{"LANG": "C.UTF-8"}[key] }
	}
	if o.Stdin == nil {
		o.Stdin = bytes.NewReader(nil)
	}
	status = Main(args, o)
	return status, out.String(), errs.String()
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

func TestOutputErrors(t *testing.T) {
	for _, args := range [][]string{{"ACM0042"}, {}, {"--help"}, {"--format", "json", "ACM0042"}, {"completion", "bash"}, {"--search", "disk"}} {
		var errs bytes.Buffer
		o := testOptions()
		o.Stderr = &errs
		o.Stdout = brokenWriter{fmt.Errorf("write: %w", syscall.EPIPE)}
		assert.Equal(t, exitClosed, Main(args, o), args)
		assert.Empty(t, errs.String(), args)

		o.Stdout = brokenWriter{errors.New("disk is full")}
		assert.Equal(t, exitIO, Main(args, o), args)
		assert.Equal(t, "acme-explain: disk is full\n", errs.String(), args)
	}
}

func TestSourcesAreChecked(t *testing.T) {
	status, out, errs := run(Options{Name: "x", Sources: []Source{{}}}, "ACM0042")
	assert.Equal(t, exitIO, status)
	assert.Empty(t, out)
	assert.Contains(t, errs, "source 0 has no catalog")

	status, _, errs = run(Options{Name: "x"}, "ACM0042")
	assert.Equal(t, exitNone, status)
	assert.Contains(t, errs, `unknown code "ACM0042"`)
}

func TestPageWithoutText(t *testing.T) {
	o := testOptions()
	o.Sources[0].Pages = nil
	status, out, _ := run(o, "ACM0042")
	assert.Equal(t, exitOK, status)
	assert.Contains(t, out, "A write failed because the disk has no room.")
	assert.Contains(t, out, "built without the page")
	assert.Contains(t, out, "https://example.com/")

	status, _, errs := run(o, "--format", "md", "ACM0042")
	assert.Equal(t, exitIO, status)
	assert.Contains(t, errs, "built without the page of ACM0042; see https://example.com/")
}

func TestEnvName(t *testing.T) {
	for name, want := range map[string]string{"magus-explain": "MAGUS_EXPLAIN", "runner explain": "RUNNER", "x1.é": "X1__"} {
		assert.Equal(t, want, envName(name))
	}
}

func TestBody(t *testing.T) {
	for in, want := range map[string]string{
		"---\na: b\n---\n# x\n":          "# x\n",
		"\ufeff---\r\na: b\r\n---\r\nx":  "x",
		"---\na: |\n  ---\n---\nx":       "x",
		"# no front matter\n---\n":       "# no front matter\n---\n",
		"---\nnever closed\n":            "---\nnever closed\n",
		"---\na: b\n---":                 "",
		"":                               "",
		"---\na: b\n--- \nx\n---\ny\n":   "x\n---\ny\n",
		"---\na: b\n----\n---\nbody\n\n": "body\n\n",
	} {
		assert.Equal(t, want, string(body([]byte(in))), "%q", in)
	}
}

func TestWithoutTitle(t *testing.T) {
	d := testCatalog().Codes[0]
	for in, want := range map[string]string{
		"# ACM0042: disk is full\n\nx":                             "\nx",
		"\n\n# Disk is full #\nx":                                  "x",
		"# Disk is full of mice\nx":                                "# Disk is full of mice\nx",
		"## ACM0042: disk is full\nx":                              "## ACM0042: disk is full\nx",
		"text\n# ACM0042: disk is full":                            "text\n# ACM0042: disk is full",
		"\r\n<!-- a\n\nb -->\r\n<!-- c -->\n\n# Disk is full\r\nx": "x",
		"<!-- a --> b\n# Disk is full\nx":                          "<!-- a --> b\n# Disk is full\nx",
		"<!-- a\n# Disk is full\nx":                                "<!-- a\n# Disk is full\nx",
		"ACM0042: disk is full\n===  \r\nx":                        "x",
		"Disk is full\n---\nx":                                     "Disk is full\n---\nx",
		"Disk is full":                                             "Disk is full",
	} {
		assert.Equal(t, want, string(withoutTitle([]byte(in), d)), "%q", in)
	}
}

func TestSection(t *testing.T) {
	md := "# X\n## Why\nno\n```\n## What to do\n```\n## What To Do ##\n\n1. yes\n\n~~~~sh\n# not a heading\n~~~\n~~~~\n### More\nsub\n## See also\nno\n"
	assert.Equal(t, "1. yes\n\n~~~~sh\n# not a heading\n~~~\n~~~~\n#### More\nsub", section([]byte(md)))
	assert.Empty(t, section([]byte("## Why\nx\n")))
	assert.Equal(t, "```x``` and\n\n    ```\nmore", section([]byte("## Fix\n```x``` and\n\n    ```\nmore\n## See also\nno\n")), "no fences")
	assert.Equal(t, "See [A], [b][c], `[e]`.[^1]\n\n[a]: u\n[C]: <v> \"t\"\n[^1]: note",
		section([]byte("[a]: u\n## Fix\nSee [A], [b][c], `[e]`.[^1]\n## See also\n[x]: w\n[C]: <v> \"t\"\n```\n[e]: no\n```\n[^1]: note\n")), "targets from elsewhere")
	assert.Equal(t, "[a]\n\n[a]: u", section([]byte("## Fix\n[a]\n\n[a]: u\n## See also\n")), "targets from here")

	for md, want := range map[string]string{
		"What to do\n----------\n\ndo it\n\nSee also\n---\nno\n":      "do it",
		"X\n===\n\nwhat to\ndo\n  --- \r\ndo it\n\nSee also\n===\nno": "do it",
		"# Fix\n\ndo it\n\nMore\n----\nsub\n\n---\n\nrest\n":          "do it\n\n#### More\nsub\n\n---\n\nrest",
		"## Fix\ndo it  \nnow\n\n- item\n---\n> quote\n---\n\n##\nno": "do it  \nnow\n\n- item\n---\n> quote\n---",
		"## Fix\n \n    code\n---\n\n":                                "    code\n---",
		"## Fix\n| a |\n|---|\n| b |\n\n## Why\nno\n":                 "| a |\n|---|\n| b |",
		"   ## Fix\nyes\n ## Why\nno\n":                               "yes",
		"<!--\n## Fix\n-->\n\n## Fix\nyes\n":                          "yes",
		"## Fix":                                                      "",
		"Fix\n---":                                                    "",
		"> ## Fix\n> no\n":                                            "",
	} {
		assert.Equal(t, want, section([]byte(md)), "%q", md)
	}
}
