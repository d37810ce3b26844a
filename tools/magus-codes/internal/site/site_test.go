package site

import (
	"context"
	"encoding/json"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBuildWritesOnePageACode(t *testing.T) {
	out, stats := build(t, fixture())
	assert.Equal(t, 3, stats.Pages)
	assert.Equal(t, 2, stats.Redirects)
	assert.Equal(t, []string{
		`TST1001: no page for alias "no way/../x": it is no path segment`,
		"sandbox/fake.png: not copied: it is no picture",
	}, stats.Notes)
	for _, f := range []string{"index.html", "TST1001/index.html", "TST0999/index.html", "OldSocket/index.html", "family/sandbox/index.html",
		"family/net/index.html", "tag/daemon/index.html", "tag/c--b/index.html", "assets/pages/sandbox/shot.png", ".nojekyll", Marker} {
		assert.FileExists(t, filepath.Join(out, filepath.FromSlash(f)))
	}
	assert.NoDirExists(t, filepath.Join(out, "family", "empty"))
	assert.NoFileExists(t, filepath.Join(out, "sitemap.xml"))
	assert.NoFileExists(t, filepath.Join(out, "assets", "pages", "sandbox", "x.svg"))
	assert.Contains(t, read(t, out, "TST0999", "index.html"), `url=../TST1001/index.html`)
	draft := read(t, out, "TST2001", "index.html")
	assert.Contains(t, draft, "This page is not finished.")
	assert.Contains(t, draft, "Only a heading")
	assert.NotContains(t, read(t, out, "TST1001", "index.html"), "This page is not finished.")
}

func TestNothingFromAPageRuns(t *testing.T) {
	out, _ := build(t, fixture())
	scripts := regexp.MustCompile(`(?i)<script`)
	dangerous := regexp.MustCompile(`(?i)(href|src)="\s*(javascript|data|vbscript|file):`)
	each(t, out, func(name, html string) {
		want := 1 // the site's own
		if strings.Contains(html, "http-equiv=\"refresh\"") {
			want = 0
		}
		assert.Len(t, scripts.FindAllString(html, -1), want, name)
		assert.NotRegexp(t, dangerous, html, name)
		assert.NotRegexp(t, `<[^>]+\son[a-z]+=`, html, name)
		assert.NotRegexp(t, `<[^>]+\sstyle=`, html, name)
		assert.Contains(t, html, "default-src 'none'", name)
	})
	page := read(t, out, "TST1001", "index.html")
	assert.NotContains(t, page, "evil.example\"><")
	assert.Contains(t, page, "Map[string, T any]")
	assert.Contains(t, page, "&lt;T any&gt;")
	assert.Contains(t, page, `<a href="https://example.org/architecture.md">arch</a>`)
	assert.Contains(t, page, `<a href="../TST1002/index.html#top">two</a>`)
	assert.Contains(t, page, `<a href="../TST2001/index.html">net</a>`)
	assert.Contains(t, page, `<a href="../index.html">index</a>`)
	assert.Contains(t, page, `<a href="../family/net/index.html">family</a>`)
	assert.Contains(t, page, `<h2 id="why-1">`)
	assert.NotContains(t, page, "a comment")
	assert.NotContains(t, page, "gone --")
}

// Every address in the site leads to a file of the site, and every fragment to
// an element.
func TestLinksOfTheSiteHold(t *testing.T) {
	out, _ := build(t, fixture())
	attr := regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	checked := 0
	each(t, out, func(name, html string) {
		for _, m := range attr.FindAllStringSubmatch(html, -1) {
			u, err := url.Parse(strings.ReplaceAll(m[1], "&amp;", "&"))
			require.NoError(t, err, name)
			if u.Scheme != "" {
				continue
			}
			checked++
			target := path.Join(path.Dir(name), u.Path)
			if u.Path == "" {
				target = name
			}
			full := filepath.Join(out, filepath.FromSlash(target))
			if !assert.FileExists(t, full, "%s: %s", name, m[1]) || u.Fragment == "" || u.Fragment == "top" {
				continue
			}
			assert.Contains(t, read(t, full), `id="`+u.Fragment+`"`, "%s: %s", name, m[1])
		}
	})
	assert.Greater(t, checked, 100)
}

func TestIdentifiersAreUnique(t *testing.T) {
	out, _ := build(t, fixture())
	ids := regexp.MustCompile(`\sid="([^"]*)"`)
	each(t, out, func(name, html string) {
		seen := map[string]bool{}
		for _, m := range ids.FindAllStringSubmatch(html, -1) {
			assert.False(t, seen[m[1]], "%s: id %q twice", name, m[1])
			seen[m[1]] = true
		}
	})
}

func TestSearchIndexIsJSON(t *testing.T) {
	out, _ := build(t, fixture())
	text := read(t, out, "assets", "search-index.js")
	text = strings.TrimSuffix(strings.TrimPrefix(text, "codesIndex("), ");\n")
	var rows [][]string
	require.NoError(t, json.Unmarshal([]byte(text), &rows))
	require.Len(t, rows, 3)
	assert.Equal(t, []string{"TST1001", "socket kept", "debug", "active", "TST1001/index.html"}, rows[0][:5])
	assert.Contains(t, rows[0], "TST0999")
	assert.NotContains(t, text, "<")
}

func TestBuildIsReproducible(t *testing.T) {
	a, _ := build(t, fixture())
	b, _ := build(t, fixture())
	each(t, a, func(name, html string) { assert.Equal(t, html, read(t, b, filepath.FromSlash(name)), name) })
}

func TestBuildReplacesItsOwnFolderOnly(t *testing.T) {
	out, _ := build(t, fixture())
	stale := filepath.Join(out, "TST9999.html")
	require.NoError(t, os.WriteFile(stale, nil, 0o644))
	_, err := Build(t.Context(), fixture(), out)
	require.NoError(t, err)
	assert.NoFileExists(t, stale)

	foreign := t.TempDir()
	keep := filepath.Join(foreign, "thesis.txt")
	require.NoError(t, os.WriteFile(keep, []byte("dear"), 0o644))
	_, err = Build(t.Context(), fixture(), foreign)
	require.ErrorContains(t, err, "thesis.txt")
	assert.FileExists(t, keep)
	left, err := os.ReadDir(filepath.Dir(out))
	require.NoError(t, err)
	assert.Len(t, left, 1, "nothing temporary stays")
}

// What is interrupted leaves the earlier site, and nothing beside it.
func TestBuildCanBeInterrupted(t *testing.T) {
	root := t.TempDir()
	out := filepath.Join(root, "site")
	_, err := Build(t.Context(), fixture(), out)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Build(ctx, fixture(), out)
	assert.ErrorIs(t, err, errInterrupted)
	entries, err := os.ReadDir(root)
	require.NoError(t, err)
	require.Len(t, entries, 1)
	assert.FileExists(t, filepath.Join(out, "index.html"))
}

// A tag may be as long as a line, and may be a name that Windows keeps for a
// device; notes of one kind are one note.
func TestOddNames(t *testing.T) {
	in := fixture()
	in.Catalog.Codes[0].Tags = []string{strings.Repeat("long", 100), strings.Repeat("long", 100) + "er", strings.Repeat("日", 100), "con", "LPT1"}
	for _, d := range in.Catalog.Codes[1:] {
		d.URL = "https://example.org/x/" + d.Code + ".md"
	}
	in.Base = "https://example.org/x/"
	out := filepath.Join(t.TempDir(), "site")
	stats, err := Build(t.Context(), in, out)
	require.NoError(t, err)
	entries, err := os.ReadDir(filepath.Join(out, "tag"))
	require.NoError(t, err)
	for _, e := range entries {
		assert.LessOrEqual(t, len(e.Name()), maxSegment+3)
		assert.True(t, utf8.ValidString(e.Name()))
		assert.NotContains(t, []string{"con", "lpt1"}, e.Name())
	}
	about := 0
	for _, n := range stats.Notes {
		if strings.Contains(n, "a server sends .md files as they are") {
			about++
			assert.Contains(t, n, "such as ")
		}
	}
	assert.Equal(t, 1, about)
}

func TestBase(t *testing.T) {
	in := fixture()
	in.Base = "https://example.org/docs"
	in.Catalog.Codes[2].URL = "https://example.org/docs/net/TST2001"
	in.Catalog.Codes[1].URL = "https://example.org/docs/r/TST1002.html"
	out, stats := build(t, in)
	assert.Contains(t, read(t, out, "sitemap.xml"), "<loc>https://example.org/docs/TST1001/</loc>")
	assert.Contains(t, read(t, out, "TST1001", "index.html"), `<link rel="canonical" href="https://example.org/docs/TST1001/">`)
	assert.Contains(t, read(t, out, "net", "TST2001", "index.html"), `url=../../TST2001/index.html`)
	assert.Contains(t, read(t, out, "r", "TST1002.html"), `url=../TST1002/index.html`)
	assert.Contains(t, strings.Join(stats.Notes, "\n"), "such as https://example.org/docs/sandbox/TST1001.md: a server sends")
	for _, bad := range []string{"example.org", "/docs", "ftp://example.org/", "https://example.org/?q", "https://user:word@example.org/", "https://%zz/"} {
		in.Base = bad
		_, err := Build(t.Context(), in, filepath.Join(t.TempDir(), "x"))
		assert.ErrorContains(t, err, "want an absolute http or https URL", bad)
	}
}

func each(t *testing.T, out string, visit func(name, html string)) {
	t.Helper()
	require.NoError(t, fs.WalkDir(os.DirFS(out), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path.Ext(name) == ".html" {
			visit(name, read(t, out, filepath.FromSlash(name)))
		}
		return err
	}))
}

func BenchmarkBuild10000(b *testing.B) {
	in := many(10_000)
	for b.Loop() {
		build(b, in)
	}
}

func TestOneCode(t *testing.T) {
	in := fixture()
	out, _ := build(t, in)
	assert.Contains(t, read(t, out, "index.html"), "<p>3 codes of TST.</p>")
	in.Catalog.Codes = in.Catalog.Codes[:1]
	out, _ = build(t, in)
	assert.Contains(t, read(t, out, "index.html"), "<p>1 code of TST.</p>")
}

func TestAliasesThatAreFolders(t *testing.T) {
	for alias, want := range map[string]bool{
		"TST0999": true, "a-b_c": true, strings.Repeat("x", 120): true, strings.Repeat("x", 121): false,
		"": false, ".": false, "..": false, "a/b": false, "-x": false, "CON": false, "lpt1": false, "é": false,
	} {
		assert.Equal(t, want, isSegment(alias), alias)
	}
}
