package termmd

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// hostile returns pages of about n bytes that make Markdown readers slow.
func hostile(n int) map[string]string {
	fill := func(s string) string { return strings.Repeat(s, n/len(s)+1) }
	half := func(s string) string { return strings.Repeat(s, n/2/len(s)+1) }
	grow := func(f func(i int) string) string {
		var b strings.Builder
		for i := 1; b.Len() < n; i++ {
			b.WriteString(f(i))
		}
		return b.String()
	}
	return map[string]string{
		"stars": fill("*"), "star words": fill("*a "), "word stars": fill("a* "), "star underscore": fill("*a_b "),
		"two kinds": fill("**a *b "), "underscores": fill("_a "), "nested emphasis": half("*a **b ") + half("c** d* "),
		"tildes": fill("~a "), "double tildes": fill("~~a "), "mixed": fill("*_[`<~"),
		"backticks": fill("`"), "growing backticks": grow(func(i int) string { return strings.Repeat("`", i) + " " }),
		"backtick words": fill("`a "), "crossed backticks": fill("``a`b "),
		"brackets": fill("["), "bracket words": fill("[a "), "bracket pairs": fill("[a]"), "nested brackets": half("[") + half("]"),
		"open links": fill("[a]("), "open targets": fill("[a](b"), "parentheses": fill("[](("), "open titles": fill("[a](b \""),
		"open angles": fill("[a](<b"), "images": fill("!["), "nested images": half("![a ") + half("](u)"), "links": fill("[a](u) "),
		"references": fill("[a][b] "), "many titles": fill("[a](b (x "),
		"angles": fill("<"), "tags": fill("<a "), "comments": fill("<!--"), "instructions": fill("<?a "), "declarations": fill("<!A "),
		"cdata": fill("<![CDATA["), "attributes": fill("<a b=\"x "), "bold tags": fill("x<b>"), "closing tags": half("x<b>") + half("</i>"),
		"schemes": fill("<http:a"), "mails": fill("<a@b "), "ampersands": fill("&"), "entities": fill("&#27;"), "backslashes": fill(`\`),
		"quotes": fill(">"), "quote lines": fill("> a\n"), "lazy quote": strings.Repeat(">", 1000) + " a\n" + fill("b\n"),
		"quote breaks": strings.Repeat(">", 100) + " a\n" + fill("b\\\n"),
		"lists":        fill("- "), "numbers": fill("1. "), "list lines": fill("- a\n"), "list blanks": strings.Repeat("- ", 100) + "a" + fill("\n"),
		"nested lists":   grow(func(i int) string { return strings.Repeat("  ", i-1) + "- a\n" }),
		"deep blanks":    strings.Repeat("- ", 90) + "a\n" + grow(func(int) string { return strings.Repeat("\n", 500) + strings.Repeat(" ", 200) + "b\n" }),
		"quotes, lists":  fill("> - "),
		"definitions":    fill("[a]: b\n"),
		"numbered defs":  grow(func(i int) string { return "[" + strconv.Itoa(i) + "]: b\n" }),
		"long label":     "[" + fill("a\n"),
		"headings":       fill("a\n==\n"),
		"hashes":         fill("#"),
		"fences":         fill("```\n"),
		"blocks of HTML": fill("<div>\n"),
		"breaks":         "<div>" + fill("<br"),
		"html comments":  fill("<!-- \n\n"),
		"pipes":          fill("|a"),
		"wide table":     half("|a") + "|\n" + half("|-") + "|\n|x|\n",
		"long table":     "|a|b|\n|-|-|\n" + fill("|x|y|\n"),
		"heavy head":     "|" + half("a ") + "|b|\n|-|-|\n" + strings.Repeat("x\n", min(n/4, 9000)),
		"padded table":   "|" + half("a ") + "|b|\n|-|-|\n" + strings.Repeat("x|y\n", min(n/8, 4000)),
		"paragraphs":     fill("a\n\n"), "lines": fill("a\n"), "blank lines": fill("\n"), "tabs": fill("\t"), "hard breaks": fill("\\\n"),
		"nul": fill("\x00"), "high bytes": fill("\xff"), "escapes": fill("\x1b["), "marks": fill("a\u0301\u0302"), "joined": fill("👨‍👩‍👧‍👦\u200d"),
		"one word": fill("a"), "han": fill("不能"), "no starts": fill("。"), "glue": fill("a\u00a0"),
		"go":           "```go\n" + fill("`a \"b 'c /* \n"),
		"shell":        "```sh\n" + fill("'a \"b ${c $( # \\\n"),
		"yaml":         "```yaml\n" + fill("'a: \"b: - [c, #\n"),
		"json":         "```json\n" + fill("{\"a: \"b\\\": -1\n"),
		"text":         "```text\n" + fill("[A1 ^~^ error[\n"),
		"tabs in code": "```\n" + fill("\t"),
	}
}

func TestHostilePagesStayClean(t *testing.T) {
	for name, page := range hostile(4 << 10) {
		t.Run(name, func(t *testing.T) {
			for _, o := range []Options{{Width: 80}, {Width: 20, Color: true, Hyperlinks: true}, {Width: 5}} {
				out := Render(nil, []byte(page), o)
				requireInert(t, string(out), o)
				require.LessOrEqual(t, len(out), 120*len(page))
			}
		})
	}
}

// requireInert checks that nothing in out drives a terminal but the sequences
// that the options allow, and that those are closed at the end of each line.
func requireInert(t *testing.T, out string, o Options) {
	t.Helper()
	require.Empty(t, fault(out, o))
}

// BenchmarkHostile shows the time for a page of 1 MiB; none may stand out.
func BenchmarkHostile(b *testing.B) {
	for name, page := range hostile(1 << 20) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(page)))
			b.ReportAllocs()
			for b.Loop() {
				Render(nil, []byte(page), Options{Width: 80, Color: true})
			}
		})
	}
}
