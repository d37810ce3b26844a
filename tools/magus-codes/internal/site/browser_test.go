//go:build unix

package site

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func fileURL(elem ...string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(elem...))}).String()
}

// The site in a real browser.
func TestBrowser(t *testing.T) {
	b := newBrowser(t)
	out, _ := build(t, fixture())
	for name, test := range map[string]func(*browser, string){"behaviour": behaviour, "accessibility": accessibility, "screens": screens} {
		t.Run(name, func(t *testing.T) {
			b.t, b.asked, b.console = t, nil, nil
			test(b, out)
		})
	}
	b.t = t
}

// The site as a folder and under a sub-path of a server.
func behaviour(b *browser, out string) {
	t := b.t
	server := httptest.NewServer(http.StripPrefix("/some/where", http.FileServer(http.Dir(out))))
	defer server.Close()
	for name, root := range map[string]string{"folder": fileURL(out), "server": server.URL + "/some/where"} {
		t.Run(name, func(t *testing.T) {
			b.t = t
			run := func(name string, test func(t *testing.T)) {
				t.Run(name, func(inner *testing.T) {
					b.t = inner
					test(inner)
				})
				b.t = t
			}
			run("search", func(*testing.T) { searchByKeyboard(b, root) })
			run("shared search", func(t *testing.T) {
				b.open(root + "/index.html#q=old%20socket")
				b.until(`document.querySelectorAll("#Results a").length > 0`)
				assert.Equal(t, "1 code found.", b.text(`document.getElementById("Hits").textContent`))
			})
			run("redirect", func(t *testing.T) {
				b.navigate(root + "/TST0999/index.html")
				b.arrive(root + "/TST1001/index.html")
				assert.Equal(t, "TST1001: socket kept", b.text("document.title"))
			})
			run("hostile page", func(*testing.T) { hostilePage(b, root) })
			run("copy", func(t *testing.T) {
				b.open(root + "/TST2001/index.html")
				b.js(`document.getElementById("Copy").click()`, nil)
				b.until(`document.getElementById("Copied").textContent !== ""`)
				want := root + "/TST2001/"
				if name == "folder" {
					want = "https://example.org/docs/net/TST2001.md"
				}
				assert.Equal(t, want, b.text(`document.getElementById("Permalink").textContent`))
			})
			for _, address := range b.asked {
				assert.True(t, strings.HasPrefix(address, root), "asked for %s", address)
			}
			assert.Empty(t, b.console)
			b.asked, b.console = nil, nil
		})
	}
	b.t = t
}

func searchByKeyboard(b *browser, root string) {
	t := b.t
	b.open(root + "/TST2001/index.html")
	b.key("/", "/", 191)
	assert.Equal(t, "Search", b.text("document.activeElement.id"))
	b.call("Input.insertText", map[string]any{"text": "tst100"}, nil)
	b.until(`document.querySelectorAll("#Results a").length === 2`)
	assert.Equal(t, "2 codes found.", b.text(`document.getElementById("Hits").textContent`))
	assert.Empty(t, b.text(`String(document.querySelectorAll("#Results img").length || "")`), "titles are text")
	b.key("ArrowDown", "", 40)
	b.key("ArrowDown", "", 40)
	assert.True(t, strings.HasPrefix(b.text("document.activeElement.textContent"), "TST1002"))
	b.key("Escape", "", 27)
	b.until(`document.getElementById("Found").hidden && document.activeElement.id === "Search"`)
	b.js(`document.getElementById("Search").value = ""`, nil)
	b.call("Input.insertText", map[string]any{"text": "zzz nothing"}, nil)
	b.until(`document.getElementById("Hits").textContent === "No code found."`)
	b.js(`document.getElementById("Search").value = ""`, nil)
	b.call("Input.insertText", map[string]any{"text": "daemon"}, nil)
	b.until(`document.querySelectorAll("#Results a").length === 1`)
	b.key("Enter", "\r", 13)
	b.arrive(root + "/TST1001/index.html")
	assert.Equal(t, "TST1001: socket kept", b.text("document.title"))
}

func hostilePage(b *browser, root string) {
	t := b.t
	b.open(root + "/TST1001/index.html")
	var n int
	b.js(`document.scripts.length`, &n)
	assert.Equal(t, 1, n)
	b.js(`document.images.length`, &n)
	assert.Equal(t, 1, n, "the one bitmap of the catalog's folder")
	b.js(`document.images[0].naturalWidth`, &n)
	assert.Equal(t, 32, n, "the policy lets the picture through")
	assert.Equal(t, "system-ui, sans-serif", b.text(`getComputedStyle(document.body).fontFamily`), "the policy lets the style through")
	b.js(`[...document.links].filter((a) => !["http:", "https:", "file:", "mailto:"].includes(a.protocol)).length`, &n)
	assert.Zero(t, n)
}

func accessibility(b *browser, out string) {
	t := b.t
	for _, page := range []string{"index.html", "TST1001/index.html", "TST1002/index.html", "family/index.html", "tag/daemon/index.html"} {
		b.open(fileURL(out, page))
		roles := map[string]int{}
		level, headings := 0, 0
		for _, n := range b.accessibility() {
			roles[n.Role.Value]++
			switch n.Role.Value {
			case "link", "button", "searchbox", "checkbox", "heading", "image", "navigation", "DescriptionListTerm", "doc-noteref", "doc-backlink", "doc-endnotes":
				if n.Role.Value != "DescriptionListTerm" {
					assert.NotEmpty(t, n.Name.Value, "%s: a %s without a name", page, n.Role.Value)
				}
			}
			for _, p := range n.Properties {
				if v, ok := p.Value.Value.(float64); ok && p.Name == "level" && n.Role.Value == "heading" {
					headings++
					assert.LessOrEqual(t, int(v), level+1, "%s: heading %q skips a level", page, n.Name.Value)
					level = int(v)
				}
			}
		}
		assert.Equal(t, 1, roles["main"], page)
		assert.Equal(t, 1, roles["banner"], page)
		assert.Equal(t, 1, roles["contentinfo"], page)
		assert.Equal(t, 1, roles["search"], page)
		assert.Equal(t, 1, roles["searchbox"], page)
		assert.Positive(t, headings, page)
		var h1 int
		b.js(`document.querySelectorAll("h1").length`, &h1)
		assert.Equal(t, 1, h1, page)
		if page == "TST1001/index.html" {
			assert.Equal(t, 5, roles["note"], "alerts")
			assert.Equal(t, 3, roles["doc-noteref"], "references to footnotes")
			assert.Equal(t, 3, roles["doc-backlink"], "ways back")
			assert.Equal(t, 1, roles["doc-endnotes"])
		}
	}
}

// Text stands out from its ground in both schemes (WCAG 2 AA, 4.5 to 1), and no
// page is wider than the screen. MAGUS_SHOTS names a folder for screenshots.
func screens(b *browser, out string) {
	t := b.t
	for _, width := range []int{320, 1440} {
		for _, scheme := range []string{"light", "dark"} {
			b.screen(width, 900, scheme)
			for _, page := range []string{"index.html", "TST1001/index.html", "TST1002/index.html"} {
				name := fmt.Sprintf("%s at %d, %s", page, width, scheme)
				b.open(fileURL(out, page))
				var wide, faint []string
				b.js(tooWide, &wide)
				assert.Empty(t, wide, name)
				b.js(tooFaint, &faint)
				assert.Empty(t, faint, name)
				if dir := os.Getenv("MAGUS_SHOTS"); dir != "" {
					file := fmt.Sprintf("%s-%d-%s.png", strings.NewReplacer("/", "_", ".html", "").Replace(page), width, scheme)
					require.NoError(t, os.WriteFile(filepath.Join(dir, file), b.screenshot(), 0o644))
				}
			}
		}
	}
	assert.Empty(t, b.console)
}

const tooWide = `(() => {
	const width = document.documentElement.clientWidth;
	if (document.documentElement.scrollWidth <= width) return [];
	return [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > width + 1).map((e) => e.outerHTML.slice(0, 120));
})()`

const tooFaint = `(() => {
	const parse = (s) => (s.match(/[\d.]+/g) || []).map(Number);
	const luminance = ([r, g, b]) => {
		const f = (v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
		return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b);
	};
	const ground = (e) => {
		for (; e; e = e.parentElement) {
			const c = parse(getComputedStyle(e).backgroundColor);
			if (c.length === 3 || c[3] > 0) return c;
		}
		return [255, 255, 255];
	};
	const bad = [];
	for (const e of document.querySelectorAll("body *")) {
		const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
		const style = getComputedStyle(e);
		if (!own || e.closest("[hidden]") || style.opacity === "0") continue;
		const [a, b] = [luminance(parse(style.color)), luminance(ground(e))].sort((x, y) => y - x);
		if ((a + 0.05) / (b + 0.05) < 4.5) bad.push(e.outerHTML.slice(0, 120));
	}
	return bad;
})()`
