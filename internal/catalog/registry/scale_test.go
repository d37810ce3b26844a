package registry

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// hugeConfig describes a catalog of up to 100,000 pages in ten families.
const hugeConfig = `prefix: BIG
digits: 5
package: example.com/codes
link: "https://example.com/{ref}/{family}/{code}.md"
ref: main
families:
  f0: {title: Family 0, numbers: 10000-19999}
  f1: {title: Family 1, numbers: 20000-29999}
  f2: {title: Family 2, numbers: 30000-39999}
  f3: {title: Family 3, numbers: 40000-49999}
`

// hugePage returns a page of the size and shape of a real one.
func hugePage(i int) (path string, text []byte) {
	family, number := i%4, 10000+i%4*10000+i/4
	var b bytes.Buffer
	fmt.Fprintf(&b, `---
title: "BIG%[1]d: thing number %[1]d went wrong"
description: The thing with the number %[1]d went wrong while the program was busy with another one.
tags: [BIG%[1]d, family%[2]d, thing]
name: Thing%[1]d
level: warn
since: v0.1.0
related: [BIG10000]
events:
  found:
    message: "thing {path} found broken"
    fields: {path: path, reason: error}
  mended:
    level: info
    message: "thing mended (done regardless of settings)"
    fields:
      count: {type: int, doc: "how many parts were mended"}
      took: {type: duration, doc: "how long that took"}
---
# BIG%[1]d: thing number %[1]d went wrong

## What happened

`, number, family)
	for range 12 {
		b.WriteString("The program looked at the thing and found that a part of it was missing, so it could not go on with it; ")
		b.WriteString("see [the first](../f0/BIG10000.md) for what a thing is, and `thing --help` for its settings.\n\n")
	}
	fmt.Fprintf(&b, "```text\n[BIG%d] thing /srv/a found broken (see https://example.com/main/f%d/BIG%d.md)\n  reason=EOF\n```\n", number, family, number)
	text = b.Bytes()
	if i == 0 {
		text = bytes.Replace(text, []byte("related: [BIG10000]\n"), nil, 1)
	}
	return filepath.Join(fmt.Sprintf("f%d", family), fmt.Sprintf("BIG%d.md", number)), text
}

// hugeCatalog writes a catalog of n pages and returns its folder and the
// number of bytes in its pages.
func hugeCatalog(tb testing.TB, n int, config string) (dir string, size int64) {
	dir = tb.TempDir()
	for f := range 4 {
		require.NoError(tb, os.Mkdir(filepath.Join(dir, fmt.Sprintf("f%d", f)), 0o755))
	}
	require.NoError(tb, os.WriteFile(filepath.Join(dir, "catalog.yaml"), []byte(config), 0o644))
	for i := range n {
		path, text := hugePage(i)
		size += int64(len(text))
		require.NoError(tb, os.WriteFile(filepath.Join(dir, path), text, 0o644))
	}
	return dir, size
}

// readAndDecode is the least that any generator has to do: it reads all pages
// and decodes their front matter, with all cores.
func readAndDecode(tb testing.TB, dir string) {
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.md"))
	require.NoError(tb, err)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(files) {
					return
				}
				text, err := os.ReadFile(files[i])
				if err != nil {
					tb.Error(err)
					return
				}
				front, _, _ := strings.Cut(strings.TrimPrefix(string(text), "---\n"), "\n---\n")
				var n yaml.Node
				if err := yaml.Unmarshal([]byte(front), &n); err != nil {
					tb.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
}

// BenchmarkScale compares a run of the generator over 10,000 pages with reading
// and decoding them alone. The bar is 1.5 times; see design.md, section 8.
func BenchmarkScale(b *testing.B) {
	for _, bm := range []struct{ name, config string }{
		{"typed", hugeConfig},
		{"untyped", hugeConfig + "typed: false\n"},
	} {
		dir, size := hugeCatalog(b, 10_000, bm.config)
		out := filepath.Join(b.TempDir(), "registry.go")
		b.Run(bm.name+"/read+decode", func(b *testing.B) {
			b.SetBytes(size)
			for b.Loop() {
				readAndDecode(b, dir)
			}
		})
		b.Run(bm.name+"/generate", func(b *testing.B) {
			b.SetBytes(size)
			for b.Loop() {
				require.Zero(b, Main([]string{"-catalog", dir, "-out", out}, io.Discard, os.Stderr))
			}
		})
	}
}
