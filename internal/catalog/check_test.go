package catalog

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What no single page can know.
func TestCheck(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(s shelf)
		want   []string // whole lines
	}{
		"one code twice": {
			func(s shelf) { s.write("two/TST1001.md", front("TST1001: again")) },
			[]string{"two/TST1001.md:2:8: TST1001 has two pages, this one and one/TST1001.md:2:8: give one of them a number of its own, or remove it"},
		},
		"one code twice, with a fault in the page": {
			func(s shelf) { s.write("two/TST1001.md", front("TST1001: again", "leval: warn")) },
			[]string{
				"two/TST1001.md:2:8: TST1001 has two pages, this one and one/TST1001.md:2:8: give one of them a number of its own, or remove it",
				`two/TST1001.md:3:1: unknown key "leval": did you mean "level"?`,
			},
		},
		"one code twice, in a folder that is no family": {
			func(s shelf) { s.write("copies/TST1001.md", front("TST1001: again")) },
			[]string{"copies/TST1001.md:2:8: TST1001 has two pages, this one and one/TST1001.md:2:8: give one of them a number of its own, or remove it"},
		},
		"one code twice, in no folder and too deep": {
			func(s shelf) {
				s.write("TST1001.md", front("TST1001: again"))
				s.write("one/old/TST1002.md", "# no front matter\n")
			},
			[]string{
				"TST1001.md:2:8: TST1001 has two pages, this one and one/TST1001.md:2:8: give one of them a number of its own, or remove it",
				"one/old/TST1002.md:1:1: TST1002 has two pages, this one and one/TST1002.md:2:8: give one of them a number of its own, or remove it",
			},
		},
		"a folder of copies and of another page": {
			func(s shelf) {
				s.write("copies/TST1001.md", front("TST1001: again"))
				s.write("copies/TST3001.md", front("TST3001: other"))
			},
			[]string{
				`copies: 1 page in a folder that catalog.yaml does not list: add under families a line such as "  copies: {title: copies, numbers: 3001}"`,
				"copies/TST1001.md:2:8: TST1001 has two pages, this one and one/TST1001.md:2:8: give one of them a number of its own, or remove it",
			},
		},
		"a copy in a family of other numbers": {
			func(s shelf) {
				s.edit("catalog.yaml", "{one:", "{a: {title: A, numbers: 5000-5999, level: warn}, one:")
				s.edit("catalog.yaml", "title: One", "title: One, numbers: 1000-1999")
				s.write("a/TST1001.md", front("TST1001: again"))
			},
			[]string{"a/TST1001.md:2:8: TST1001 has two pages, this one and one/TST1001.md:2:8: give one of them a number of its own, or remove it"},
		},
		"a copy that shows output": {
			func(s shelf) {
				s.edit("one/TST1001.md", "Text.", "```text\n[TST1001] cannot read /x (see https://example.com/one/TST1001)\n  reason=EOF\n```")
				s.edit("one/TST1002.md", "Text.", "```text\n[TST1001] cannot open /x (see https://example.com/one/TST1001)\n```")
				text, err := os.ReadFile(filepath.Join(s.dir, "one", "TST1001.md"))
				require.NoError(s, err)
				s.write("two/TST1001.md", string(text))
			},
			[]string{"two/TST1001.md:2:8: TST1001 has two pages, this one and one/TST1001.md:2:8: give one of them a number of its own, or remove it"},
		},
		"related to a page with a fault": {
			func(s shelf) {
				s.edit("two/TST2001.md", "\n---", "\nrelated: [TST1001]\n---")
				s.edit("one/TST1001.md", "level: error", "level: loud")
			},
			[]string{`one/TST1001.md:4:8: level "loud": want debug, info, warn or error`},
		},
		"related to a page that is gone": {
			func(s shelf) {
				s.edit("two/TST2001.md", "\n---", "\nrelated: [TST1002]\n---")
				s.ship()
				s.remove("one/TST1002.md")
			},
			[]string{
				`codes.lock:2:1: TST1002 has shipped and its page one/TST1002.md is gone: bring it back with "status: {state: retired, since: VERSION, reason: WHY}", or list TST1002 under aliases of the page that took its place; if it never left your branch, delete this line`,
				`two/TST2001.md:4:11: related: no page has the code "TST1002"`,
			},
		},
		"gone beside a page with a fault": {
			func(s shelf) {
				s.ship()
				s.remove("two/TST2001.md")
				s.edit("one/TST1001.md", "level: error", "level: loud")
			},
			[]string{
				`codes.lock:4:1: TST2001 has shipped and its page two/TST2001.md is gone: bring it back with "status: {state: retired, since: VERSION, reason: WHY}", or list TST2001 under aliases of the page that took its place; if it never left your branch, delete this line`,
				`one/TST1001.md:4:8: level "loud": want debug, info, warn or error`,
			},
		},
		"gone beside a page with a fault that may have taken its place": {
			func(s shelf) {
				s.ship()
				s.remove("two/TST2001.md")
				s.edit("one/TST1001.md", "level: error", "aliases: [TST2001]\nlevel: loud")
			},
			[]string{`one/TST1001.md:5:8: level "loud": want debug, info, warn or error`},
		},
		"no level on one page": {
			func(s shelf) { s.write("one/TST1004.md", front("TST1004: x")) },
			[]string{`one/TST1004.md:1:1: level is missing: add a line such as "level: warn" (debug, info, warn or error)`},
		},
		"no level on fewer than half": {
			func(s shelf) {
				for n := 1004; n < 1020; n++ {
					level := "level: warn"
					if n%4 == 0 {
						level = ""
					}
					s.write(fmt.Sprintf("one/TST%d.md", n), front(fmt.Sprintf("TST%d: page %d", n, n), level))
				}
			},
			[]string{
				`one/TST1004.md:1:1: level is missing: add a line such as "level: warn" (debug, info, warn or error)`,
				`one/TST1008.md:1:1: level is missing: add a line such as "level: warn" (debug, info, warn or error)`,
				`one/TST1012.md:1:1: level is missing: add a line such as "level: warn" (debug, info, warn or error)`,
				`one/TST1016.md:1:1: level is missing: add a line such as "level: warn" (debug, info, warn or error)`,
			},
		},
		"most outside the numbers": {
			func(s shelf) {
				s.edit("catalog.yaml", "title: One", "title: One, numbers: 1-99")
				s.write("one/TST1004.md", front("TST1004: x", "level: warn"))
			},
			[]string{"catalog.yaml:5:12: 4 pages of family one outside its numbers 1-99 (TST1001, TST1002, TST1003, TST1004): widen the numbers here, or give them other ones"},
		},
		"a heading of another code": {
			func(s shelf) { s.edit("two/TST2001.md", "Text.", "```\n# TST1001\n```\n\n# TST2002: bare\n") },
			[]string{`two/TST2001.md:9:1: heading "TST2002: bare" begins with another code: want TST2001, the page's own`},
		},
		"an underlined heading of another code": {
			func(s shelf) { s.edit("two/TST2001.md", "Text.", "TST2002 bare\n===\n\n# TST1001\n") },
			[]string{`two/TST2001.md:5:1: heading "TST2002 bare" begins with another code: want TST2001, the page's own`},
		},
		"a heading of the page's own code": {
			func(s shelf) { s.edit("two/TST2001.md", "Text.", "## TST1001\n\n# TST2001: bare\n\n# TST1001\n") },
			nil,
		},
		"headings in the order of catalog.yaml": {
			func(s shelf) {
				s.edit("catalog.yaml", "families", "headings: [Why, What to do, See also]\nfamilies")
				for _, p := range []string{"one/TST1001.md", "one/TST1002.md"} {
					s.edit(p, "Text.", "## Why\n## What to do\n## See also\n")
				}
			},
			[]string{
				`two/TST2001.md:5:1: no heading "Why", which catalog.yaml asks for: add a line "## Why"`,
				`two/TST2001.md:5:1: no heading "What to do", which catalog.yaml asks for: add a line "## What to do"`,
				`two/TST2001.md:5:1: no heading "See also", which catalog.yaml asks for: add a line "## See also"`,
			},
		},
		"pages with other extensions": {
			func(s shelf) {
				for _, name := range []string{"TST1004.markdown", "TST1005", "TST1006.md.txt", "TST1007.png", "notes.txt"} {
					s.write("one/"+name, "")
				}
			},
			[]string{
				`one/TST1004.markdown:1:1: a name that no code can have: want TST1004.md; put a "_" in front of the name of a file that is no code's page`,
				`one/TST1005:1:1: a name that no code can have: want TST1005.md; put a "_" in front of the name of a file that is no code's page`,
			},
		},
		"one name twice, in another case": {
			func(s shelf) { s.write("two/TST2002.md", front("TST2002: x", "name: Fileunreadable")) },
			[]string{"two/TST2002.md:3:7: name: Fileunreadable is already the name of one/TST1001.md: one word must lead to one page"},
		},
		"alias is a code": {
			func(s shelf) { s.edit("two/TST2001.md", "\n---", "\naliases: [TST1001]\n---") },
			[]string{"two/TST2001.md:4:11: aliases: TST1001 is already the code of one/TST1001.md: one word must lead to one page"},
		},
		"alias is a name": {
			func(s shelf) { s.edit("two/TST2001.md", "\n---", "\naliases: [Several]\n---") },
			[]string{"two/TST2001.md:4:11: aliases: Several is already the name of one/TST1002.md: one word must lead to one page"},
		},
		"alias twice": {
			func(s shelf) {
				s.edit("two/TST2001.md", "\n---", "\naliases: [Old]\n---")
				s.edit("one/TST1002.md", "name: Several", "name: Several\naliases: [Old]")
			},
			[]string{"two/TST2001.md:4:11: aliases: Old is already an alias of one/TST1002.md: one word must lead to one page"},
		},
		"related to nothing": {
			func(s shelf) { s.edit("two/TST2001.md", "\n---", "\nrelated: [TST1011]\n---") },
			[]string{`two/TST2001.md:4:11: related: no page has the code "TST1011"; did you mean TST1001?`},
		},
		"the elements of long lists": {
			func(s shelf) {
				s.edit("two/TST2001.md", "\n---", "\naliases:\n- Old\n- SEVERAL\nrelated:\n- TST1001\n- TST1011\nstatus:\n  state: deprecated\n  replaced_by:\n  - TST1001\n  - TST1012\n---")
			},
			[]string{
				"two/TST2001.md:6:3: aliases: SEVERAL is already the name of one/TST1002.md: one word must lead to one page",
				`two/TST2001.md:9:3: related: no page has the code "TST1011"; did you mean TST1001?`,
				`two/TST2001.md:14:5: status.replaced_by: no page has the code "TST1012"; did you mean TST1002?`,
			},
		},
		"related to a name": {
			func(s shelf) { s.edit("two/TST2001.md", "\n---", "\nrelated: [Several]\n---") },
			[]string{"two/TST2001.md:4:11: related: want codes: for Several write TST1002"},
		},
		"related to another catalog": {
			func(s shelf) { s.edit("two/TST2001.md", "\n---", "\nrelated: [MGS2008]\n---") },
			nil,
		},
		"replaced by nothing": {
			func(s shelf) { s.edit("one/TST1003.md", "since: v2", "since: v2, replaced_by: [TST9999]") },
			[]string{`one/TST1003.md:5:51: status.replaced_by: no page has the code "TST9999"`},
		},
		"a circle of replacements": {
			func(s shelf) {
				s.edit("one/TST1003.md", "since: v2", "since: v2, replaced_by: [TST1001]")
				s.edit("one/TST1001.md", "level:", "status: {state: deprecated, replaced_by: [TST1002]}\nlevel:")
				s.edit("one/TST1002.md", "level:", "status: {state: deprecated, replaced_by: [TST1003]}\nlevel:")
			},
			[]string{"one/TST1003.md:5:51: a circle of replacements: TST1001 -> TST1002 -> TST1003 -> TST1001"},
		},
		"outside the numbers": {
			func(s shelf) { s.edit("catalog.yaml", "title: One", "title: One, numbers: [1001, 1003-1099]") },
			[]string{"one/TST1002.md:1:1: TST1002 is outside the numbers of family one (1001, 1003-1099): give the page a number among these, or widen the numbers at catalog.yaml:5:30"},
		},
		"no level anywhere": {
			func(s shelf) {
				s.edit("catalog.yaml", ", level: warn", "")
				for n := 2002; n < 2015; n++ {
					s.write(fmt.Sprintf("two/TST%d.md", n), front(fmt.Sprintf("TST%d: page %d", n, n)))
				}
			},
			[]string{`catalog.yaml:5:31: 14 pages of family two without a level (TST2001, TST2002, TST2003, TST2004, TST2005, TST2006, TST2007, TST2008 and 6 more): add under families.two a line such as "level: error" (or debug, info, warn), or a level to each page`},
		},
		"an unknown key on most pages": {
			func(s shelf) {
				for n := 2002; n < 2015; n++ {
					s.write(fmt.Sprintf("two/TST%d.md", n), front(fmt.Sprintf("TST%d: page %d", n, n), "x: y", "ms.date: 2020", "levle: warn", fmt.Sprintf("a%d: b", n)))
				}
				s.edit("two/TST2014.md", "levle: warn\n", "level: loud\n")
				for n := 2002; n < 2012; n++ {
					s.edit(fmt.Sprintf("two/TST%d.md", n), "levle: warn\n", "")
				}
				for n := 2002; n < 2014; n++ {
					s.edit(fmt.Sprintf("two/TST%d.md", n), fmt.Sprintf("a%d: b\n", n), "")
				}
			},
			[]string{
				`two/TST2002.md:3:1: unknown key "x" in 13 pages (TST2002, TST2003, TST2004, TST2005, TST2006, TST2007, TST2008, TST2009 and 5 more; all: grep -rlwF x: DIR): take it out of each, or rename it: want one of ` + pageKeys,
				`two/TST2002.md:4:1: unknown key "ms.date" in 13 pages (TST2002, TST2003, TST2004, TST2005, TST2006, TST2007, TST2008, TST2009 and 5 more; all: grep -rlwF ms.date: DIR): take it out of each, or rename it: want one of ` + pageKeys,
				`two/TST2012.md:5:1: unknown key "levle": did you mean "level"?`,
				`two/TST2013.md:5:1: unknown key "levle": did you mean "level"?`,
				`two/TST2014.md:5:8: level "loud": want debug, info, warn or error`,
				`two/TST2014.md:6:1: unknown key "a2014": want one of ` + pageKeys,
			},
		},
		"names for links": {
			func(s shelf) { s.edit("catalog.yaml", "{code}", "{code}-{name}") },
			[]string{`two/TST2001.md:1:1: name is missing, which the link of catalog.yaml holds: add a line such as "name: SocketRefused"`},
		},
		"headings, few": {
			func(s shelf) {
				s.edit("catalog.yaml", "families", "headings: [What to do]\nfamilies")
				s.edit("one/TST1001.md", "Text.", "## what to do ##\n")
				s.edit("one/TST1002.md", "Text.", "What to do\n---\n")
				s.edit("two/TST2001.md", "Text.", "```\n## What to do\n```\n")
			},
			[]string{`two/TST2001.md:5:1: no heading "What to do", which catalog.yaml asks for: add a line "## What to do"`},
		},
		"headings, many": {
			func(s shelf) {
				s.edit("catalog.yaml", "families", "headings: [Why]\nfamilies")
				s.write("two/TST2002.md", front("TST2002: draft", "draft: true"))
				s.write("two/TST2003.md", front("TST2003: other"))
			},
			[]string{`catalog.yaml:5:1: 4 pages without the heading "Why" (TST1001, TST1002, TST2001, TST2003): write it in each, or take it out of headings`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newShelf(t)
			tt.change(s)
			_, msg := s.load()
			assert.Equal(t, strings.Join(tt.want, "\n"), msg)
		})
	}
}

func TestSameTitles(t *testing.T) {
	s := newShelf(t)
	s.write("two/TST2002.md", front("TST2002: Bare"))
	c, msg := s.load()
	require.Empty(t, msg)
	assert.Contains(t, c.Notes, `one title on 2 pages (TST2001, TST2002): "bare"`)
}

// Ten thousand wrong references end soon, each told.
func TestManyFaults(t *testing.T) {
	s := newShelf(t)
	for n := range 2000 {
		s.write(fmt.Sprintf("two/TST%d.md", 3000+n), front(fmt.Sprintf("TST%d: page", 3000+n), "related: [TST9998]"))
	}
	_, msg := s.load()
	assert.Equal(t, 2000, strings.Count(msg, "no page has the code"))
}

// Where files may lie.
func TestFolders(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(s shelf)
		want   string
	}{
		"page without a family": {
			func(s shelf) { s.write("TST1004.md", front("TST1004: x")) },
			"TST1004.md:1:1: a page needs a family: move it to FAMILY/TST1004.md",
		},
		"page too deep": {
			func(s shelf) { s.write("one/sub/sub/TST1004.md", front("TST1004: x")) },
			"one/sub: 1 page below a family's folder (TST1004.md): move it up, into the folder of the family",
		},
		"unknown family": {
			func(s shelf) { s.write("twoo/TST2005.md", front("TST2005: x")); s.write("twoo/TST2003.md", "not read") },
			`twoo: 2 pages in a folder that catalog.yaml does not list: add under families a line such as "  twoo: {title: twoo, numbers: 2003-2005}"; did you mean two?`,
		},
		"names that are no codes": {
			func(s shelf) {
				s.write("one/tst1004.md", "")
				s.write("one/TST1004.MD", "")
				s.write("one/notes.md", "")
				s.write("one/TST104.md", "")
			},
			`one: 4 pages that no code can have as its name (TST1004.MD, TST104.md, notes.md, tst1004.md): want TST1234.md; put a "_" in front of the name of a file that is no code's page`,
		},
		"another prefix in a family": {
			func(s shelf) {
				for _, n := range []string{"1", "2", "3", "4"} {
					s.write("one/ABC000"+n+".md", "")
				}
			},
			"one: 4 pages of prefix ABC in a family of TST (ABC0001.md, ABC0002.md, ABC0003.md, ABC0004.md): move them to a folder that is no family here, and give ABC a catalog.yaml of its own",
		},
		"a name in lower case": {
			func(s shelf) { s.write("one/tst1004.md", "") },
			`one/tst1004.md:1:1: a name that no code can have: want TST1004.md; put a "_" in front of`,
		},
		"a name with too few digits": {
			func(s shelf) { s.write("one/TST104.md", "") },
			`one/TST104.md:1:1: a name that no code can have: want TST1234.md; put a "_" in front of`,
		},
		"a name with too few digits of several": {
			func(s shelf) {
				s.edit("catalog.yaml", "digits: 4", "digits: 4-5")
				s.write("one/TST104.md", "")
			},
			`one/TST104.md:1:1: a name that no code can have: want TST1234.md (4 to 5 digits); put a "_" in front of`,
		},
		"one page of another prefix": {
			func(s shelf) { s.write("one/ABC0001.md", "") },
			"one/ABC0001.md:1:1: a page of prefix ABC in a family of TST: move it to a folder that is no family here, and give ABC a catalog.yaml of its own",
		},
		"a folder that no family can be": {
			func(s shelf) { s.write("my folder/TST1004.md", front("TST1004: x")) },
			"my folder: 1 page in a folder whose name no family can have: rename it, with letters, digits,",
		},
		"a folder of drafts":      {func(s shelf) { s.write("_old/TST1004.md", "") }, ""},
		"drafts below a family":   {func(s shelf) { s.write("one/_old/TST1004.md", "") }, ""},
		"drafts far below":        {func(s shelf) { s.write("one/sub/_old/TST1004.md", "") }, ""},
		"a page that is a folder": {func(s shelf) { s.write("one/TST1004.md/x", "") }, ""},
		"other files and folders": {func(s shelf) { s.write("one/x.png", ""); s.write(".git/TST1001.md", ""); s.write("img/a.md", "") }, ""},
		"a catalog inside":        {func(s shelf) { s.write("sub/catalog.yaml", ""); s.write("sub/TST9999.md", "") }, ""},
		"a family that is a catalog": {
			func(s shelf) { s.write("two/catalog.yaml", "") },
			"catalog.yaml:5:31: family two is a catalog of its own (two/catalog.yaml): take it out of families, or remove that file",
		},
		"a family without a page":  {func(s shelf) { s.edit("catalog.yaml", "{one:", "{none: None, one:") }, ""},
		"a page of one megabyte":   {func(s shelf) { s.edit("one/TST1001.md", "Text.", strings.Repeat("word\n", 300_000)) }, "page is larger than 1 MiB"},
		"an empty page":            {func(s shelf) { s.write("one/TST1001.md", "") }, "one/TST1001.md:1:1: "},
		"the catalog is no folder": {func(s shelf) { s.remove("catalog.yaml") }, "catalog.yaml: no such file: run this from the module's root, or give -catalog DIR: a folder with a catalog.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newShelf(t)
			tt.change(s)
			_, msg := s.load()
			if tt.want == "" {
				assert.Empty(t, msg)
			} else {
				assert.Contains(t, msg, tt.want)
			}
		})
	}
}

func TestNoPages(t *testing.T) {
	s := shelf{t, t.TempDir()}
	s.write("catalog.yaml", shelfConfig)
	c, msg := s.load()
	require.Empty(t, msg)
	assert.Empty(t, c.Pages)
	assert.Empty(t, c.Lock.Bytes())
}

// A page given as the catalog is no folder, and is told so.
func TestCatalogIsFile(t *testing.T) {
	s := newShelf(t)
	s.dir += "/one/TST1001.md"
	_, err := Load(s.dir, Options{})
	assert.EqualError(t, err, filepath.ToSlash(s.dir)+": not a folder: a catalog is a folder with a catalog.yaml and pages in FAMILY/CODE.md")
}
