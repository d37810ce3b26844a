package site

import (
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
