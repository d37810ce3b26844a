package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/egladman/magus/internal/page"
	"github.com/egladman/magus/tools/magus-codes/internal/check"
	"github.com/egladman/magus/tools/magus-codes/internal/gfm"
)

func authoring(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "authoring.md"))
	require.NoError(t, err)
	return string(data)
}

var word = regexp.MustCompile(`"[^"]*"|\S+`)

// Every command line in docs/authoring.md is one that the command takes.
func TestDocumentedCommandsParse(t *testing.T) {
	lines := regexp.MustCompile("(?m)(?:^|`|run: go run \\./tools/|tools/)magus-codes ([a-z][^`\n>]*)").FindAllStringSubmatch(authoring(t), -1)
	require.Greater(t, len(lines), 15)
	for _, m := range lines {
		args := word.FindAllString(strings.TrimSpace(m[1]), -1)
		parser, err := kong.New(&commands{})
		require.NoError(t, err)
		_, err = parser.Parse(doubleDashes(args))
		assert.NoError(t, err, m[1])
	}
}

// The tables name every command, every key and every kind of finding.
func TestDocsAreComplete(t *testing.T) {
	doc := authoring(t)
	parser, err := kong.New(&commands{})
	require.NoError(t, err)
	for _, c := range parser.Model.Children {
		assert.Contains(t, doc, "| `"+c.Name+"` |")
	}
	for _, k := range page.Keys() {
		assert.Regexp(t, "(?m)^\\| .*`"+k.Name+"`", doc)
	}
	for _, r := range check.Rules {
		assert.Contains(t, doc, "**"+r.ID+"**")
	}
	for _, f := range page.FieldTypes {
		assert.Contains(t, doc, "`"+f+"`")
	}
}

func TestDocumentedYAMLIsYAML(t *testing.T) {
	blocks := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(authoring(t), -1)
	require.Len(t, blocks, 3)
	for _, b := range blocks {
		var v map[string]any
		require.NoError(t, yaml.Unmarshal([]byte(b[1]), &v), b[1])
		assert.NotEmpty(t, v)
	}
}

func TestDocumentedLinksExist(t *testing.T) {
	doc := authoring(t)
	links := regexp.MustCompile(`\]\(([^):#]+)(?:#([^)]*))?\)`).FindAllStringSubmatch(strings.ReplaceAll(doc, "`[MGS2003](../sandbox/MGS2003.md#why)`", ""), -1)
	require.NotEmpty(t, links)
	for _, l := range links {
		_, err := os.Stat(filepath.Join("..", "..", "..", "..", "docs", filepath.FromSlash(l[1])))
		assert.NoError(t, err, l[0])
	}
	root, _ := gfm.Parse([]byte(doc))
	titles := gfm.Headings(root, []byte(doc))
	assert.True(t, slices.ContainsFunc(titles, func(h gfm.Heading) bool { return h.Slug == "links-that-hold" }))
}

func TestDoubleDashes(t *testing.T) {
	assert.Equal(t, []string{"--catalog", "x", "--ref=y", "-h", "--", "-catalog"}, doubleDashes([]string{"-catalog", "x", "-ref=y", "-h", "--", "-catalog"}))
}
