package sarif_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/diag/internal/testcat"
	"github.com/egladman/magus/diag/sarif"
)

func TestRules(t *testing.T) {
	rules := sarif.Rules(testcat.Catalog(), func(code string) string {
		if code == "TST1001" {
			return "# TST1001\n\nUse `{x}`.\n"
		}
		return ""
	})
	require.Len(t, rules, 4)

	assert.Equal(t, sarif.Rule{
		ID: "TST1001", Name: "ThingNoted",
		ShortDescription: &sarif.Text{Text: "thing noted"},
		FullDescription:  &sarif.Text{Text: `A thing was noted. Its {{detail}} is kept, see [the list\](1).`},
		Help: &sarif.Text{
			Text:     `A thing was noted. Its {{detail}} is kept, see [the list\](1).` + "\nSee https://example.com/codes/TST1001.md",
			Markdown: "# TST1001\n\nUse `{{x}}`.\n",
		},
		HelpURI:              "https://example.com/codes/TST1001.md",
		DeprecatedIDs:        []string{"TST0001", "OldName"},
		DefaultConfiguration: sarif.Configuration{Level: "note"},
		Properties:           &sarif.RuleProps{Tags: []string{"TST1001", "things"}, Family: "things", Since: "v1.0.0"},
	}, rules[0])

	assert.Empty(t, rules[1].Name, "a name that is the id")
	assert.Empty(t, rules[1].HelpURI, "a URL that is not absolute")
	assert.Nil(t, rules[1].Help, "nothing to say")
	assert.Equal(t, "thing of doubt", rules[1].FullDescription.Text)
	assert.Equal(t, "warning", rules[1].DefaultConfiguration.Level)

	assert.Equal(t, "ThingGoneWrong", rules[2].Name, "made of the title")
	assert.Equal(t, "error", rules[2].DefaultConfiguration.Level)

	assert.Equal(t, "none", rules[3].DefaultConfiguration.Level)
	assert.Equal(t, "look elsewhere", rules[3].Help.Text)
	assert.Equal(t, &sarif.RuleProps{Status: "retired", ReplacedBy: []string{"TST1001"}}, rules[3].Properties)
}

func TestRulesOfHostilePages(t *testing.T) {
	c := &diag.Catalog{Codes: []*diag.Descriptor{
		{Code: "X1", Title: "\x1b[2J\u202e {0} [a](b) [c\\](d)", URL: "javascript:alert(1)", Description: " \n"},
		{Code: "X2", Title: "日本 語", URL: "https://example.com/a b?c\x1b"},
	}}
	rules := sarif.Rules(c, func(string) string { return "\xff" })
	assert.Equal(t, `\x1b[2J\u202e {{0}} [a\](b) [c\](d)`, rules[0].ShortDescription.Text)
	assert.Empty(t, rules[0].HelpURI)
	assert.Equal(t, "日本語", rules[1].Name)
	assert.Empty(t, rules[1].HelpURI, "a URL that cannot be parsed")
	for _, r := range rules {
		b, err := json.Marshal(r)
		require.NoError(t, err)
		assert.NotContains(t, string(b), `"text":""`)
	}
}
