package highlight

import (
	"html"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestHTML(t *testing.T) {
	for _, c := range []struct{ lang, code, want string }{
		{"go", "// x\nvar s = \"a\\\"b\" + `r\nw` // y", "<span class=\"c\">// x</span>\n<span class=\"k\">var</span> s = <span class=\"s\">&#34;a\\&#34;b&#34;</span> + <span class=\"s\">`r\nw`</span> <span class=\"c\">// y</span>"},
		{"sh", "echo $HOME ${X} '#' # c", `echo <span class="v">$HOME</span> <span class="v">${X}</span> <span class="s">&#39;#&#39;</span> <span class="c"># c</span>`},
		{"console", "$ ls\na $ b", "<span class=\"p\">$</span> ls\na $ b"},
		{"yaml", "a-b: 'x' # y\nurl: http://x\n- true", "<span class=\"a\">a-b</span>: <span class=\"s\">&#39;x&#39;</span> <span class=\"c\"># y</span>\n<span class=\"a\">url</span>: http://x\n- <span class=\"k\">true</span>"},
		{"json", `{"a": "b", "n": 12}`, `{<span class="a">&#34;a&#34;</span>: <span class="s">&#34;b&#34;</span>, <span class="a">&#34;n&#34;</span>: <span class="n">12</span>}`},
		{"toml", "a = 1", `<span class="a">a</span> = <span class="n">1</span>`},
		{"diff", "-a\n+b\n c\n", "<span class=\"x\">-a</span>\n<span class=\"i\">+b</span>\n c\n"},
		{"text", "[MGS2008] x (see https://a.b/c)\n  vars=[A] q=\"b=c\" d.e=f\nplain [MGS2008]\n", "<span class=\"d\">[MGS2008]</span> x (see <span class=\"u\">https://a.b/c</span>)\n  <span class=\"a\">vars</span>=[A] <span class=\"a\">q</span>=<span class=\"s\">&#34;b=c&#34;</span> <span class=\"a\">d.e</span>=f\nplain [MGS2008]\n"},
		{"nope", "<b>&", "&lt;b&gt;&amp;"},
	} {
		assert.Equal(t, c.want, string(HTML(c.lang, []byte(c.code))), c.lang)
	}
}

var span = regexp.MustCompile(`</?span[^>]*>`)

// Without its spans, the output is the code.
func FuzzHTML(f *testing.F) {
	for name := range languages {
		f.Add(name, "a /* b */ \"c\\\" 'd' `e` # f\n$ g: ${h} 1.5 -- i\n[AB12] j (see http://k)\n  l=\"m\"\n+n")
	}
	for _, name := range []string{"text", "diff", "", "nope"} {
		f.Add(name, "[A1] x (see http\n  a.b=\"c\n-")
	}
	f.Fuzz(func(t *testing.T, lang, code string) {
		got := html.UnescapeString(span.ReplaceAllString(string(HTML(lang, []byte(code))), ""))
		if want := html.UnescapeString(html.EscapeString(code)); got != want {
			t.Errorf("%s: %q became %q", lang, want, got)
		}
	})
}
