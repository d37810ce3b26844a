package site

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/diag"
)

func TestTitleStandsOnce(t *testing.T) {
	for body, once := range map[string]bool{
		"# TST1001: use of `foo`\n\nx":             true,
		"# Use of `foo`\n\nx":                      true,
		"# TST1001\n\nx":                           true,
		"TST1001: use of `foo`\n=====\n\nx":        true,
		"<!-- a -->\n<!-- b\n\nc -->\n\n# TST1001": true,
		"<p>a</p>\n\n# TST1001":                    false,
		"x\n\n# TST1001":                           false,
		"> # TST1001":                              false,
		"# Use of `foo` and more":                  false,
		"## TST1001":                               false,
	} {
		in := fixture()
		in.Catalog.Codes = []*diag.Descriptor{{Code: "TST1001", Title: "use of `foo`", Family: "net"}}
		in.Bodies = map[string][]byte{"TST1001": []byte(body)}
		out, _ := build(t, in)
		page := read(t, out, "TST1001", "index.html")
		if once {
			assert.NotContains(t, page, "<h2", body)
		} else {
			assert.Contains(t, page, "<h2", body)
		}
	}
}

// Quotes that GitHub and the terminal show as alerts are alerts here.
func TestAlerts(t *testing.T) {
	p, err := newPlan(fixture())
	require.NoError(t, err)
	title := func(class, title string) string {
		return "<div class=\"alert " + class + "\" role=\"note\">\n<p class=\"title\">" + title + "</p>\n"
	}
	for src, want := range map[string]string{
		"> [!NOTE]\n> *a*\n> b\n":           title("note", "Note") + "<p><em>a</em>\nb</p>\n</div>\n",
		"> [!tip]  \n> a\n":                 title("tip", "Tip") + "<p>a</p>\n</div>\n",
		"> [!IMPORTANT]\n>\n> a\n":          title("important", "Important") + "<p>a</p>\n</div>\n",
		"> [!WARNING]\n> - a\n":             title("warning", "Warning") + "<ul>\n<li>a</li>\n</ul>\n</div>\n",
		"> [!Caution]\n":                    title("caution", "Caution") + "</div>\n",
		"> [!NOTE]\n> > [!TIP]\n> > a\n":    title("note", "Note") + title("tip", "Tip") + "<p>a</p>\n</div>\n</div>\n",
		"> [!NOTE] a\n":                     "<blockquote>\n<p>[!NOTE] a</p>\n</blockquote>\n",
		"> [!OTHER]\n> a\n":                 "<blockquote>\n<p>[!OTHER]\na</p>\n</blockquote>\n",
		"> a\n> [!NOTE]\n":                  "<blockquote>\n<p>a\n[!NOTE]</p>\n</blockquote>\n",
		"> [!NOTE]\n> a\n\n[!note]: #top\n": "<blockquote>\n<p><a href=\"#top\">!NOTE</a>\na</p>\n</blockquote>\n",
	} {
		html := bodyOf(t, p, src)
		assert.Equal(t, want, html, src)
		assert.Empty(t, fault(html), src)
	}
}

// What a link may lead to on GitHub and by the check is there, whatever element
// has it.
func TestAnchors(t *testing.T) {
	p, err := newPlan(fixture())
	require.NoError(t, err)
	for src, want := range map[string]string{
		"a<a id=\"x\"></a> b":          "<p>a<span id=\"x\"></span> b</p>\n",
		"a<a name=Old></a> b":          "<p>a<span id=\"Old\"></span> b</p>\n",
		"a<sup id=\"x\">1</sup>":       "<p>a<span id=\"x\"></span>&lt;sup id=&quot;x&quot;&gt;1&lt;/sup&gt;</p>\n",
		"<div id=x>\n<p id='y&lt;'>\n": "<pre tabindex=\"0\"><code><span id=\"x\"></span><span id=\"y&lt;\"></span>&lt;div id=x&gt;\n&lt;p id='y&amp;lt;'&gt;</code></pre>\n",
		"## x\n<b id=x> <b id=Main>":   "<h2 id=\"x\">x<a class=\"anchor\" href=\"#x\" aria-label=\"Link to section x\">#</a></h2>\n<p>&lt;b id=x&gt; &lt;b id=Main&gt;</p>\n",
		"x <!-- <a id=x> --> a":        "<p>x  a</p>\n",
		"<a id=x></a><a id=x></a>":     "<p><span id=\"x\"></span>&lt;a id=x&gt;&lt;/a&gt;</p>\n",
	} {
		html := bodyOf(t, p, src)
		assert.Equal(t, want, html, src)
		assert.Empty(t, fault(html), src)
		p.Bodies["TST1001"] = nil
	}
}

func TestFrameNames(t *testing.T) {
	page, err := templateFiles.ReadFile("templates/site.html")
	require.NoError(t, err)
	var names []string
	for _, m := range regexp.MustCompile(` id="([^"{]+)"`).FindAllSubmatch(page, -1) {
		names = append(names, string(m[1]))
	}
	assert.ElementsMatch(t, names, frameNames)
}
