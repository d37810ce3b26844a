package catalog

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Faults of other registries that were reported in public, and what a catalog
// does about each.
func TestReportedFaults(t *testing.T) {
	for name, check := range map[string]func(s shelf){
		"meshery/meshkit#1106: one code for two meanings is only logged": func(s shelf) {
			s.write("two/TST1001.md", front("TST1001: another meaning"))
			_, msg := s.load()
			assert.Contains(s, msg, "two/TST1001.md:2:8: TST1001 has two pages, this one and one/TST1001.md")
		},
		"meshery/meshkit#903: a number has several meanings": func(s shelf) {
			r := rand.New(rand.NewPCG(1, 2))
			for range 20 {
				files, codes := map[string]bool{}, map[string]bool{}
				for range 4 {
					code := "TST" + strconv.Itoa(3000+r.IntN(12))
					file := []string{"one/", "two/"}[r.IntN(2)] + code + ".md"
					s.write(file, front(code+": x", "level: warn"))
					files[file], codes[code] = true, true
				}
				_, msg := s.load()
				assert.Equal(s, len(files)-len(codes), strings.Count(msg, "has two pages"), msg)
				for file := range files {
					s.remove(file)
				}
			}
		},
		"meshery-extensions/meshery-linkerd#322: entries are dropped without a word": func(s shelf) {
			c, msg := s.load()
			require.Empty(s, msg)
			assert.Len(s, c.Pages, 4)
			assert.Len(s, c.Lock.Entries, 4)
			assert.Len(s, c.Descriptors(), 4)
		},
		"rust-lang/rust#148558: two codes of one meaning": func(s shelf) {
			s.write("two/TST2002.md", front("TST2002: bare"))
			c, msg := s.load()
			require.Empty(s, msg)
			assert.Contains(s, c.Notes, `one title on 2 pages (TST2001, TST2002): "bare"`)
		},
		"vitess: a code whose text is another code": func(s shelf) {
			s.edit("two/TST2001.md", "TST2001:", "TST2002:")
			_, msg := s.load()
			assert.Contains(s, msg, `two/TST2001.md:2:8: title "TST2002: bare": want "TST2001: "`)
		},
		"magus 23286c9: a split is recorded and the old code stays": func(s shelf) {
			s.edit("two/TST2001.md", "\n---", "\nstatus: {state: deprecated, since: v2, replaced_by: [TST2002, TST2003]}\n---")
			s.write("two/TST2002.md", front("TST2002: one half"))
			s.write("two/TST2003.md", front("TST2003: other half"))
			s.ship()
			assert.Contains(s, s.lock(), "TST2001 - two warn deprecated\nTST2002 - two warn active\nTST2003 - two warn active\n")
		},
		"istio/istio#39911: a code without a page": func(s shelf) {
			s.ship()
			s.remove("two/TST2001.md")
			_, msg := s.load()
			assert.Contains(s, msg, "TST2001 has shipped and its page two/TST2001.md is gone")
		},
		"haskellfoundation/error-message-index#442: a code that is not described yet": func(s shelf) {
			s.write("two/TST2002.md", front("TST2002: later", "draft: true"))
			c, msg := s.load()
			require.Empty(s, msg)
			assert.True(s, c.Descriptor(c.Page("TST2002")).Draft)
		},
		"python/mypy#15431: an address depends on a heading": func(s shelf) {
			c, _ := s.load()
			before := c.Descriptor(c.Page("TST2001")).URL
			s.edit("two/TST2001.md", "bare", "a new title")
			s.edit("two/TST2001.md", "Text.", "# Another heading")
			c, msg := s.load()
			require.Empty(s, msg)
			assert.Equal(s, before, c.Descriptor(c.Page("TST2001")).URL)
		},
		"vercel/next.js#11937: the site of the pages moves": func(s shelf) {
			s.ship()
			s.edit("catalog.yaml", "https://example.com/{family}/{code}", "https://docs.example.org/{code}/")
			c, msg := s.load()
			require.Empty(s, msg)
			assert.Equal(s, "https://docs.example.org/TST2001/", c.Descriptor(c.Page("TST2001")).URL)
			assert.Equal(s, s.lock(), string(c.Lock.Bytes()))
		},
		"jest-community/eslint-plugin-jest#79: links of a release lead to the branch": func(s shelf) {
			s.edit("catalog.yaml", "https://example.com/{family}/{code}\"", "https://example.com/{ref}/{code}\"\nref: v1.2.0")
			c, msg := s.load()
			require.Empty(s, msg)
			assert.Equal(s, "https://example.com/v1.2.0/TST2001", c.Descriptor(c.Page("TST2001")).URL)
		},
		"gajus/eslint-plugin-jsdoc#1094: pages move and links do not": func(s shelf) {
			s.edit("catalog.yaml", "two:", "three:")
			s.move("two/TST2001.md", "three/TST2001.md")
			c, msg := s.load()
			require.Empty(s, msg)
			assert.Equal(s, "https://example.com/three/TST2001", c.Descriptor(c.Page("TST2001")).URL)
		},
		"rust-lang/rust#93898: a page that no list has": func(s shelf) {
			s.write("three/TST3001.md", front("TST3001: x"))
			_, msg := s.load()
			assert.Contains(s, msg, "three: 1 page in a folder that catalog.yaml does not list")
		},
		"rust-lang/rust#34168: an example that the code no longer prints": func(s shelf) {
			s.edit("one/TST1001.md", "Text.", "```text\n[TST1001] cannot open /x (see https://example.com/one/TST1001)\n  reason=EOF\n```")
			_, msg := s.load()
			assert.Contains(s, msg, "+[TST1001] cannot read ")
		},
		"go-yaml/yaml#668: codes that look like numbers": func(s shelf) {
			for prefix, code := range map[string]string{"E": "E01", "NO": "NO12", "X": "X10"} {
				s.write("number/catalog.yaml", "prefix: "+prefix+"\ndigits: 2\npackage: codes\nlink: https://example.com/{code}\nfamilies: {6e1: 0012, one: {level: warn}}\n")
				s.write("number/one/"+code+".md", front(code+": 1_000", "level: warn", "tags: [0012, 6E01, 1_000, NO, 0x10]", "since: 1.10"))
				c, err := Load(s.dir+"/number", Options{})
				require.NoError(s, err)
				assert.Equal(s, []string{"0012", "6E01", "1_000", "NO", "0x10"}, c.Page(code).Tags)
				assert.Equal(s, "1.10", c.Page(code).Since)
				assert.Equal(s, "0012", c.Family("6e1").Title)
				s.remove("number/one/" + code + ".md")
			}
		},
		"dotnet/roslyn-analyzers#5032: prose asks for steps, and steps are unclear": func(s shelf) {
			s.ship()
			s.edit("one/TST1001.md", "file not readable", "other words")
			s.edit("one/TST1001.md", "Text.", "Other text.")
			c, msg := s.load()
			require.Empty(s, msg)
			assert.Equal(s, s.lock(), string(c.Lock.Bytes()))
			s.edit("one/TST1001.md", "level: error", "level: info")
			_, msg = s.load()
			assert.True(s, strings.HasSuffix(msg, "record it: gen -accept TST1001"), msg)
		},
	} {
		t.Run(name, func(t *testing.T) { check(newShelf(t)) })
	}
}
