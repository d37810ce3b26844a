package site

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/diag"
)

// The elements that a body may have, with their attributes.
var allowed = map[string]string{
	"p": "class", "h1": "id", "h2": "id", "h3": "id", "h4": "id", "h5": "id", "h6": "id", "a": "href title class role aria-label", "code": "", "pre": "tabindex",
	"ul": "", "ol": "start", "li": "id", "blockquote": "", "em": "", "strong": "", "del": "", "hr": "", "br": "", "img": "src alt",
	"table": "", "thead": "", "tbody": "", "tr": "", "th": "class scope", "td": "class", "input": "type disabled checked aria-label",
	"span": "class id", "div": "class tabindex role", "sup": "id", "section": "class role aria-label",
}

var (
	void     = []string{"hr", "br", "img", "input"}
	tag      = regexp.MustCompile(`^<(/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)>`)
	attr     = regexp.MustCompile(`([a-z-]+)(?:="([^"]*)")?`)
	entity   = regexp.MustCompile(`^&(?:[a-zA-Z0-9]+|#[0-9]+|#x[0-9a-fA-F]+);`)
	safeHref = regexp.MustCompile(`^(?i:https?://|mailto:|#|\.\./)`)
)

// footnoteHref matches the address of a note or of the way back from one.
var footnoteHref = regexp.MustCompile(`href="#([^"]*)" role=`)

// fault returns what is wrong with the markup of a body, or "".
func fault(html string) string { return faultOf(html, allowed, void) }

func faultOf(html string, allowed map[string]string, void []string) string {
	var open []string
	ids := map[string]bool{}
	for i := 0; i < len(html); {
		switch html[i] {
		case '>', '&', '<':
		default:
			i++
			continue
		}
		if html[i] == '&' {
			if m := entity.FindString(html[i:]); m != "" {
				i += len(m)
				continue
			}
			return fmt.Sprintf("bare & at %q", html[i:min(i+20, len(html))])
		}
		m := tag.FindStringSubmatch(html[i:])
		if m == nil {
			return fmt.Sprintf("no tag at %q", html[i:min(i+60, len(html))])
		}
		i += len(m[0])
		name := m[2]
		may, known := allowed[name]
		if !known {
			return "element " + name
		}
		if m[1] == "/" {
			if len(open) == 0 || open[len(open)-1] != name {
				return fmt.Sprintf("</%s> closes %v", name, open)
			}
			open = open[:len(open)-1]
			continue
		}
		for _, a := range attr.FindAllStringSubmatch(m[3], -1) {
			switch {
			case !slices.Contains(strings.Fields(may), a[1]):
				return "attribute " + a[0] + " of " + name
			case a[1] == "href" && !safeHref.MatchString(a[2]):
				return "address " + a[2]
			case a[1] == "src" && !strings.HasPrefix(a[2], "../assets/pages/"):
				return "source " + a[2]
			case a[1] == "id" && ids[a[2]]:
				return "id twice: " + a[2]
			case a[1] == "id":
				ids[a[2]] = true
			}
		}
		if name == "a" && slices.Contains(open, "a") {
			return "a link in a link"
		}
		if !slices.Contains(void, name) {
			open = append(open, name)
		}
	}
	if len(open) > 0 {
		return fmt.Sprintf("%v never closed", open)
	}
	return ""
}

func bodyOf(t testing.TB, p *plan, src string) string {
	t.Helper()
	p.Bodies["TST1001"] = []byte(src)
	html, _, _, err := p.body(p.byCode["TST1001"])
	require.NoError(t, err)
	return html
}

func TestFaultSeesFaults(t *testing.T) {
	for html, want := range map[string]string{
		"<p>a &amp; b</p>": "", "<p>": "never closed", "<p><em></p></em>": "closes", "<script>": "element script", `<p onclick="x">`: "attribute",
		`<a href="javascript:x">`: "address", `<img src="http://x/y">`: "source", "a & b": "bare &", "a < b": "no tag", `<h2 id="a"></h2><h2 id="a"></h2>`: "twice",
		`<a href="#"><a href="#">`: "a link in a link", "a > b": "no tag",
	} {
		if got := fault(html); want == "" {
			assert.Empty(t, got, html)
		} else {
			assert.Contains(t, got, want, html)
		}
	}
}

// Whatever a page holds, its markup is that of the list above, well nested, and
// leads nowhere but to safe addresses.
func FuzzBody(f *testing.F) {
	for _, seed := range []string{body, "[<https://a.b>](c.md)", "[a](<b c> \"t&quot;\")", "<a id=x></a><a id=x></a>", "## x\n<a id=x-1></a>\n## x\n\n# y", "| a |\n|:-:|\n| b | c |", "- [x] a\n\n  b",
		"![a](b \"c\") ![d](shot.png)", "&lt;script&gt; &#60;b&#62;", "http://a.b/<c>&d;", "<div>\n\n</div><!-- x", "[a](java\tscript:x)", "<javascript:x> <MAILTO:a@b.c>", "\\<b> **a*", "[![a](http://x.y/z)](b)", "> [!NOTE]\n> a", "> [!TIP]  \n\n- > [!tip]\n  > *b*",
		"a[^1] [b[^1]](c.md) ![^2][^1](x)\n\n[^1]: d[^2]\n[^2]:\n    > [^3]: e\n\n[^4]: [^3]<a id=Footnote-1>"} {
		f.Add(seed)
	}
	p, err := newPlan(fixture())
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, src string) {
		html := bodyOf(t, p, src)
		msg := fault(html)
		for _, m := range footnoteHref.FindAllStringSubmatch(html, -1) {
			if msg == "" && !strings.Contains(html, `id="`+m[1]+`"`) {
				msg = "footnotes lead nowhere: " + m[1]
			}
		}
		if msg != "" {
			t.Errorf("%s\nsource %q\nbody %q", msg, src, html)
		}
	})
}

func TestEveryPageIsWellNested(t *testing.T) {
	out, _ := build(t, fixture())
	elements := maps.Clone(allowed)
	for _, frame := range strings.Fields("html head body meta title link script header nav label section article main footer button dl dt dd b") {
		elements[frame] = ""
	}
	names := regexp.MustCompile(`<(/?)([a-z][a-z0-9]*)(?:\s[^<>]*)?>`)
	each(t, out, func(name, html string) {
		html = strings.TrimPrefix(html, "<!DOCTYPE html>")
		bare := names.ReplaceAllString(html, "<$1$2>") // the attributes have tests of their own
		assert.Empty(t, faultOf(bare, elements, append(slices.Clone(void), "meta", "link")), name)
	})
}

func TestNamesInTheLinkTemplateLead(t *testing.T) {
	in := fixture()
	in.Base = "https://example.org/docs/"
	in.Catalog.Codes = []*diag.Descriptor{{Code: "TST1001", Name: "SocketKept", Family: "net", URL: "https://example.org/docs/SocketKept/"}}
	out, stats := build(t, in)
	assert.Equal(t, 1, stats.Redirects)
	assert.Contains(t, read(t, out, "SocketKept", "index.html"), "url=../TST1001/index.html")
}
