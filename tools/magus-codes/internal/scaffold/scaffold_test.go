package scaffold

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/internal/catalog"
)

// open makes a catalog of pages (family/CODE) and loads it.
func open(t *testing.T, config string, pages ...string) *catalog.Catalog {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "catalog.yaml"), []byte("package: example.com/x/codes\nlink: https://example.org/{code}/\n"+config), 0o644))
	for _, p := range pages {
		code := filepath.Base(p)
		require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(p)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, p+".md"), []byte("---\ntitle: \""+code+": page "+code+"\"\nlevel: error\n---\n"), 0o644))
	}
	c, err := catalog.Load(dir, catalog.Options{})
	require.NoError(t, err)
	return c
}

func TestNumbers(t *testing.T) {
	for name, c := range map[string]struct {
		config, family string
		pages          []string
		want           string
	}{
		"first of a range":     {"prefix: T\ndigits: 4\nfamilies: {a: {numbers: 1000-1999}}\n", "a", nil, "T1000"},
		"after the last":       {"prefix: T\ndigits: 4\nfamilies: {a: {numbers: 1000-1999}}\n", "a", []string{"a/T1000", "a/T1007"}, "T1008"},
		"a gap when full":      {"prefix: T\ndigits: 4\nfamilies: {a: {numbers: 1000-1002}}\n", "a", []string{"a/T1000", "a/T1002"}, "T1001"},
		"second range":         {"prefix: T\ndigits: 4\nfamilies: {a: {numbers: [5000-5001, 1-1]}}\n", "a", []string{"a/T0001"}, "T5000"},
		"zero is a number":     {"prefix: T\ndigits: 2\nfamilies: {a: {numbers: 0-1}}\n", "a", []string{"a/T01"}, "T00"},
		"more digits":          {"prefix: T\ndigits: 1-2\nfamilies: {a: {numbers: 1-99}}\n", "a", []string{"a/T9"}, "T10"},
		"separator":            {"prefix: T\ndigits: 4\nseparator: \"-\"\nfamilies: {a: {numbers: 7-9}}\n", "a", nil, "T-0007"},
		"no range":             {"prefix: T\ndigits: 4\nfamilies: {a: {}, b: {numbers: 1-20}}\n", "a", []string{"b/T0003"}, "T0021"},
		"no range, after last": {"prefix: T\ndigits: 4\nfamilies: {a: {}, b: {}}\n", "a", []string{"a/T0300", "b/T0301"}, "T0302"},
		"number of a family without a range": {"prefix: T\ndigits: 4\nfamilies: {a: {numbers: 1-9}, b: {}}\n", "a",
			[]string{"b/T0001"}, "T0002"},
	} {
		p, err := Plan(open(t, c.config, c.pages...), c.family, "new", "", "")
		require.NoError(t, err, name)
		assert.Equal(t, c.want, p.Code, name)
	}
}

// Any title makes a page that loads, and whose heading repeats the title.
func TestTitles(t *testing.T) {
	for _, title := range []string{`a "b" \ c`, "a: b # c", "{x} [y] *z*", "日本", "9 lives", "- dash", "'single'", "a_b `c` <d> &amp;", "null", "12"} {
		c := open(t, "prefix: T\ndigits: 4\nfamilies: {a: {}}\nheadings: [\"What *happened*\"]\n")
		p, err := Plan(c, "a", title, "", "")
		require.NoError(t, err, title)
		require.NoError(t, p.Write())
		again, err := catalog.Load(c.Dir, catalog.Options{})
		require.NoError(t, err, title)
		require.Len(t, again.Pages, 1)
		assert.Equal(t, title, again.Pages[0].Title)
	}
}

func TestWriteNeverReplaces(t *testing.T) {
	p, err := Plan(open(t, "prefix: T\ndigits: 4\nfamilies: {a: {}}\n"), "a", "x", "", "")
	require.NoError(t, err)
	require.NoError(t, p.Write())
	assert.ErrorIs(t, p.Write(), os.ErrExist)
}

func TestBadTitles(t *testing.T) {
	c := open(t, "prefix: T\ndigits: 4\nfamilies: {a: {}}\n")
	for _, title := range []string{"", " ", " a", "a\nb", "a\x1b[31m", "\xff"} {
		_, err := Plan(c, "a", title, "", "")
		assert.ErrorContains(t, err, "title ", "%q", title)
	}
}
