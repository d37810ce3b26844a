package termmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNothingIsLostBeyondTheLimits: what is too much to be read as markup is
// shown as text, to the last word.
func TestNothingIsLostBeyondTheLimits(t *testing.T) {
	for name, page := range hostile(4 << 10) {
		t.Run(name, func(t *testing.T) {
			out := render(page+"\n\nlastword\n", Options{Width: 80})
			assert.Contains(t, strings.ReplaceAll(out, "\n", ""), "lastword")
		})
	}
	t.Run("quotes", func(t *testing.T) {
		out := render(strings.Repeat(">", maxNesting+50)+" deep", Options{})
		assert.True(t, strings.HasPrefix(strings.TrimLeft(out, "│ "), strings.Repeat(">", 40)), out)
		assert.Contains(t, out, "deep")
	})
	t.Run("lists", func(t *testing.T) {
		out := render(strings.Repeat("- ", 10_000)+"deep", Options{})
		assert.Contains(t, out, "deep")
	})
	t.Run("containers", func(t *testing.T) {
		out := render(strings.Repeat("- ", 40)+"first"+strings.Repeat("\n", maxContinuations/40)+"> last *word*", Options{})
		assert.Contains(t, out, "first")
		assert.Contains(t, out, "> last word")
	})
	t.Run("cells", func(t *testing.T) {
		table := "|a|b|\n|-|-|\n" + strings.Repeat("|cell|\n", maxCells)
		out := render(table, Options{})
		assert.Contains(t, out, "|-|-|", "not a table")
		assert.Equal(t, maxCells, strings.Count(out, "cell"))
		out = render("|a|b|\n|-|-|\n"+strings.Repeat("|cell|\n", maxCells-2), Options{})
		assert.NotContains(t, out, "|-|-|", "a table")
		assert.Equal(t, maxCells-2, strings.Count(out, "cell"))
	})
	t.Run("links", func(t *testing.T) {
		page := strings.Repeat("[a](b", maxLinkWork/5_000) + "[last](word)"
		out := render(page, Options{})
		assert.Equal(t, maxLinkWork/5_000, strings.Count(strings.ReplaceAll(out, "\n", ""), "[a](b"))
		assert.Contains(t, strings.ReplaceAll(out, "\n", ""), "[last](word)")
	})
}

// TestLargePageKeepsItsMarkup: the limits do not touch a page of documentation
// of about 1 MiB.
func TestLargePageKeepsItsMarkup(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("testdata", "page.md"))
	require.NoError(t, err)
	n := (1 << 20) / len(page)
	once := render(string(page), Options{LinkText: pageCommand})
	out := render(strings.Repeat(string(page)+"\n", n), Options{LinkText: pageCommand})
	for _, s := range []string{"│ WARNING\n", "│ • stop the build\n", "     ▪ then that", "[x] a task", "`origin`  string | null", "~~an error~~", "2^10", "with bold text, `inline code`"} {
		require.Equal(t, 1, strings.Count(once, s), s)
		assert.Equal(t, n, strings.Count(out, s), s)
	}
}
