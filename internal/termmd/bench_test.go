package termmd

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// BenchmarkRender is the cost of one page of some 120 lines.
func BenchmarkRender(b *testing.B) {
	page, err := os.ReadFile(filepath.Join("testdata", "page.md"))
	require.NoError(b, err)
	for name, o := range map[string]Options{"plain": {}, "color": {Color: true, Hyperlinks: true}} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(page)))
			b.ReportAllocs()
			var dst []byte
			for b.Loop() {
				dst = Render(dst[:0], page, o)
			}
		})
	}
}

// TestStartUpIsCheap keeps out what costs time before main in each program
// that imports this package, as the text of a page needs none of it.
func TestStartUpIsCheap(t *testing.T) {
	banned := map[string]string{
		"regexp":                                 "compiles expressions at run time, mostly before main",
		"text/template":                          "pulls in reflection and method tables",
		"github.com/yuin/goldmark":               "builds a Markdown of its own with a renderer",
		"github.com/yuin/goldmark/extension":     "compiles expressions of web addresses, twice the cost of the parser",
		"github.com/yuin/goldmark/renderer":      "HTML is not wanted",
		"github.com/alecthomas/chroma/v2":        "parses its lexers",
		"github.com/charmbracelet/glamour":       "costs 60 ms",
		"github.com/charmbracelet/lipgloss":      "asks the terminal",
		"github.com/yuin/goldmark/renderer/html": "HTML is not wanted",
	}
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		require.NoError(t, err)
		for _, spec := range f.Imports {
			path := strings.Trim(spec.Path.Value, `"`)
			assert.NotContains(t, banned, path, "%s imports %s: %s", file, path, banned[path])
		}
	}
}

// TestSize: a page costs at most half as much again as its source.
func TestSize(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("testdata", "page.md"))
	require.NoError(t, err)
	for _, width := range []int{20, 80, 300} {
		for _, color := range []bool{false, true} {
			out := Render(nil, page, Options{Width: width, Color: color, LinkText: pageCommand})
			assert.LessOrEqual(t, len(out), len(page)*3/2, "width %d, color %t", width, color)
		}
	}
}
