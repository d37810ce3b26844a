package links

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/diag"
)

func TestPrefix(t *testing.T) {
	for link, want := range map[string]string{
		"https://github.com/o/r/blob/{ref}/docs/{family}/{code}.md": "https://github.com/o/r/blob/v1/",
		"https://example.org/codes/{code}/":                         "https://example.org/codes/",
		"https://example.org/codes/E-{code}":                        "https://example.org/codes/",
		"https://example.org/{code}?v={ref}":                        "https://example.org/",
		"https://example.org/v-{ref}/{code}":                        "https://example.org/v-v1/",
	} {
		assert.Equal(t, want, prefix(&diag.Catalog{Link: link, Ref: "v1"}), link)
	}
}

// No redirect leads to itself, hides a page, or stands twice.
func TestRedirectsAreSound(t *testing.T) {
	c := &diag.Catalog{Link: "https://example.org/{code}/", Codes: []*diag.Descriptor{
		{Code: "T1", Family: "f", URL: "https://example.org/T1/", Aliases: []string{"T0", "T2", "t1"}},
		{Code: "T2", Family: "f", URL: "https://example.org/T2/"},
	}}
	for _, base := range []string{"", "https://example.org/", "https://example.org/sub", "https://other.example/"} {
		all, err := Redirects(c, base, []map[string]string{{"T1": "https://example.org/T1/", "T0": "https://old.example/T0", "T9": "https://old.example/T9"}})
		require.NoError(t, err)
		table, err := Table(c, base)
		require.NoError(t, err)
		seen := map[string]bool{}
		b, err := parseBase(base)
		require.NoError(t, err)
		for _, a := range table {
			seen[(&redirects{base: b}).from(a.URL)] = true
		}
		for _, r := range all {
			assert.NotEqual(t, r.From, r.To, base)
			assert.False(t, seen[r.From], "%s: %s", base, r.From)
			seen[r.From] = true
		}
		assert.NotEmpty(t, all)
	}
}

// An alias is one segment of a path, whatever it holds; none leads from the index
// of the site, or out of it.
func TestRedirectsOfOddAliases(t *testing.T) {
	c := &diag.Catalog{Link: "https://example.com/errors/{code}/", Codes: []*diag.Descriptor{
		{Code: "T1", Family: "f", URL: "https://example.com/errors/T1/", Aliases: []string{".", "..", "../..", "../../x", "/x", "%2e%2e", "a?b#c"}},
	}}
	all, err := Redirects(c, "https://example.org/site/", nil)
	require.NoError(t, err)
	var from []string
	for _, r := range all {
		from = append(from, r.From)
	}
	require.Equal(t, []string{
		"https://example.com/errors/..%2F../", "/site/..%2F../", "https://example.com/errors/..%2F..%2Fx/", "/site/..%2F..%2Fx/",
		"https://example.com/errors/%2Fx/", "/site/%2Fx/", "https://example.com/errors/%252e%252e/", "/site/%252e%252e/",
		"https://example.com/errors/a%3Fb%23c/", "/site/a%3Fb%23c/", "https://example.com/errors/T1/", "/site/t1/", "/site/f/T1/",
	}, from)
}

func TestSame(t *testing.T) {
	for _, s := range []string{"https://EXAMPLE.org/a/", "https://example.org/a", "https://example.org/a/index.html", "https://example.org/a/#x"} {
		assert.Equal(t, "https://example.org/a", same(s), s)
	}
	assert.NotEqual(t, same("https://example.org/A"), same("https://example.org/a"))
}
