package check

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	sarif "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const config = "prefix: TST\ndigits: 4\npackage: example.com/x/codes\nlink: https://example.org/{code}/\nfamilies:\n  net: {title: Net, level: error}\n"

// folder writes a catalog with one page for each body, from TST0001 on.
func folder(t testing.TB, bodies ...string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "catalog.yaml"), []byte(config), 0o644))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "net"), 0o755))
	for i, body := range bodies {
		code := fmt.Sprintf("TST%04d", i+1)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "net", code+".md"), []byte("---\ntitle: \""+code+": page "+code+"\"\n---\n"+body), 0o644))
	}
	return dir
}

// found checks bodies and returns the findings of the first page, without its
// name and the lines of the front matter.
func found(t testing.TB, bodies ...string) []string {
	t.Helper()
	rep, err := Run(Options{Dir: folder(t, bodies...)})
	require.NoError(t, err)
	var all []string
	for _, f := range rep.Findings {
		if strings.HasSuffix(f.File, "/TST0001.md") {
			all = append(all, fmt.Sprintf("%s %d:%d", f.Rule, f.Line-3, f.Column))
		}
	}
	return all
}

func TestFences(t *testing.T) {
	for body, want := range map[string][]string{
		"```\nx\n```\n":                       nil,
		"```\nx\n```":                         nil,
		"```\n```\n":                          nil,
		"````\n```\n````\n":                   nil,
		"~~~ go\n~~~~\n":                      nil,
		"- ```\n  x\n  ```\n":                 nil,
		"> ```\n> x\n> ```\n":                 nil,
		"   ```\n   x\n  ```\n":               nil,
		"```\nx\n```  \n":                     nil,
		"```\nx\n":                            {"fence 1:1"},
		"```":                                 {"fence 1:1"},
		"text\n\n```go\n":                     {"fence 3:1"},
		"````\nx\n```\n":                      {"fence 1:1"},
		"```\nx\n~~~\n":                       {"fence 1:1"},
		"```\nx\n``` no\n":                    {"fence 1:1"},
		"> ```\n> x\n\nout\n":                 {"fence 1:3"},
		"- ```\n  x\n\nout\n":                 {"fence 1:3"},
		"1. a\n\n   ~~~\n   b\n\nout\n":       {"fence 3:4"},
		"```\r\nx\r\n```\r\n\r\n```\r\ny\r\n": {"fence 5:1"},
	} {
		assert.Equal(t, want, found(t, body), "%q", body)
	}
}

func TestLinks(t *testing.T) {
	other := "## A Heading\n\n## Ä & b `c`!\n\n<a id=\"old\"></a>\n"
	for body, want := range map[string][]string{
		"[x](TST0002.md) [x](./TST0002.md) [x](../net/TST0002.md?plain=1#a-heading)":    nil,
		"[x](TST0002.md#ä--b-c) [x](TST0002.md#%C3%A4--b-c) [x](TST0002.md#old)":        nil,
		"[x]: TST0002.md\n\n[x] and [y][x]":                                             nil,
		"[x]: gone.md\n\nuse [x] twice [x]":                                             {"link 3:5", "link 3:15"},
		"x<sup id=\"note\">1</sup> [x](#note)\n\n<details id=d>\n</details>\n\n[x](#d)": nil,
		"x <!-- <a id=\"gone\"></a> --> [x](#gone) <b name=\"b\"> [x](#b)":              {"anchor 1:30", "anchor 1:54"},
		"a [x](TST0002.md#A-Heading)":                                                   {"anchor 1:3"},
		"é [x](gone.md)":                                                                {"link 1:4"},
		"| a |\n|---|\n| [x](gone.md) |\n":                                              {"link 3:3"},
		"- a\n  - [y](gone.md)\n":                                                       {"link 2:5"},
		"# [x](gone.md)\n":                                                              {"link 1:3"},
		"**[x](gone.md)**":                                                              {"link 1:3"},
		"[x](&#106;avascript:alert)":                                                    {"url 1:1"},
		"`[x](gone.md)` and\n\n    [x](gone.md)\n":                                      nil,
		"[![alt](gone.png)](TST0002.md)":                                                {"image 1:2"},
		"[x](TST0002.MD)":                                                               {"link 1:1"},
		"[x](tst0002.md)":                                                               {"link 1:1"},
		"[x](net)":                                                                      {"link 1:1"},
		"[x](../catalog.yaml) [x](#top)":                                                nil,
		"https://example.org/a and <https://example.org> and www.example.org":           nil,
		"[a][b]":            {"link 1:1"},
		"see [a][]":         {"link 1:5"},
		"x[a][b], \\[a][b]": nil,
		"[^1] [a][^1]":      nil,
		"[a]: TST0002.md\n[a]: TST0003.md\n\n[a]\n": {"link 2:1"},
		"[a]: TST0002.md\n[A]: TST0002.md\n\n[a]\n": nil,
		"[a]: gone.md\n":                                        {"link 1:1"},
		"x\n\n[//]: # (words)\n":                                nil,
		"![a][p]\n\n[p]: gone.png\n":                            {"image 1:1"},
		"x <a href=\"gone.md\">y</a>\n":                         {"link 1:3"},
		"x <a class=b href='TST0002.md#gone'>y</a>\n":           {"anchor 1:3"},
		"<div>\n<img alt=x\n src=gone.png>\n</div>\n":           {"image 2:1"},
		"> <p>\n> <a href=gone.md>\n":                           {"link 2:3"},
		"<a href=\"java&#115;cript:x\">y</a>\n":                 {"url 1:1"},
		"<!-- <a href=\"gone.md\"> --> <a id=\"href=\">x</a>\n": nil,
		"`<a href=\"gone.md\">`\n":                              nil,
		"[x](..%2Fnet%2FTST0002.md) [y](..\\net\\TST0002.md)":   {"link 1:1", "link 1:28"},
		"https://example.org:99999/ https://example.org:443/":   {"url 1:1"},
		"[a]\n[b]\n":            nil,
		"**[a][b]**, `c`[d][e]": {"link 1:3"},
	} {
		assert.Equal(t, want, found(t, body, other), "%q", body)
	}
}

// Footnotes are no targets of links; what is in them is checked as other text.
func TestFootnotes(t *testing.T) {
	for body, want := range map[string][]string{
		"A note[^1] and two[^b].\n\n[^1]: word\n[^b]: some words here\n":                         nil,
		"a[^1] b[^B] c[^b]\n\n[^1]: see [^b]\n[^b]:\n":                                           nil,
		"a[^1]\n\n[^1]: [x](gone.md) TST0009\n\n    [y](#gone)\n\n    ```\n    z\n":              {"fence 7:5", "link 3:7", "anchor 5:5", "mention 3:20"},
		"a[^1] [x](#note)\n\n[^1]: <a id=note></a> <a href=gone.md>\n":                           {"link 3:23"},
		"a [x] b[^1]\n\n- [^1]: [x]\n\n[x]: gone.md\n":                                           {"link 1:3", "link 3:9"},
		"[^1] is not \\[^2], `[^2]` or [^2] (so)[^3]\n\n[^1]: a\n\n    ```\n    [^2]\n    ```\n": {"link 1:30", "link 1:39"},
		"[^a-z] and [^0-9][^x]":                     nil,
		"a[^1]\n\n[^1]: word\n[^2]: [x](gone.md)\n": {"link 4:1", "link 4:7"},
		"a[^1]\n\n[^1]: word\n\n> [^1]: word\n":     {"link 5:3"},
		"[^1]: word\n[^1]: word\n":                  {"link 1:1", "link 2:1"},
		"![a[^1]](gone.png)\n\n[^1]: word\n":        {"link 3:1", "image 1:1"},
		"## a[^1]\n\n[^1]: word\n\n[x](#a1)\n":      nil,
		"a[^b c]\n\n[^b c]: gone.md\n":              {"link 1:2"},
	} {
		assert.Equal(t, want, found(t, body), "%q", body)
	}
}

func TestMentions(t *testing.T) {
	for body, want := range map[string][]string{
		"TST0001 and TST0002, [TST0002](TST0002.md), `TST0002`": nil,
		"**TST0003**":        {"mention 1:3"},
		"## TST0003 x":       {"mention 1:4"},
		"TST0003, `TST0004`": {"mention 1:1", "mention 1:11"},
		"XTST0003 TST0003X TST_0003 tst0003 TSTabc":  nil,
		"```\nTST0003\n```\n":                        nil,
		"(TST00003)":                                 {"mention 1:2"},
		"`TST0*=off`, TST0*, TST??? and `TST1??`":    nil,
		"`run TST0003` `x(\"TST0003\")` `[TST0003]`": {"mention 1:32"},
		"ÄTST0003 TST0003ä 見TST0003。TST0002を":        {"mention 1:24"},
		"did you see TST12? TST0003*":                {"mention 1:13", "mention 1:20"},
	} {
		assert.Equal(t, want, found(t, body, ""), "%q", body)
	}
}

func TestFormats(t *testing.T) {
	dir := folder(t, "[a](gone.md%0A::error::x)\n\n[b](gone%1b[31m.md) {x} [c\\](d)](gone.md)\n")
	rep, err := Run(Options{Dir: dir})
	require.NoError(t, err)
	require.NotEmpty(t, rep.Findings)
	for _, format := range Formats {
		var b bytes.Buffer
		require.NoError(t, rep.Write(&b, format))
		assert.NotContains(t, b.String(), "\x1b", format)
		if format == "github" {
			assert.Len(t, strings.Split(strings.TrimSpace(b.String()), "\n"), len(rep.Findings))
		}
		if format == "sarif" {
			r, err := sarif.FromBytes(b.Bytes())
			require.NoError(t, err)
			require.NoError(t, r.Validate())
			assert.Len(t, r.Runs[0].Results, len(rep.Findings))
		}
	}
}

// An output block at fault is told with the lines as they must be, each on a line.
func TestFormatsOfOutputBlocks(t *testing.T) {
	dir := folder(t)
	page := "---\ntitle: \"TST0001: x\"\nmessage: m\n---\n```text\n[TST0001] n\n```\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "net", "TST0001.md"), []byte(page), 0o644))
	rep, err := Run(Options{Dir: dir})
	require.NoError(t, err)
	for format, want := range map[string]string{
		"text":   "\n    -[TST0001] n\n    +[TST0001] m (see ",
		"github": "%0A    -[TST0001] n%0A    +[TST0001] m (see ",
		"json":   `\n    -[TST0001] n\n    +[TST0001] m (see `,
		"sarif":  `\n    -[TST0001] n\n    +[TST0001] m (see `,
	} {
		var b bytes.Buffer
		require.NoError(t, rep.Write(&b, format))
		assert.Contains(t, strings.ReplaceAll(b.String(), `\\[`, "["), want, format)
	}
}

func TestURI(t *testing.T) {
	for file, want := range map[string]string{
		"docs/a b.md": "docs/a%20b.md", "a:b/c.md": "./a:b/c.md", "C:/x/ä.md": "file:///C:/x/%C3%A4.md", "/x/50%.md": "/x/50%25.md", "../x.md": "../x.md",
	} {
		assert.Equal(t, want, uri(file))
	}
}

func TestProgressCountsFiles(t *testing.T) {
	var calls, most atomic.Int64
	_, err := Run(Options{Dir: folder(t, "a", "b", "c"), Progress: func(n int) {
		calls.Add(1)
		most.Store(max(most.Load(), int64(n)))
	}})
	require.NoError(t, err)
	assert.EqualValues(t, 3, calls.Load())
	assert.Positive(t, most.Load())
}

func TestFindRegistry(t *testing.T) {
	dir := folder(t)
	file, why := findRegistry(dir, "example.com/x/codes")
	assert.Empty(t, file)
	assert.NotEmpty(t, why)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("// x\nmodule \"example.com/x\" // y\n"), 0o644))
	file, why = findRegistry(dir, "example.com/x/codes")
	assert.Empty(t, why)
	assert.True(t, strings.HasSuffix(filepath.ToSlash(file), "/codes/registry.go"), file)
	file, why = findRegistry(dir, "example.com/xy/codes")
	assert.Empty(t, file)
	assert.Contains(t, why, "not in module example.com/x")
}

// Whatever a page holds, checking it ends, and every place lies in the page.
func FuzzBody(f *testing.F) {
	for _, seed := range []string{"[a](b)", "```\n", "> - ```\n>   x", "[a][b] TST0009 `x`\n\n| a |\n|-|\n| [x](#y) |", "![](x)", "# [a](b) {#c}", "<a id=x>", "\t- \t```", "[x]: <\n\n[x]", "&#0;[a](%zz)", "a\r\nb\rc",
		"a[^1] [^2] [^3]\n\n[^1]: > b\n[^3]:\n\t```\n- [^1]: [^4]: c\n\n\t\t[^5]: d"} {
		f.Add(seed)
	}
	dir := folder(f, "x")
	c := &checker{opts: Options{Dir: dir}, report: &Report{}}
	require.NoError(f, c.catalog())
	require.NoError(f, c.read())
	f.Fuzz(func(t *testing.T, body string) {
		c.report = &Report{}
		d := &doc{file: filepath.Join(dir, "net", "TST0001.md"), body: []byte(strings.ReplaceAll(body, "\r\n", "\n")), line: 4}
		c.document(d)
		lines := strings.Count(string(d.body), "\n") + 1
		for _, found := range c.report.Findings {
			if found.Line < 4 || found.Line >= 4+lines || found.Column < 1 || found.Column > len(d.body)+1 {
				t.Errorf("outside of the page: %v", found)
			}
		}
	})
}

func BenchmarkRun10000(b *testing.B) {
	bodies := make([]string, 9_999)
	for i := range bodies {
		bodies[i] = "# Heading\n\n## What happened\n\nA thing, see [next](TST0001.md#heading) and TST0002.\n\n```text\nx\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
	}
	dir := folder(b, bodies...)
	for b.Loop() {
		rep, err := Run(Options{Dir: dir})
		require.NoError(b, err)
		require.Empty(b, rep.Findings)
	}
}
