package catalog

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const goodConfig = `prefix: MGS
digits: 4-5
separator: "-"
package: example.com/tool/internal/codes/v2
link: "https://example.com/{ref}/{family}/{code}/{name}"
ref: v1.2.0
families:
  sandbox:
    title: Sandbox
    numbers: 2000-2999
    level: error
  net: {numbers: [3001-3099, 3500, "4000-4001, 4100"]}
  bare: A title alone
headings: [What happened, Why]
typed: false
`

func TestConfig(t *testing.T) {
	for _, text := range []string{goodConfig, "\ufeff" + goodConfig, strings.ReplaceAll(goodConfig, "\n", "\r\n")} {
		c, err := ParseConfig("catalog.yaml", []byte(text))
		require.NoError(t, err)
		assert.Equal(t, "MGS", c.Prefix)
		assert.Equal(t, "-", c.Separator)
		assert.Equal(t, []int{4, 5}, []int{c.MinDigits, c.MaxDigits})
		assert.Equal(t, "codes", c.PackageName())
		assert.Equal(t, []string{"What happened", "Why"}, c.Headings)
		assert.False(t, c.Typed)
		require.Len(t, c.Families, 3)
		assert.Equal(t, slog.LevelError, *c.Family("sandbox").Level)
		assert.Equal(t, []Range{{3001, 3099}, {3500, 3500}, {4000, 4001}, {4100, 4100}}, c.Family("net").Numbers)
		assert.Equal(t, "net", c.Family("net").Title)
		assert.Equal(t, "A title alone", c.Family("bare").Title)
		assert.Nil(t, c.Family("other"))
		assert.Equal(t, "https://example.com/v1.2.0/net/MGS-3001/PeerGone", c.URL("net", "MGS-3001", "PeerGone"))
		assert.Equal(t, 3001, c.Number("MGS-3001"))
		assert.Equal(t, "MGS_3001", c.GoName("MGS-3001"))
	}
}

func TestConfigFaults(t *testing.T) {
	edit := func(old, replacement string) string {
		require.Contains(t, goodConfig, old)
		return strings.Replace(goodConfig, old, replacement, 1)
	}
	for name, tt := range map[string]struct{ text, want string }{
		"empty":             {"", `c.yaml:1:1: the file is empty: it needs prefix`},
		"comment only":      {"# nothing\n", `c.yaml:1:1: the file is empty`},
		"a list":            {"- prefix\n", `c.yaml:1:1: found a list: want keys`},
		"a word":            {"prefix\n", `c.yaml:1:1: found "prefix": want keys`},
		"no prefix":         {edit("prefix: MGS\n", ""), `c.yaml:1:1: no prefix: add a line such as "prefix: MGS"`},
		"lower-case prefix": {edit("MGS", "mgs"), `c.yaml:1:9: prefix "mgs": want upper-case`},
		"prefix ends in 1":  {edit("MGS", "MGS1"), `prefix "MGS1": want upper-case`},
		"prefix is a list":  {edit("MGS", "[MGS]"), `c.yaml:1:9: prefix: found a list, want text such as MGS`},
		"prefix empty":      {edit("MGS", ""), `prefix is empty`},
		"digits word":       {edit("4-5", "four"), `c.yaml:2:9: digits "four": want how many digits`},
		"digits too many":   {edit("4-5", "4-9"), `digits "4-9"`},
		"digits swapped":    {edit("4-5", "5-4"), `the smaller number comes first`},
		"separator":         {edit(`"-"`, `"::"`), `c.yaml:3:12: separator "::": want "-"`},
		"package keyword":   {edit("codes/v2", "func"), `"func" cannot be the name of a Go package`},
		"package dash":      {edit("codes/v2", "my-codes"), `"my-codes" cannot be the name`},
		"package spaces":    {edit("codes/v2", "my codes"), `want a Go import path`},
		"package main":      {edit("codes/v2", "main"), `a program cannot be imported`},
		"heading twice":     {edit("[What happened, Why]", "[Why, why]"), `heading "why" stands twice: keep one`},
		"heading of lines":  {edit("[What happened, Why]", "[\"a\\nb\"]"), `heading "a\nb": want one line`},
		"link relative":     {edit("https://example.com/{ref}", "/docs"), `c.yaml:5:7: link "/docs/{family}/{code}/{name}": want an absolute address`},
		"link script":       {edit("https:", "javascript:"), `want an absolute address`},
		"link place":        {edit("{ref}", "{version}"), `unknown place {version}`},
		"link brace":        {edit("{ref}", "{ref"), `a brace without its partner`},
		"link without code": {edit("{code}/{name}", ""), `without {code} all codes would have one address`},
		"link space":        {edit("{ref}", "a b"), `holds no spaces`},
		"link query space":  {edit("{name}", "?a b"), `holds no spaces`},
		"link query quote":  {edit("{name}", "?a='\\\"'"), `holds no spaces, quotes`},
		"link query escape": {edit("{name}", "?a=%zz"), `an address must escape`},
		"link query accent": {edit("{name}", "?a=é"), `an address must escape`},
		"separator bare":    {edit(`"-"`, "-"), `c.yaml:3:12: separator begins with "-" and a space, which has a meaning in YAML: quote it`},
		"package dots":      {edit("codes/v2", "../codes"), `want a Go import path`},
		"package up":        {edit("example.com/tool/internal/codes/v2", "../codes"), `want a Go import path`},
		"no ref":            {edit("ref: v1.2.0\n", ""), `c.yaml:5:1: link holds {ref} and there is no ref`},
		"bad ref":           {edit("v1.2.0", "a..b"), `ref "a..b": want the name of a branch`},
		"families list":     {edit("families:\n", "families: []\nx:\n"), `families: found a list`},
		"no families":       {goodConfig[:strings.Index(goodConfig, "families")], `no families: add a line`},
		"family name":       {edit("  net:", "  \"n t\":"), `family "n t": want the name of a folder`},
		"family key":        {edit("numbers: 2000", "number: 2000"), `c.yaml:10:5: unknown key "number" in family sandbox; did you mean numbers?`},
		"family level":      {edit("level: error", "level: fatal"), `c.yaml:11:12: level "fatal": want debug, info, warn or error`},
		"range word":        {edit("2000-2999", "two"), `numbers "two": want a range`},
		"range swapped":     {edit("2000-2999", "2999-2000"), `the smaller number comes first`},
		"range mapping":     {edit("2000-2999", "{a: 1}"), `numbers: found a mapping`},
		"headings":          {edit("[What happened, Why]", "Why"), `headings: found "Why", want a list`},
		"typed":             {edit("typed: false", "typed: no"), `typed: found "no", want true or false`},
		"unknown key":       {edit("typed", "tpyed"), `unknown key "tpyed"; did you mean typed?`},
		"twice":             {goodConfig + "prefix: ACME\n", `c.yaml:16:1: "prefix" stands a second time; first on line 1`},
		"alias":             {edit("digits: 4-5", "digits: &a 4\nref2: *a"), `YAML anchors and aliases are not read here`},
		"two documents":     {goodConfig + "---\nprefix: B\n", `a second document`},
		"tab":               {edit("  net", "\tnet"), `c.yaml:12:1: tab in the indentation: use spaces`},
		"no colon first":    {"# a\n# b\nprefix MGS\ndigits: 4\n", `c.yaml:3:1: "prefix MGS": want a key, a colon, a space and a value`},
		"no colon later":    {edit("ref: v", "ref v"), `c.yaml:6:1: "ref v1.2.0": want a key, a colon, a space and a value`},
		"no colon last":     {edit("typed: false\n", "typed false"), `c.yaml:15:1: "typed false": want a key, a colon, a space and a value`},
		"no colon above":    {edit("  sandbox:", "  # x\n  sandbox"), `c.yaml:9:3: "sandbox": want a key, a colon, a space and a value`},
		"misplaced key":     {edit("    numbers: 2", "     numbers: 2"), `c.yaml:10:6: key "numbers" does not fit the lines before it`},
		"open bracket":      {edit("families:", "families: ["), `c.yaml:7:11: families begins with "[", which YAML takes for a list: close it with "]"`},
		"open quote":        {edit("Sandbox", "\"Sandbox"), `c.yaml:9:12: title has an opening quote and no closing one`},
		"colon in a value":  {edit("Sandbox", "a: b"), `c.yaml:9:13: title holds ": ", where YAML sees another key: quote it`},
		"ranges overlap":    {edit("3001-3099", "2999-3099"), `c.yaml:12:9: numbers 2999-3099 overlap 2000-2999 of family sandbox (line 10): give each family numbers of its own`},
		"NUL":               {edit("MGS", "M\x00S"), `c.yaml:1:10: control character U+0000`},
		"not UTF-8":         {edit("Sandbox", "S\xff"), `c.yaml:9:13: invalid UTF-8 (byte 0xff)`},
		"columns in bytes":  {edit("{numbers: [3001", "{title: äö, numbers: [x, 3001"), `c.yaml:12:32: numbers "x": want a range`},
		"key is a list":     {goodConfig + "[a]: b\n", `found a list as a key`},
		"deep":              {goodConfig + "x: " + strings.Repeat("[", 200) + strings.Repeat("]", 200) + "\n", `nested deeper than 100`},
		"very deep":         {"x: " + strings.Repeat("[", 200_000), `c.yaml:1:1: nested more than 100 deep`},
		"long":              {goodConfig + strings.Repeat("#", maxConfig), `a catalog file has at most 1048576`},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := ParseConfig("c.yaml", []byte(tt.text))
			require.Error(t, err)
			assert.Nil(t, c)
			assert.Contains(t, err.Error(), tt.want)
			for line := range strings.SplitSeq(err.Error(), "\n") {
				assert.True(t, strings.HasPrefix(line, "c.yaml:"), line)
			}
		})
	}
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte(goodConfig))
	f.Add([]byte("prefix: &a [*a]\n"))
	f.Add([]byte("families: {a: {numbers: [1-2, {}]}}\n"))
	f.Add([]byte("? [a]\n: b\n--- |\n x\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ParseConfig("c.yaml", data)
		if err != nil {
			assert.NotEmpty(t, err.Error())
			assert.Nil(t, c)
			return
		}
		assert.Empty(t, checkLink(c.Link))
		assert.NotEmpty(t, c.Families)
		assert.Regexp(t, `^[A-Za-z][A-Za-z0-9_]*$`, c.PackageName())
		assert.True(t, c.IsCode(c.Prefix+c.Separator+"123456"[:c.MinDigits]))
	})
}

func TestCheckRef(t *testing.T) {
	for ref, ok := range map[string]bool{
		"main": true, "v1.2.0": true, "release/v1.2": true, "0a1b2c": true, "feature-x": true, "v1.0.0+meta": true,
		"": false, "a b": false, "-x": false, "/": false, "/x": false, "x/": false, "a//b": false, "..": false, "a/../b": false, "a?b": false, "a#b": false, "{code}": false, "$(x)": false, "é": false,
	} {
		assert.Equal(t, ok, CheckRef(ref) == "", ref)
	}
}

// What is wrong is not lost in a text without end.
func TestLongTextsAreCut(t *testing.T) {
	long := strings.Repeat("é", 1<<16)
	_, err := ParseConfig("c.yaml", []byte("prefix: "+long+"\ndigits: "+long+"\npackage: "+long+"\nlink: "+long+"\nfamilies: {"+strings.Repeat("ab", 500)+"/: }\ntyped: "+long+"\n"))
	require.Error(t, err)
	assert.Less(t, len(err.Error()), 6*600)
	assert.Contains(t, err.Error(), `é…": want upper-case letters`)
	_, err = ParseLock("codes.lock", []byte("MGS0001 "+long+"\n"))
	require.Error(t, err)
	assert.Less(t, len(err.Error()), 600)
	assert.Contains(t, err.Error(), `é…", want a name`)
}
