package catalog

import (
	"log/slog"
	"slices"
	"strconv"
	"strings"

	"github.com/egladman/magus/internal/page"
)

var askedLater = slog.LevelError

// pageRules are the rules of a family's pages. A missing level is asked for
// here, once for the family, so each page is let off with any.
func (c *Config) pageRules(family string) page.Rules {
	r := c.Rules(family)
	if r.Level == nil {
		r.Level = &askedLater
	}
	return r
}

// check reports what no single page can know. missing are the headings that
// pages lack.
func (c *Catalog) check(missing map[*page.Page][]string) page.Errors {
	k := &checker{Catalog: c, owner: make(map[string]owner, 2*len(c.Pages))}
	k.codes()
	k.names()
	for _, p := range c.Pages {
		k.references(p, "related", p.Related)
		k.references(p, "status.replaced_by", p.Status.ReplacedBy)
	}
	k.circles()
	k.numbers()
	k.levels()
	k.linkNames()
	k.titles()
	k.headings(missing)
	return k.problems
}

type checker struct {
	*Catalog
	owner    map[string]owner // folded code, name or alias
	problems page.Errors

	suggested int
}

// An owner is the page that has a word as its code, name or alias.
type owner struct {
	page *page.Page
	key  string
}

func (o owner) String() string {
	what := map[string]string{"": "the code", "name": "the name", "aliases": "an alias"}[o.key]
	return what + " of " + o.page.File
}

// codes claims the code of each page.
func (k *checker) codes() {
	for _, p := range k.Pages {
		k.owner[fold(p.Code)] = owner{p, ""}
	}
}

// names claims names and aliases. A reader may write them in any case, so
// two that differ in case alone are the same.
func (k *checker) names() {
	for _, p := range k.Pages {
		if p.Name != "" {
			k.claim(p, "name", p.At["name"], p.Name)
		}
	}
	for _, p := range k.Pages {
		for i, a := range p.Aliases {
			k.claim(p, "aliases", item(p, "aliases", i), a)
		}
	}
}

// item returns the place of an element of a list.
func item(p *page.Page, key string, i int) page.Pos {
	return p.At[key+"."+strconv.Itoa(i)]
}

func (k *checker) claim(p *page.Page, key string, at page.Pos, word string) {
	first, dup := k.owner[fold(word)]
	switch {
	case !dup:
		k.owner[fold(word)] = owner{p, key}
	case first.page == p && first.key == key:
		k.problems.Addf(p.File, at, "%s: %s stands there twice: keep one", key, word)
	default:
		k.problems.Addf(p.File, at, "%s: %s is already %s: one word must lead to one page", key, word, first)
	}
}

// references checks that what a page points to exists. Codes of other
// catalogs are taken on trust.
func (k *checker) references(p *page.Page, key string, codes []string) {
	for i, code := range codes {
		at := item(p, key, i)
		o, known := k.owner[fold(code)]
		switch {
		case known && o.key == "" && o.page == p:
			k.problems.Addf(p.File, at, "%s: %s is this page itself: leave it out", key, code)
		case known && o.page.Code == code:
		case known:
			k.problems.Addf(p.File, at, "%s: want codes: for %s write %s", key, code, o.page.Code)
		case k.seen[code]: // what keeps that page from being read is told
		default:
			if _, foreign := k.foreignPrefix(code); foreign && !k.IsCode(code) {
				continue
			}
			k.problems.Addf(p.File, at, "%s: no page has the code %s%s", key, quote(code), k.suggest(code))
		}
	}
}

// maxSuggestions bounds the searches for the nearest code, which look at all
// codes each.
const maxSuggestions = 50

func (k *checker) suggest(code string) string {
	if k.oldLock != nil && k.oldLock.Find(code) != nil {
		return "" // it is no misspelling: its page is gone
	}
	if k.suggested++; k.suggested > maxSuggestions {
		return ""
	}
	return didYouMean(code, k.Catalog.codes())
}

// circles finds codes that replace each other.
func (k *checker) circles() {
	const open, done = 1, 2
	state := map[string]int{}
	var walk func(p *page.Page, trail []string)
	walk = func(p *page.Page, trail []string) {
		trail = append(trail, p.Code)
		state[p.Code] = open
		for i, code := range p.Status.ReplacedBy {
			next := k.Page(code)
			if next == nil || next == p {
				continue
			}
			switch state[code] {
			case 0:
				walk(next, trail)
			case open:
				circle := append(trail[slices.Index(trail, code):], code)
				k.problems.Addf(p.File, item(p, "status.replaced_by", i), "a circle of replacements: %s", strings.Join(circle, " -> "))
			}
		}
		state[p.Code] = done
	}
	for _, p := range k.Pages {
		if len(p.Status.ReplacedBy) > 0 && state[p.Code] == 0 {
			walk(p, nil)
		}
	}
}

// numbers holds pages to the number ranges of their family.
func (k *checker) numbers() {
	outside := map[string][]*page.Page{}
	for _, p := range k.Pages {
		if !k.twins[p.Code] && !k.inNumbers(p.Family, p.Code) {
			outside[p.Family] = append(outside[p.Family], p)
		}
	}
	for _, name := range sortedKeys(outside) {
		var ranges []string
		for _, r := range k.Family(name).Numbers {
			ranges = append(ranges, r.String())
		}
		pages, numbers := outside[name], strings.Join(ranges, ", ")
		if k.few(len(pages), name) {
			for _, p := range pages {
				k.problems.Addf(p.File, page.Pos{Line: 1, Column: 1}, "%s is outside the numbers of family %s (%s): give the page a number among these, or widen the numbers at %s",
					p.Code, name, numbers, page.Error{File: k.Config.File, Pos: k.Config.numbersAt(name)}.Place())
			}
			continue
		}
		k.problems.Addf(k.Config.File, k.At("families."+name), "%s of family %s outside its numbers %s (%s): widen the numbers here, or give %s other ones",
			count(len(pages), "page"), name, numbers, list(codesOf(pages)), it(len(pages)))
	}
}

// fewPages is up to how many faults of one kind are told page by page.
const fewPages = 3

// few reports whether n faults are to be told page by page: what most of a
// family lacks is mended in one place. The empty family is the whole catalog.
func (k *checker) few(n int, family string) bool {
	all := 0
	for _, p := range k.Pages {
		if family == "" || p.Family == family {
			all++
		}
	}
	return fewOf(n, all)
}

func fewOf(n, all int) bool {
	const most = 20
	return n <= fewPages || n <= most && 2*n < all
}

func codesOf(pages []*page.Page) []string {
	codes := make([]string, len(pages))
	for i, p := range pages {
		codes[i] = p.Code
	}
	return codes
}

// levelless reports whether a page lacks a level that it must have.
func (c *Catalog) levelless(p *page.Page) bool {
	return c.Family(p.Family).Level == nil && p.Level == nil && p.Status.State != "retired"
}

// levels asks for the levels of pages that have none.
func (k *checker) levels() {
	missing := map[string][]*page.Page{}
	for _, p := range k.Pages {
		if k.levelless(p) {
			missing[p.Family] = append(missing[p.Family], p)
		}
	}
	for _, name := range sortedKeys(missing) {
		n := len(missing[name])
		if k.few(n, name) {
			for _, p := range missing[name] {
				k.problems.Addf(p.File, page.Pos{Line: 1, Column: 1}, "level is missing: add a line such as %q (debug, info, warn or error)", "level: warn")
			}
			continue
		}
		k.problems.Addf(k.Config.File, k.At("families."+name), "%s of family %s without a level (%s): add under families.%s a line such as \"level: error\" (or debug, info, warn), or a level to each page",
			count(n, "page"), name, list(codesOf(missing[name])), name)
	}
}

// linkNames asks for the names that the link template needs.
func (k *checker) linkNames() {
	if !strings.Contains(k.Link, "{name}") {
		return
	}
	var missing []*page.Page
	for _, p := range k.Pages {
		if p.Name == "" {
			missing = append(missing, p)
		}
	}
	if k.few(len(missing), "") {
		for _, p := range missing {
			k.problems.Addf(p.File, page.Pos{Line: 1, Column: 1}, "name is missing, which the link of %s holds: add a line such as %q", k.Config.File, "name: SocketRefused")
		}
		return
	}
	k.problems.Addf(k.Config.File, k.At("link"), "link holds {name}, and there is none on %s (%s): add a name to each, or use {code}",
		count(len(missing), "page"), list(codesOf(missing)))
}

// titles notes pages that seem to say the same.
func (k *checker) titles() {
	same := map[string][]string{}
	for _, p := range k.Pages {
		if p.Status.State != "retired" {
			title := fold(p.Title)
			same[title] = append(same[title], p.Code)
		}
	}
	for title, codes := range same {
		if len(codes) > 1 && title != "" {
			k.Notes = append(k.Notes, "one title on "+count(len(codes), "page")+" ("+list(codes)+"): "+quote(short(k.Page(codes[0]).Title)))
		}
	}
}

func fold(s string) string { return strings.ToLower(s) }
