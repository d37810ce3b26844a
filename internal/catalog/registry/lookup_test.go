package registry

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/internal/catalog"
)

// compiled makes a module example.com/hst of a catalog of n codes, with the
// test file text beside the registry.
func compiled(tb testing.TB, n int, config, text string) string {
	dir, _ := hugeCatalog(tb, n, config)
	c, err := catalog.Load(dir, catalog.Options{})
	require.NoError(tb, err)
	module := module(tb, Source(c).Bytes())
	require.NoError(tb, os.WriteFile(filepath.Join(module, "registry_test.go"), []byte(text), 0o644))
	return module
}

// A thousand codes cost nothing at start-up and are found without a trace.
func TestThousandCodes(t *testing.T) {
	module := compiled(t, 1000, hugeConfig+"typed: false\n", `package codes

import "testing"

func Test(t *testing.T) {
	n := 0
	for c := range All() {
		found, ok := Lookup(string(c))
		if !ok || found != c || c.Descriptor() != Catalog().Codes[n] || c.Descriptor().Index != n {
			t.Errorf("%s is not found", c)
		}
		for _, s := range []string{string(c[:7]), string(c) + "0", "big" + string(c[3:]), "BIG" + string(c[4:]) + "x"} {
			if _, ok := Lookup(s); ok {
				t.Errorf("%s is found", s)
			}
		}
		n++
	}
	if n != 1000 {
		t.Errorf("%d codes", n)
	}
	if a := testing.AllocsPerRun(100, func() { Lookup("BIG10200") }); a != 0 {
		t.Errorf("%v allocations", a)
	}
}
`)
	run(t, module, "go", "test", ".")

	require.NoError(t, os.Mkdir(filepath.Join(module, "cmd"), 0o755))
	program := "package main\n\nimport codes \"example.com/hst\"\n\nfunc main() { println(len(codes.Catalog().Codes)) }\n"
	require.NoError(t, os.WriteFile(filepath.Join(module, "cmd", "main.go"), []byte(program), 0o644))
	run(t, module, "go", "build", "-o", "program", "./cmd")
	symbols := run(t, module, "go", "tool", "nm", "program")
	assert.Contains(t, symbols, "example.com/hst.table")
	assert.NotRegexp(t, `example\.com/hst\.(init|\.inittask)`, symbols)
}

// BenchmarkLookup measures Lookup beside a Go map of the same codes.
func BenchmarkLookup(b *testing.B) {
	for _, n := range []int{80, 1000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			module := compiled(b, n, hugeConfig, `package codes

import (
	"math/rand/v2"
	"testing"
)

func words() []string {
	var words []string
	for c := range All() {
		words = append(words, string(append([]byte(nil), c...)))
	}
	rand.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	return words
}

func BenchmarkLookup(b *testing.B) {
	b.ReportAllocs()
	words, i := words(), 0
	for b.Loop() {
		if _, ok := Lookup(words[i]); !ok {
			b.Fatal(words[i])
		}
		if i++; i == len(words) {
			i = 0
		}
	}
}

func BenchmarkMap(b *testing.B) {
	words, i := words(), 0
	m := map[string]Code{}
	for c := range All() {
		m[string(c)] = c
	}
	for b.Loop() {
		if _, ok := m[words[i]]; !ok {
			b.Fatal(words[i])
		}
		if i++; i == len(words) {
			i = 0
		}
	}
}
`)
			out := run(b, module, "go", "test", "-run", "-", "-bench", ".", "-count", "3")
			best := map[string]float64{}
			for _, m := range regexp.MustCompile(`(?m)^Benchmark(\w+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op`).FindAllStringSubmatch(out, -1) {
				ns, err := strconv.ParseFloat(m[2], 64)
				require.NoError(b, err)
				if old, ok := best[m[1]]; !ok || ns < old {
					best[m[1]] = ns
				}
			}
			require.Len(b, best, 2, out)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(best["Lookup"], "lookup-ns")
			b.ReportMetric(best["Map"], "map-ns")
		})
	}
}
