package registry

import (
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/internal/catalog"
	"github.com/egladman/magus/internal/text"
)

// hostile are texts that break naive generators, as a page can hold them.
var hostile = []string{
	`quotes "double" and 'single' and ''two'' and ""`,
	"backticks `x` and ``two``",
	`percent %s %d %% %!`,
	`the end of a comment */ and /* a start`,
	"two\nlines",
	"line\u2028and\u2029paragraph separators",
	"emoji 🤖 and 👩‍👩‍👧 and e\u0301",
	`backslashes \ \n \u2028 \x00`,
	"//go:generate rm -rf /",
	"# heading",
	"- item",
	"1. item",
	"[link]: https://example.com",
	"[Code] and [MGS2001] and *T",
	"Deprecated: not really",
	"BUG(x): y",
	"braces {} { } {{}} and $",
	"no-break\u00a0space, zero\u200bwidth, bom\ufeff",
	"right to left \u202e and \u05d0",
	"a very long text " + strings.Repeat("of many words ", 40),
	strings.Repeat("x", 300),
	"tab\there",
	"C1 \u0085 and \u009b31m",
	"replacement \ufffd",
}

// odd are field names that need care as Go parameters.
var odd = []string{
	"var", "type", "func", "len", "any", "error", "nil", "true", "iota", "min", "max", "new", "string", "ctx", "context",
	"slog", "diag", "iter", "time", "table", "find", "find_code", "slots", "catalog", "go", "default", "comparable",
}

// quoteYAML writes a double-quoted YAML scalar.
func quoteYAML(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteRune('\\')
			b.WriteRune(r)
		case r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029' || r == '\ufeff':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// hostileCatalog writes a catalog with a page for each hostile text that a page
// can hold, and one of odd field names.
func hostileCatalog(t *testing.T, separator string) (dir string, messages map[string]string) {
	dir = t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "odd"), 0o755))
	config := "prefix: HST\ndigits: 4-5\nseparator: " + strconv.Quote(separator) + "\npackage: example.com/hst\n" +
		"link: https://example.com/{code}\nfamilies: {odd: {title: " + quoteYAML(hostile[0]) + ", level: error}}\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "catalog.yaml"), []byte(config), 0o644))
	messages = map[string]string{}
	for i, text := range hostile {
		code := fmt.Sprintf("HST%s%04d", separator, i)
		if i%2 == 1 {
			code = fmt.Sprintf("HST%s%05d", separator, 10000+i*101)
		}
		title := strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }), " ")
		q, line := quoteYAML(text), quoteYAML(strings.NewReplacer("\u2028", " ", "\u2029", " ").Replace(title))
		p := "---\ntitle: " + quoteYAML(code+": "+title) + "\ndescription: " + q + "\ntags: [" + line + "]\n" +
			"status: {state: deprecated, since: v1, reason: " + q + "}\nhint: " + line + "\n" +
			"message: " + q + "\nfields: {value: {type: any, doc: " + q + "}}\n---\n"
		require.NoError(t, os.WriteFile(filepath.Join(dir, "odd", code+".md"), []byte(p), 0o644))
		messages[code] = text
	}
	code := fmt.Sprintf("HST%s9999", separator)
	p := "---\ntitle: " + code + "\nmessage: odd names\nfields:\n"
	p = strings.Replace(p, code, quoteYAML(code+": odd names"), 1)
	for i, name := range odd {
		kinds := []string{"string", "[]string", "int", "bool", "duration", "path", "url", "error", "any"}
		p += "  " + name + ": " + strconv.Quote(kinds[i%len(kinds)]) + "\n"
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "odd", code+".md"), []byte(p+"---\n"), 0o644))
	messages[code] = "odd names"
	return dir, messages
}

// Whatever a page says, the Go compiles, is as gofmt leaves it, and gives the
// text back.
func TestHostileTexts(t *testing.T) {
	for _, separator := range []string{"", "-"} {
		dir, messages := hostileCatalog(t, separator)
		c, err := catalog.Load(dir, catalog.Options{})
		require.NoError(t, err)
		src := Source(c).Bytes()
		formatted, err := format.Source(src)
		require.NoError(t, err, "%s", src)
		require.Equal(t, string(formatted), string(src))

		module := module(t, src)
		var want strings.Builder
		for _, p := range c.Pages {
			fmt.Fprintf(&want, "%q %q %q\n", p.Code, p.Title, messages[p.Code])
		}
		program := `package main

import (
	"fmt"

	"example.com/hst"
)

func main() {
	for c := range hst.All() {
		if found, ok := hst.Lookup(string(c)); !ok || found != c {
			panic(c)
		}
		d := c.Descriptor()
		fmt.Printf("%q %q %q\n", d.Code, d.Title, d.Events[0].Message)
	}
}
`
		require.NoError(t, os.MkdirAll(filepath.Join(module, "cmd"), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(module, "cmd", "main.go"), []byte(program), 0o644))
		assert.Equal(t, want.String(), run(t, module, "go", "run", "./cmd"))
		run(t, module, "go", "vet", ".")
	}
}

// module makes a module example.com/hst of one generated file.
func module(t testing.TB, src []byte) string {
	dir := t.TempDir()
	root, err := filepath.Abs("../../..")
	require.NoError(t, err)
	mod := "module example.com/hst\n\ngo 1.26.0\n\nrequire github.com/egladman/magus v0.0.0\n\nreplace github.com/egladman/magus => " + filepath.ToSlash(root) + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "registry.go"), src, 0o644))
	return dir
}

func run(t testing.TB, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s %s:\n%s", name, strings.Join(args, " "), out)
	return string(out)
}

// The number of cores, the order of files and where the catalog lies make no
// difference.
func TestSameBytes(t *testing.T) {
	dir, _ := hugeCatalog(t, 300, hugeConfig)
	var first string
	for _, cores := range []int{1, 2, 7} {
		old := runtime.GOMAXPROCS(cores)
		c, err := catalog.Load(dir, catalog.Options{})
		require.NoError(t, err)
		text := string(Source(c).Bytes()) + string(c.Lock.Bytes())
		runtime.GOMAXPROCS(old)
		if first == "" {
			first = text
			formatted, err := format.Source(Source(c).Bytes())
			require.NoError(t, err)
			require.Equal(t, string(formatted), string(Source(c).Bytes()))
		}
		assert.Equal(t, first, text)
		assert.NotContains(t, text, dir)
	}
	elsewhere := t.TempDir()
	require.NoError(t, os.CopyFS(elsewhere, os.DirFS(dir)))
	t.Chdir(elsewhere)
	c, err := catalog.Load(".", catalog.Options{})
	require.NoError(t, err)
	assert.Equal(t, first, string(Source(c).Bytes())+string(c.Lock.Bytes()))
}

// A catalog that has no page yet gives Go as gofmt leaves it, too.
func TestNoPages(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "catalog.yaml"), []byte(hugeConfig), 0o644))
	c, err := catalog.Load(dir, catalog.Options{})
	require.NoError(t, err)
	src := Source(c).Bytes()
	formatted, err := format.Source(src)
	require.NoError(t, err)
	require.Equal(t, string(formatted), string(src))
	module(t, src)
}

// Numbers far apart, one of a hundred or several, in any order of widths.
func TestSparseNumbers(t *testing.T) {
	for name, codes := range map[string][]string{
		"one":           {"TST1000"},
		"singles":       {"TST1001", "TST2000", "TST2101", "TST9999"},
		"single, pair":  {"TST1001", "TST2000", "TST2001"},
		"pair, single":  {"TST1001", "TST1002", "TST2000", "TST2001", "TST3000"},
		"pair, singles": {"TST1001", "TST1002", "TST2000", "TST3001", "TST3002"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			require.NoError(t, os.Mkdir(filepath.Join(dir, "one"), 0o755))
			config := "prefix: TST\ndigits: 4\npackage: codes\nlink: https://example.com/{code}\nfamilies: {one: {level: error}}\n"
			require.NoError(t, os.WriteFile(filepath.Join(dir, "catalog.yaml"), []byte(config), 0o644))
			for _, code := range codes {
				p := "---\ntitle: \"" + code + ": x\"\n---\n"
				require.NoError(t, os.WriteFile(filepath.Join(dir, "one", code+".md"), []byte(p), 0o644))
			}
			c, err := catalog.Load(dir, catalog.Options{})
			require.NoError(t, err)
			src := string(Source(c).Bytes())
			formatted, err := format.Source([]byte(src))
			require.NoError(t, err)
			assert.Equal(t, string(formatted), src)
		})
	}
}

// A field may be spelt as the function behind its event.
func TestFieldNamedAsFunction(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "one"), 0o755))
	config := "prefix: TST\ndigits: 4\npackage: example.com/hst\nlink: https://example.com/{code}\nfamilies: {one: {level: error}}\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "catalog.yaml"), []byte(config), 0o644))
	p := "---\ntitle: \"TST1001: x\"\nevents:\n  gone: {message: m, fields: {emit_t_s_t1001_gone: string, n: int}}\n  left: {message: m, fields: {emit_t_s_t1001_gone: string}}\n---\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "one", "TST1001.md"), []byte(p), 0o644))
	c, err := catalog.Load(dir, catalog.Options{})
	require.NoError(t, err)
	run(t, module(t, Source(c).Bytes()), "go", "build", "./...")
}

func TestUntyped(t *testing.T) {
	dir, _ := hugeCatalog(t, 40, hugeConfig+"typed: false\n")
	c, err := catalog.Load(dir, catalog.Options{})
	require.NoError(t, err)
	src := string(Source(c).Bytes())
	assert.NotContains(t, src, "func Emit")
	assert.NotContains(t, src, `"context"`)
	formatted, err := format.Source([]byte(src))
	require.NoError(t, err)
	assert.Equal(t, string(formatted), src)
}

func TestParameter(t *testing.T) {
	for field, want := range map[string]string{
		"stripped_count": "strippedCount", "var": "var_", "a": "a", "a1_b2": "a1B2", "find_code": "findCode_", "min": "min_", "path": "path",
		"emit_t_s_t1001": "emitTST1001_", "emit_t_s_t1002": "emitTST1002",
	} {
		assert.Equal(t, want, parameter(field, "emitTST1001"))
	}
}

// Comments stay as they are under gofmt, and are one thing only: a comment.
func FuzzComment(f *testing.F) {
	for _, s := range hostile {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, title, description string) {
		e := emitter{}
		e.put("package p\n\n")
		e.paragraph("A0001, error: " + text.Sentence(title) + space(text.Sentence(description)))
		e.put("//\n")
		e.paragraph("Deprecated: " + text.Sentence(description))
		e.put("const A0001 = ")
		e.quote(title)
		e.put("\n")
		formatted, err := format.Source(e.buf)
		require.NoError(t, err, "%s", e.buf)
		require.Equal(t, string(formatted), string(e.buf))
	})
}
