package termmd

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

type example struct {
	name string
	o    Options
	page string
	want string
}

func check(t *testing.T, examples []example) {
	t.Helper()
	for _, e := range examples {
		t.Run(e.name, func(t *testing.T) { assert.Equal(t, e.want, render(e.page, e.o)) })
	}
}

func TestLinks(t *testing.T) {
	pages := func(target string) (string, bool) {
		code, ok := strings.CutSuffix(strings.TrimPrefix(target, "./"), ".md")
		return "magus-explain " + code, ok
	}
	on := Options{Hyperlinks: true}
	check(t, []example{
		{"target once a page", Options{}, "[a](u) [b](u) [c](v)", "a <u> b c <v>\n"},
		{"text is the target", Options{}, "[https://e.com](https://e.com) <https://e.com>", "https://e.com https://e.com\n"},
		{"mail", Options{}, "<me@e.com> [m](mailto:a@e.com)", "me@e.com m <mailto:a@e.com>\n"},
		{"no entities in an address", Options{}, "<http://e.com/&amp;?\\*>", "http://e.com/&amp;?\\*\n"},
		{"title", Options{}, "[a](u \"The &amp; title\")", "a <u> (The & title)\n"},
		{"reference", Options{}, "[a][r] [r] [R][]\n\n[r]: http://e.com", "a <http://e.com> r R\n"},
		{"within the page", Options{}, "[a](#b)", "a\n"},
		{"no text", Options{}, "[](u) ![](v)", "<u> <v>\n"},
		{"no target", Options{}, "[a]()", "a\n"},
		{"image", Options{}, "![alt *text*](a.png)", "alt text <a.png>\n"},
		{"image in a link", Options{}, "[![alt](i.png)](u)", "alt <i.png> <u>\n"},
		{"other scheme", Options{}, "[a](javascript:alert(1))", "a <javascript:alert(1)>\n"},
		{"controls", Options{}, "[a](http://e.com/&#27;]8;;x&#7;&#10;b)", "a <http://e.com/␛]8;;x␇%0Ab>\n"},
		{"address is never cut", Options{Width: 10}, "see https://e.com/a/b/c/d/e/f.", "see\nhttps://e.com/a/b/c/d/e/f.\n"},
		{"relative target is never cut", Options{Width: 12}, "[r](./a/long/path/to/a/page.html)", "r\n<./a/long/path/to/a/page.html>\n"},
		{"mail address is never cut", Options{Width: 12}, "to <some.body@mail.example.com>", "to\nsome.body@mail.example.com\n"},
		{"page link", Options{LinkText: pages}, "See [E1](./E1.md), [the next](E2.md) and [E1](./E1.md).", "See `magus-explain E1`, the next (`magus-explain E2`) and E1.\n"},
		{"page link with code", Options{LinkText: pages}, "[`E1`](E1.md)", "`magus-explain E1`\n"},
		{"hyperlink", on, "[a](http://e.com/x) b", "\x1b]8;id=1;http://e.com/x\x1b\\a\x1b]8;;\x1b\\ b\n"},
		{"hyperlink without text", on, "[](http://e.com)", "\x1b]8;id=1;http://e.com\x1b\\http://e.com\x1b]8;;\x1b\\\n"},
		{"hyperlink around a picture", on, "[![alt](http://e.com/i.png)](http://e.com/x)", "\x1b]8;id=1;http://e.com/x\x1b\\alt\x1b]8;;\x1b\\\n"},
		{"hyperlink around a picture without words", on, "[![](http://e.com/i.png)](http://e.com/x)", "\x1b]8;id=1;http://e.com/x\x1b\\http://e.com/i.png\x1b]8;;\x1b\\\n"},
		{"hyperlink of a picture in a link to a file", on, "[![alt](http://e.com/i.png)](x.md)", "\x1b]8;id=1;http://e.com/i.png\x1b\\alt\x1b]8;;\x1b\\ <x.md>\n"},
		{"hyperlinks have ids", on, "<mailto:a@b.c> [x](HTTPS://e.com)", "\x1b]8;id=1;mailto:a@b.c\x1b\\mailto:a@b.c\x1b]8;;\x1b\\ \x1b]8;id=2;HTTPS://e.com\x1b\\x\x1b]8;;\x1b\\\n"},
		{"hyperlink outside ASCII", on, "[a](http://e.com/ü)", "\x1b]8;id=1;http://e.com/%C3%BC\x1b\\a\x1b]8;;\x1b\\\n"},
		{"no hyperlink to other schemes", on, "[a](file:///etc/passwd) [b](x.md) [c](ssh://h)", "a <file:///etc/passwd> b <x.md> c <ssh://h>\n"},
		{"no hyperlink with controls", on, "[a](http://e.com/&#27;\\b)", "a <http://e.com/␛\\b>\n"},
		{"no hyperlink with blanks", on, "[a](<http://e.com/a b>)", "a <http://e.com/a b>\n"},
	})
	t.Run("hyperlinks have a limit", func(t *testing.T) {
		fits := "http://e.com/" + strings.Repeat("x", 2083-13)
		assert.Contains(t, render("[a]("+fits+")", on), "\x1b]8;id=1;"+fits+"\x1b\\a")
		assert.Equal(t, "a\n<"+fits+"x>\n", render("[a]("+fits+"x)", on))
	})
}

func TestBreaks(t *testing.T) {
	check(t, []example{
		{"hard and soft", Options{}, "a  \nb\\\nc\nd", "a\nb\nc d\n"},
		{"carriage returns", Options{}, "a  \r\nb\rc\r\n\r\nd", "a\nb c\n\nd\n"},
		{"byte order mark", Options{}, "\ufeff# a", "# a\n"},
		{"ideographs need no blank for a soft break", Options{}, "中文\n中文\nabc\n한국\n한국", "中文中文 abc 한국 한국\n"},
		{"no-break space", Options{Width: 10}, "aaa bbb&nbsp;ccc ddd", "aaa\nbbb\u00a0ccc\nddd\n"},
		{"no-break spaces at the end", Options{Width: 10}, "aaa&nbsp;  \nbbb&nbsp;&nbsp; ccc&nbsp; ddd&#x202f;\n\n&nbsp;\n\n**x**&nbsp;", "aaa\nbbb\u00a0\u00a0 ccc\nddd\n\nx\n"},
		{"no-break spaces at the start", Options{}, "&nbsp;&nbsp;a&nbsp;&nbsp;b\n\n&nbsp;&nbsp; c<br>&nbsp;<br>d", "\u00a0\u00a0a\u00a0\u00a0b\n\n\u00a0\u00a0c\n\nd\n"},
		{"no-break spaces in a table", Options{}, "|a&nbsp;&nbsp;&nbsp;|b|\n|-|-|\n|&nbsp;c|d&nbsp;|", "a   b\n──  ─\n\u00a0c  d\n"},
		{"wide spaces", Options{}, "a\u3000\u3000 b\u2003\u3000c", "a\u3000b\u2003c\n"},
		{"no-break spaces in a record", Options{Width: 12, WideWidth: 12}, "|head&nbsp;&nbsp;|otherwise|\n|-|-|\n|c&nbsp;|d|", "head: c\notherwise: d\n"},
		{"word joiner", Options{Width: 10}, "一二三四五\u2060六七", "一二三四\n五\u2060六七\n"},
		{"zero width space", Options{Width: 10}, "aaaaaa\u200bbbbbbb", "aaaaaa\nbbbbbb\n"},
		{"ideographic space", Options{Width: 10}, "一二三四\u3000五六", "一二三四\n五六\n"},
		{"no opening bracket at the end", Options{Width: 10}, "一二三四「五六」", "一二三四\n「五六」\n"},
		{"long words break between clusters", Options{Width: 10}, "x " + strings.Repeat("e\u0301", 12), "x\n" + strings.Repeat("e\u0301", 10) + "\n" + strings.Repeat("e\u0301", 2) + "\n"},
		{"long words keep flags whole", Options{Width: 11}, "a" + strings.Repeat("🇩🇪", 7), "a" + strings.Repeat("🇩🇪", 5) + "\n" + strings.Repeat("🇩🇪", 2) + "\n"},
		{"combining mark behind markup", Options{}, "*a*\u0301", "a\u0301\n"},
		{"blanks collapse", Options{}, "a \t b", "a b\n"},
		{"leading break", Options{}, "<br>a<br>", "\na\n"},
		{"width", Options{Width: 10}, "aaaa bbbbb cc", "aaaa bbbbb\ncc\n"},
	})
}

func TestCodeSpans(t *testing.T) {
	check(t, []example{
		{"blanks", Options{}, "`a  b` `` ` `` `` a`b `` `\\*`", "`a  b` `` ` `` ``a`b`` `\\*`\n"},
		{"line end", Options{}, "`a\nb`", "`a b`\n"},
		{"colour", Options{Color: true}, "a `b c` d", "a \x1b[35mb c\x1b[m d\n"},
		{"bold", Options{Color: true}, "**a `b`**", "\x1b[1ma \x1b[0;1;35mb\x1b[m\n"},
		{"wraps", Options{Width: 10}, "aaa `bbb ccc ddd`", "aaa `bbb\nccc ddd`\n"},
	})
}

func TestHTML(t *testing.T) {
	check(t, []example{
		{"comment", Options{}, "a <!-- no --> b", "a b\n"},
		{"comment block", Options{}, "a\n\n<!-- no\n\nno -->\n\nb", "a\n\nb\n"},
		{"comment in a list", Options{}, "- <!-- no -->\n- b", "•\n• b\n"},
		{"quote of a comment", Options{}, "a\n\n> <!-- no -->\n\nb", "a\n\nb\n"},
		{"open tag alone", Options{}, "a<b> c<i>d", "a<b> c<i>d\n"},
		{"crossed tags", Options{Color: true}, "<b>*a</b>*", "<b>\x1b[3ma</b>\x1b[m\n"},
		{"type parameters", Options{}, "Map<K, V>, List<B> or </B>, Vec<T>", "Map<K, V>, List<B> or </B>, Vec<T>\n"},
		{"styles", Options{Color: true}, "<b>b</b> <i>i</i> <code>c</code> <kbd>K</kbd>", "\x1b[1mb\x1b[m \x1b[3mi\x1b[m \x1b[35mc\x1b[m \x1b[1mK\x1b[m\n"},
		{"plain code", Options{}, "<code>a &lt; b</code>", "`a < b`\n"},
		{"powers", Options{}, "10<sup>3</sup> H<sub>2</sub>O <sup>*</sup>", "10^3 H2O *\n"},
		{"struck", Options{}, "~~a~~ <del>b</del> ~c~ a~~b~", "~~a~~ ~~b~~ ~~c~~ a~~b~\n"},
		{"struck in colour", Options{Color: true}, "~~a~~", "\x1b[9ma\x1b[m\n"},
		{"unknown tags", Options{}, "<a href=\"x\">t</a> <?php ?> <!DOCTYPE x>", "<a href=\"x\">t</a> <?php ?> <!DOCTYPE x>\n"},
		{"block", Options{}, "<details>\n<summary>a &lt; <br>b</summary>\n</details>\n\nc", "<details>\n<summary>a &lt;\nb</summary>\n</details>\n\nc\n"},
		{"block with indents", Options{Width: 20}, "<pre>\n  a  b\n\n    c wrapped at twenty\n</pre>", "<pre>\n  a  b\n\n    c wrapped at\n    twenty\n</pre>\n"},
		{"escape in a tag", Options{}, "<a \x1bb=\"\x1b[31m\">", "<a ␛b=\"␛[31m\">\n"},
	})
}

func TestEntities(t *testing.T) {
	check(t, []example{
		{"once", Options{}, `\&amp; &amp;amp; &#38;lt; &#92;* \\&lt;`, "&amp; &amp; &lt; \\* \\<\n"},
		{"numbers", Options{}, "&#0065; &#x41; &#0; &#xD800; &#99999999; &#x110000; &#x;", "A A \ufffd \ufffd &#99999999; \ufffd &#x;\n"},
		{"names", Options{}, "&copy; &ouml; &nosuch; &; & &lt", "© ö &nosuch; &; & &lt\n"},
		{"bidi", Options{}, "a&#x202e;b\u2066c\u2028d", "a\ufffdb\ufffdc\ufffdd\n"},
		{"bidi marks", Options{}, "a\u200eb\u200fc\u061cd\u206ae\ufff9f", "a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf\n"},
		{"ASCII pictures", Options{ASCII: true}, "a&#27;&#127;&#x9b;", "a^[^??\n"},
		{"line feed is a blank", Options{}, "a&#10;b&#13;c&#9;d", "a b␍c d\n"},
	})
}

func TestBlocks(t *testing.T) {
	check(t, []example{
		{"empty page", Options{}, "", ""},
		{"headings", Options{}, "# One\n\n## Two\n### Three\n\nFour\n====", "# One\n\n## Two\n\n### Three\n\n# Four\n"},
		{"long heading", Options{Width: 12}, "## aaaa bbbb cccc", "## aaaa bbbb\n   cccc\n"},
		{"heading in colour", Options{Color: true, Width: 10}, "## aaaa `bbbb` cccc", "\x1b[1maaaa \x1b[0;1;35mbbbb\x1b[m\n\x1b[1mcccc\x1b[m\n"},
		{"rule", Options{Width: 10}, "a\n\n***\n\nb", "a\n\n──────────\n\nb\n"},
		{"tight and loose", Options{}, "- a\n- b\n  - c\n\n\n1) x\n\n2) y", "• a\n• b\n  ◦ c\n\n1) x\n\n2) y\n"},
		{"empty items", Options{}, "-\n- b\n-", "•\n• b\n•\n"},
		{"task lists", Options{Width: 12}, "- [ ] aaaa bbbb\n- [X] c\n- [x](u)\n1. [ ] d", "[ ] aaaa\n    bbbb\n[x] c\n• x <u>\n\n1. [ ] d\n"},
		{"nested", Options{}, "> 1. a\n>    - b\n>\n>      c\n>      > d\n>      > ```\n>      > e\n>      > ```\n",
			"│ 1. a\n│    ◦ b\n│\n│      c\n│\n│      │ d\n│      │\n│      │     e\n"},
		{"list in list", Options{}, "- - a\n  - b\n- 1. c", "• ◦ a\n  ◦ b\n• 1. c\n"},
		{"ASCII", Options{ASCII: true}, "> a\n\n- b\n  - c\n    - d\n\n---\n\n|a|\n|-|\n|b|", "| a\n\n* b\n  - c\n    + d\n\n------------------------\n\na\n-\nb\n"},
		{"alerts", Options{}, "> [!tip]\n> a\n\n> [!Important]\n\n> [!CAUTION]\n>\n> b\n\n> [!OTHER]\n> c\n\n> [!NOTE] d",
			"│ TIP\n│ a\n\n│ IMPORTANT\n\n│ CAUTION\n│\n│ b\n\n│ [!OTHER] c\n\n│ [!NOTE] d\n"},
		{"alert in colour", Options{Color: true}, "> [!WARNING]\n> a", "\x1b[33m│ \x1b[0;1mWARNING\x1b[m\n\x1b[33m│ \x1b[ma\n"},
		{"footnotes", Options{}, "a[^1]\n[^1]: word\n[^2]: more words\n\n[x]: u\n[^3]: y", "a[^1]\n\n[^1]: word\n\n[^2]: more words\n\n[^3]: y\n"},
		{"footnote of blocks", Options{Width: 20}, "[^1]: aaaa bbbb cccc\n    dddd\n\n    - e\n\nf", "[^1]: aaaa bbbb cccc\n      dddd\n\n      • e\n\nf\n"},
		{"footnote with a long label", Options{Width: 20}, "> [^a-long-label]: b\n>\n> c\n\n[^2]:\n\n[^]: d", "│ [^a-long-label]:\n│     b\n│\n│ c\n\n[^2]:\n\n[^]: d\n"},
		{"deep lists stop indenting", Options{Width: 20}, "- - - - - - - - aaaa bbbb", "• ◦ ▪ • ◦ ▪ •\n          ◦ aaaa\n          bbbb\n"},
		{"indented code", Options{}, "    a\n      b\n\n    c", "    a\n      b\n\n    c\n"},
		{"narrow code", Options{Width: 59}, "```\na\n```", "  a\n"},
		{"tabs in plain code", Options{}, "```\na\tb\n```", "    a\tb\n"},
		{"tabs in colour", Options{Color: true}, "```\na\tb\n\t^\n世\tx\n```", "    a       b\n            ^\n    世      x\n"},
		{"unclosed fence", Options{}, "```\na", "    a\n"},
	})
}

func TestTables(t *testing.T) {
	check(t, []example{
		{"alignment", Options{}, "| a | bbb | c |\n|:-|:-:|-:|\n| aaa | b | ccc |\n|d||e|", "a    bbb    c\n───  ───  ───\naaa   b   ccc\nd           e\n"},
		{"pipes", Options{}, "a | b\n-|-\n`x\\|y` | x \\| y", "a      b\n─────  ─────\n`x|y`  x | y\n"},
		{"too many cells", Options{}, "|a|b|\n|-|-|\n|1|2|3|4|", "a  b\n─  ─────\n1  2|3|4\n"},
		{"too few cells", Options{}, "|a|b|\n|-|-|\n|1|\n||2|", "a  b\n─  ─\n1\n   2\n"},
		{"text before", Options{}, "text\n|a|\n|-|\n|1|", "text\n\na\n─\n1\n"},
		{"a row without a word", Options{}, "|a|b|\n|-|-|\n|1|2|\n| | |\n|3|4|", "a  b\n─  ─\n1  2\n3  4\n"},
		{"head only", Options{}, "|a|\n|-|", "a\n─\n"},
		{"no table", Options{}, "|a|b|\n|-|", "|a|b| |-|\n"},
		{"styles", Options{Color: true}, "|a|\n|-|\n|*b*|", "\x1b[1ma\x1b[m\n\x1b[2m─\x1b[m\n\x1b[3mb\x1b[m\n"},
		{"wide room", Options{Width: 10, WideWidth: 30}, "|a|b|\n|-|-|\n|aaaa bbbb cccc|x|", "a               b\n──────────────  ─\naaaa bbbb cccc  x\n"},
		{"in a quote", Options{}, "> |a|\n> |-|\n> |b|", "│ a\n│ ─\n│ b\n"},
		{"records repeat their heads", Options{Width: 16}, "|a long head|b|\n|-|-|\n|xxxxxxxxxx|yyyyyyyyyy|", "a long head:\n  xxxxxxxxxx\nb: yyyyyyyyyy\n"},
		{"long heads are numbered", Options{Width: 16}, "|a head with more than forty characters in it|b|\n|-|-|\n|xxxxxxxxxx|yyyyyyyyyy|", "1 = a head with\n  more than\n  forty\n  characters in\n  it\n2 = b\n\n1: xxxxxxxxxx\n2: yyyyyyyyyy\n"},
		{"a soft break before a link", Options{Hyperlinks: true, Color: true}, "a\n[b\nc](http://e.com)", "a \x1b]8;id=1;http://e.com\x1b\\\x1b[4mb c\x1b]8;;\x1b\\\x1b[m\n"},
	})
}

func TestHighlight(t *testing.T) {
	on := Options{Color: true, Width: 20}
	fence := func(lang, code string) string { return "```" + lang + "\n" + code + "\n```\n" }
	check(t, []example{
		{"go", on, fence("go", "func f() { // x\n\treturn `a\nb`, 12"), "  \x1b[35mfunc\x1b[m f() { \x1b[2m// x\x1b[m\n          \x1b[35mreturn\x1b[m \x1b[32m`a\x1b[m\n  \x1b[32mb`\x1b[m, \x1b[36m12\x1b[m\n"},
		{"yaml", on, fence("yaml", "a: 'b' # c\nd: |\n  e: f\n- g: true"), "  \x1b[36ma\x1b[m: \x1b[32m'b'\x1b[m \x1b[2m# c\x1b[m\n  \x1b[36md\x1b[m: |\n    e: f\n  - \x1b[36mg\x1b[m: \x1b[36mtrue\x1b[m\n"},
		{"sh", on, fence("sh", "$ if a; then echo \"b $c\" $d # e"), "  \x1b[2m$\x1b[m \x1b[35mif\x1b[m a; \x1b[35mthen\x1b[m echo \x1b[32m\"b $c\"\x1b[m \x1b[36m$d\x1b[m \x1b[2m# e\x1b[m\n"},
		{"sh variables", on, fence("sh", "a ${b}c $1 $ $$ ${d"), "  a \x1b[36m${b}\x1b[mc \x1b[36m$1\x1b[m $ \x1b[36m$$\x1b[m \x1b[36m${d\x1b[m\n"},
		{"patch heads", on, fence("patch", "diff --git a b\n--- a\n+++ b"), "  \x1b[1mdiff --git a b\x1b[m\n  \x1b[1m--- a\x1b[m\n  \x1b[1m+++ b\x1b[m\n"},
		{"message heads", on, fence("text", "warning: a\n  = help: b\nnote: c\nhelpful: d\nerror e"), "  \x1b[1;35mwarning:\x1b[m a\n    \x1b[1;32m= help:\x1b[m b\n  \x1b[1;36mnote:\x1b[m c\n  helpful: d\n  error e\n"},
		{"yaml values", on, fence("yaml", "# c\n\"a b\": [1, -2.5, x]\nd: {e: null}\nno key"), "  \x1b[2m# c\x1b[m\n  \x1b[36m\"a b\"\x1b[m: [\x1b[36m1\x1b[m, \x1b[36m-2.5\x1b[m, x]\n  \x1b[36md\x1b[m: {e: \x1b[36mnull\x1b[m}\n  no key\n"},
		{"sh apostrophe", on, fence("sh", "I don't know 'x"), "  I don't know 'x\n"},
		{"json", on, fence("json", "{\"a\": [\"b\", -1.5, null]}"), "  {\x1b[36m\"a\"\x1b[m: [\x1b[32m\"b\"\x1b[m, \x1b[36m-1.5\x1b[m, \x1b[36mnull\x1b[m]}\n"},
		{"diff", on, fence("diff", "@@ -1 @@\n-a\n+b\n c"), "  \x1b[36m@@ -1 @@\x1b[m\n  \x1b[31m-a\x1b[m\n  \x1b[32m+b\x1b[m\n   c\n"},
		{"text", on, fence("text", "[A1] x\nerror[E1]: y\n 3 | f(a)\n   |   ~^ z\n2^8"), "  \x1b[1;35m[A1]\x1b[m x\n  \x1b[1;31merror[E1]:\x1b[m y\n   3 | f(a)\n     |   \x1b[1;31m~^\x1b[m z\n  2^8\n"},
		{"other", on, fence("rust", "fn f() {}"), "  fn f() {}\n"},
		{"plain", Options{Width: 20}, fence("go", "func f()"), "  func f()\n"},
	})
}
