package registry

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/internal/catalog"
)

// probe looks a key up as the generated code does.
func (t *hashTable) probe(key uint64, keys []uint64) int {
	for at := t.want(key); ; at = (at + 1) % len(t.slots) {
		if i := t.slots[at]; i < 0 || keys[i] == key || !t.probed {
			if i >= 0 && keys[i] != key {
				return -1
			}
			return i
		}
	}
}

func TestHashTable(t *testing.T) {
	for _, width := range []int{32, 64} {
		for _, n := range []int{0, 1, 2, 3, 12, 80, 100, 500, 9999} {
			keys := make([]uint64, n)
			for i := range keys {
				keys[i] = codeKey{size: 4}.of(fmt.Sprintf("%04d", i*7%10000))
			}
			table := newHashTable(keys, width)
			require.LessOrEqual(t, 2*n, len(table.slots))
			assert.LessOrEqual(t, len(table.slots), max(16*n, 8), "%d codes", n)
			assert.Equal(t, table, newHashTable(keys, width))
			if n <= 80 {
				assert.False(t, table.probed, "%d codes", n)
			}
			for i, k := range keys {
				require.Equal(t, i, table.probe(k, keys))
			}
			for i := range 10000 {
				if k := (codeKey{size: 4}).of(fmt.Sprintf("%04x", i+10000)); table.probe(k, keys) >= 0 {
					require.Contains(t, keys, k)
				}
			}
		}
	}
}

// Codes of every length, with a separator and without, are found in compiled
// catalogs, and what is nearly one of them is not.
func TestCodesOfEveryLength(t *testing.T) {
	var imports, calls strings.Builder
	dir := module(t, []byte("package hst\n"))
	for i, c := range []struct {
		prefix, separator, digits string
		codes                     []string
	}{
		{"E", "", "1", []string{"E0", "E1", "E9"}},
		{"E", "", "2", []string{"E00", "E01", "E99"}},
		{"E", "", "3", []string{"E000", "E012", "E999"}},
		{"AB", "-", "3", []string{"AB-000", "AB-012", "AB-999"}},
		{"TST", "", "4", []string{"TST0012", "TST1000", "TST9999"}},
		{"TST", "-", "5", []string{"TST-00000", "TST-00012", "TST-99999"}},
		{"TST", "", "6", []string{"TST000000", "TST000012", "TST999999"}},
		{"TST", "", "4-5", []string{"TST0012", "TST10000", "TST9999", "TST99999"}},
		{"E", "-", "1-6", []string{"E-0", "E-12", "E-12345", "E-345", "E-6789", "E-999999"}},
		{"MAGUS", "", "1-3", []string{"MAGUS100"}},
		{"MAGUS", "", "3", []string{"MAGUS100"}},
		{"TST", "", "4", nil},
	} {
		pages := t.TempDir()
		require.NoError(t, os.Mkdir(filepath.Join(pages, "one"), 0o755))
		config := fmt.Sprintf("prefix: %s\ndigits: %q\nseparator: %q\npackage: example.com/hst/p%d\nlink: https://example.com/{code}\nfamilies: {one: {level: error}}\n",
			c.prefix, c.digits, c.separator, i)
		require.NoError(t, os.WriteFile(filepath.Join(pages, "catalog.yaml"), []byte(config), 0o644))
		for _, code := range c.codes {
			require.NoError(t, os.WriteFile(filepath.Join(pages, "one", code+".md"), []byte("---\ntitle: \""+code+": x\"\n---\n"), 0o644))
		}
		loaded, err := catalog.Load(pages, catalog.Options{})
		require.NoError(t, err)
		name := fmt.Sprintf("p%d", i)
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name, "registry.go"), Source(loaded).Bytes(), 0o644))
		fmt.Fprintf(&imports, "\t\"example.com/hst/%s\"\n", name)
		fmt.Fprintf(&calls, "\tfind(t, %s.Catalog(), %#v)\n", name, c.codes)
	}
	test := "package hst\n\nimport (\n\t\"testing\"\n\n" + imports.String() + `	"github.com/egladman/magus/diag"
)

func find(t *testing.T, c *diag.Catalog, codes []string) {
	have := map[string]bool{}
	for i, s := range codes {
		have[s] = true
		if found, ok := c.Find(s); !ok || found.Descriptor() != c.Codes[i] || found.Error() != s {
			t.Errorf("%s is not found", s)
		}
	}
	try := func(s string) {
		if _, ok := c.Find(s); ok != have[s] {
			t.Errorf("%q: found %v", s, ok)
		}
	}
	for _, s := range append(codes, c.Prefix, c.Prefix+c.Separator, "") {
		for i := range len(s) {
			try(s[:i])
			try(s[i:])
			for b := range 256 {
				try(s[:i] + string([]byte{byte(b)}) + s[i+1:])
				try(s[:i] + string([]byte{byte(b)}) + s[i:])
			}
		}
		for b := range 256 {
			try(s + string([]byte{byte(b)}))
		}
		try(s + s)
		try(c.Prefix + c.Separator + "0000000000000000000000")
		try(string(make([]byte, len(s))))
	}
}

func Test(t *testing.T) {
` + calls.String() + "}\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "find_test.go"), []byte(test), 0o644))
	run(t, dir, "go", "vet", "./...")
	run(t, dir, "go", "test", ".")
}
