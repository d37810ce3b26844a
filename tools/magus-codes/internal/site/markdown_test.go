package site

import (
	"regexp"
	"strings"
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

// The places that a heading names are there when the page's title stands for it.
func TestPlacesInTheTitle(t *testing.T) {
	for body, want := range map[string]string{
		"# <a id=\"x\"></a>TST1001: socket kept":                                   `<h1 id="tst1001-socket-kept"><span id="x"></span><code>`,
		"TST1001: <a name='a&quot;b'></a>socket kept <a id=y></a>\n===":            `<h1 id="tst1001-socket-kept"><span id="a&#34;b"></span><span id="y"></span><code>`,
		"# TST1001 <a id=\"tst1001\"></a><a id=\"z\"></a>\n\n<a id=z></a>\n\n## z": `<h1 id="tst1001"><code>`,
		"# <a id=\"Main\"></a><a id=w></a>TST1001\n\n<a id=w></a>":                 `<h1 id="tst1001"><span id="w"></span><code>`,
	} {
		in := fixture()
		in.Bodies["TST1001"] = []byte(body)
		out, _ := build(t, in)
		page := read(t, out, "TST1001", "index.html")
		assert.Contains(t, page, want, body)
		assert.NotContains(t, page, "<h2>", body)
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

// Footnotes stand at the end, by the number of their first reference, with a way
// back to each.
func TestFootnotes(t *testing.T) {
	p, err := newPlan(fixture())
	require.NoError(t, err)
	ref := func(id, to string) string {
		return `<sup id="Footnote-` + to + `-text` + id + `"><a href="#Footnote-` + to + `" role="doc-noteref" aria-label="Footnote ` + to + `">` + to + `</a></sup>`
	}
	back := func(to string) string {
		return `<a href="#Footnote-` + to + `-text" role="doc-backlink" aria-label="Back to footnote ` + to + ` in the text">` + "\u21a9\ufe0e</a>"
	}
	again := func(to, n string) string {
		return ` <a href="#Footnote-` + to + `-text-` + n + `" role="doc-backlink" aria-label="Back to footnote ` + to + ` in the text, place ` + n + `">` + "\u21a9\ufe0e<sup>" + n + "</sup></a>"
	}
	note := func(n, html string) string { return "<li id=\"Footnote-" + n + "\">\n" + html + "</li>\n" }
	notes := func(all ...string) string {
		return "<section class=\"footnotes\" role=\"doc-endnotes\" aria-label=\"Footnotes\">\n<ol>\n" + strings.Join(all, "") + "</ol>\n</section>\n"
	}
	one := notes(note("1", "<p>word "+back("1")+"</p>\n"))
	for src, want := range map[string]string{
		"A note[^1] and two[^b].\n\n[^1]: word\n[^b]: some words here\n": "<p>A note" + ref("", "1") + " and two" + ref("", "2") + ".</p>\n" +
			notes(note("1", "<p>word "+back("1")+"</p>\n"), note("2", "<p>some words here "+back("2")+"</p>\n")),
		"a[^y][^x]\n[^x]: X\n[^y]: Y": "<p>a" + ref("", "1") + ref("", "2") + "</p>\n" +
			notes(note("1", "<p>Y "+back("1")+"</p>\n"), note("2", "<p>X "+back("2")+"</p>\n")),
		"a[^1] b[^1]\n\n[^1]: word":        "<p>a" + ref("", "1") + " b" + ref("-2", "1") + "</p>\n" + notes(note("1", "<p>word "+back("1")+again("1", "2")+"</p>\n")),
		"a[^Ä]\n\n[^ä]: word\n[^Ä]: other": "<p>a" + ref("", "1") + "</p>\n" + one,
		"a[^1]\n\n[^1]:":                   "<p>a" + ref("", "1") + "</p>\n" + notes(note("1", "<p>"+back("1")+"</p>\n")),
		"a[^1]\n\n[^1]:\n    - b":          "<p>a" + ref("", "1") + "</p>\n" + notes(note("1", "<ul>\n<li>b</li>\n</ul>\n<p>"+back("1")+"</p>\n")),
		"a[^1]\n\n[^1]: see [^2]\n[^2]: [^3]: word": "<p>a" + ref("", "1") + "</p>\n" +
			notes(note("1", "<p>see "+ref("", "2")+" "+back("1")+"</p>\n"), note("2", "<p>"+back("2")+"</p>\n")),
		"> a\n> [^1]: word\n\nb[^1]":                   "<blockquote>\n<p>a</p>\n</blockquote>\n<p>b" + ref("", "1") + "</p>\n" + one,
		"a![^1]\n\n[^1]: word":                         "<p>a!" + ref("", "1") + "</p>\n" + one,
		"[a[^1]](#b)\n\n[^1]: word":                    "<p><a href=\"#b\">a<sup id=\"Footnote-1-text\">1</sup></a></p>\n" + one,
		"## a[^1]\n\n[^1]: word":                       "<h2 id=\"a1\">a" + ref("", "1") + "<a class=\"anchor\" href=\"#a1\" aria-label=\"Link to section a1\">#</a></h2>\n" + one,
		"[^1]: word\n# TST1001\n\na[^1]":               "<p>a" + ref("", "1") + "</p>\n" + one,
		"[^1]: word\n# TST1001\n\na":                   "<p>a</p>\n",
		"[^1]: [^1]\n\n[^2]: word":                     "",
		"a[^1](#b)\n\n[^1]: word":                      "<p>a<a href=\"#b\">^1</a></p>\n",
		"a[^1](so it is)\n\n[^1]: word":                "<p>a" + ref("", "1") + "(so it is)</p>\n" + one,
		"a[^x] \\[^1] `[^1]`\n\n[^1]: word":            "<p>a[^x] [^1] <code>[^1]</code></p>\n",
		"a[^a b]\n\n[^a b]: #c":                        "<p>a<a href=\"#c\">^a b</a></p>\n",
		"a[^1]<a id=\"Footnote-1\"></a>\n\n[^1]: word": "<p>a" + ref("", "1") + "&lt;a id=&quot;Footnote-1&quot;&gt;&lt;/a&gt;</p>\n" + one,
	} {
		html := bodyOf(t, p, src)
		assert.Equal(t, want, html, src)
		assert.Empty(t, fault(html), src)
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
