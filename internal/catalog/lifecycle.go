package catalog

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/egladman/magus/internal/page"
)

// A ledger compares the pages with the lock and makes the next lock. Adding is
// free; what breaks somebody who relies on a code needs a step that is
// recorded: in the page (status, aliases) where the step means something to
// readers, else in the lock itself, by accepting the change.
type ledger struct {
	*Catalog
	old      *Lock
	command  string // of the generator, without -accept
	accept   map[string]bool
	used     map[string]bool // accepted codes that had something to accept
	next     *Lock
	pending  []pending
	problems page.Errors
}

// A pending change waits to be accepted.
type pending struct {
	page *page.Page
	key  string // of the page: where it says so
	what string
}

// A change is one difference between the lock and a page.
type change struct {
	key  string // of the page: where it says so
	what string
}

func (g *ledger) run() {
	g.next = &Lock{File: g.old.File, Entries: make([]Entry, 0, len(g.Pages))}
	aliases := map[string]*page.Page{}
	for _, p := range g.Pages {
		for _, a := range p.Aliases {
			aliases[fold(a)] = p
		}
		g.page(p)
	}
	for i := range g.old.Entries {
		if old := &g.old.Entries[i]; g.Page(old.Code) == nil {
			g.gone(old, aliases)
		}
	}
	g.ask()
	g.next.sort()
	for _, code := range sortedKeys(g.accept) {
		switch {
		case g.used[code]:
		case g.Page(code) != nil:
			g.add(g.old.File, page.Pos{}, "-accept %s: nothing about this code waits to be accepted: leave it out", code)
		default:
			g.add(g.old.File, page.Pos{}, "-accept %s: no page has this code%s", code, didYouMean(code, g.codes()))
		}
	}
}

// sound judges the pages that could be read, where other faults keep the ledger
// from being written, so that one run tells all.
func (g *ledger) sound() {
	g.next = &Lock{}
	for _, p := range g.Pages {
		if !g.twins[p.Code] && !g.levelless(p) {
			g.page(p)
		}
	}
	g.ask()
}

// lost judges what is gone, where other faults keep the ledger from being
// written.
func (g *ledger) lost() {
	g.next = &Lock{}
	aliases := map[string]*page.Page{}
	for _, p := range g.Pages {
		for _, a := range p.Aliases {
			aliases[fold(a)] = p
		}
	}
	for i := range g.old.Entries {
		if old := &g.old.Entries[i]; !g.seen[old.Code] {
			g.gone(old, aliases)
		}
	}
}

func (g *ledger) page(p *page.Page) {
	old := g.old.Find(p.Code)
	e := entryOf(p, g.Level(p), old)
	g.next.Entries = append(g.next.Entries, e)
	if old == nil {
		return
	}
	if to, moved := strings.CutPrefix(old.Status, aliasStatus); moved {
		g.add(p.File, g.at(p, ""), "%s became an alias of %s (%s:%d), and a number is never used again: give this page a number of its own; "+
			"if that never left your branch, put %q for %q on that line", p.Code, to, g.old.File, old.Line, e.Status, old.Status)
		return
	}
	if old.Status == "retired" && e.Status != "retired" {
		g.add(p.File, g.at(p, ""), "%s is retired (%s:%d), and a number is never used again: give this page a number of its own; "+
			"if the retirement never left your branch, put %q for %q on that line", p.Code, g.old.File, old.Line, e.Status, old.Status)
		return
	}
	if old.Name != "" && !strings.EqualFold(e.Name, old.Name) && !hasFold(p.Aliases, old.Name) && !(e.Status == "retired" && e.Name == "") {
		g.add(p.File, g.at(p, "name"), "%s was called %s, which readers still ask for: add to the page aliases: %s; if the page means something else now, give it a number of its own",
			p.Code, old.Name, flow(append(slices.Clone(p.Aliases), old.Name)))
	}
	changes := g.changes(p, old, &e)
	if len(changes) == 0 {
		return
	}
	if g.accept[p.Code] {
		g.used[p.Code] = true
		return
	}
	var what []string
	for _, c := range changes {
		what = append(what, c.what)
	}
	g.pending = append(g.pending, pending{p, changes[0].key, strings.Join(what, "; ")})
}

// ask reports the changes that wait: those of one cause, such as the level of a
// family, together when they are many. Since a run writes nothing while anything
// waits, the step in each line records all of them.
func (g *ledger) ask() {
	const question = "%s shipped and %s: %s. Take it back, or record it: %s"
	groups := map[[2]string][]string{}
	all := sortedKeys(g.used)
	for _, c := range g.pending {
		key := [2]string{c.page.Family, c.what}
		groups[key] = append(groups[key], c.page.Code)
		all = append(all, c.page.Code)
	}
	slices.Sort(all)
	step := g.command + " -accept " + strings.Join(all, ",")
	for _, c := range g.pending {
		key := [2]string{c.page.Family, c.what}
		switch codes := groups[key]; {
		case len(codes) <= fewPages:
			g.add(c.page.File, g.at(c.page, c.key), question, c.page.Code+" has", "changes", c.what, step)
		case codes[0] == c.page.Code:
			who := count(len(codes), "page") + " of family " + c.page.Family + " (" + list(codes) + ") have"
			g.add(g.Config.File, g.Config.At("families."+c.page.Family), question, who, "change", c.what, step)
		}
	}
}

// changes lists what callers and readers of logs would notice.
func (g *ledger) changes(p *page.Page, old, now *Entry) []change {
	var cs []change
	if now.Family != old.Family && strings.Contains(g.Config.Link, "{family}") {
		cs = append(cs, change{"", "family " + old.Family + " is now " + now.Family + ", so links that were printed lead nowhere"})
	}
	if now.Level != old.Level {
		cs = append(cs, change{"level", "level " + LevelName(old.Level) + " is now " + LevelName(now.Level)})
	}
	if now.Status == "retired" {
		return cs
	}
	for i := range old.Events {
		cs = append(cs, eventChanges(&old.Events[i], old, now)...)
	}
	return cs
}

func eventChanges(was *LockEvent, old, now *Entry) []change {
	i := slices.IndexFunc(now.Events, func(e LockEvent) bool { return e.Name == was.Name })
	name, key := "event "+was.Name, "events."+was.Name
	if was.Name == "" {
		name, key = "the message", "message"
	}
	if i < 0 {
		return []change{{"events", name + " is removed"}}
	}
	is := &now.Events[i]
	var cs []change
	// A level that follows the code's has been named with it.
	if is.Level != was.Level && (is.Level != now.Level || was.Level != old.Level) {
		cs = append(cs, change{key + ".level", name + " has level " + LevelName(was.Level) + ", is now " + LevelName(is.Level)})
	}
	if slices.Equal(is.Fields, was.Fields) {
		return cs
	}
	fields := strings.TrimPrefix(key+".fields", "message.")
	before := len(cs)
	for _, f := range was.Fields {
		j := slices.IndexFunc(is.Fields, func(g LockField) bool { return g.Name == f.Name })
		switch {
		case j < 0:
			cs = append(cs, change{fields, name + " loses field " + f.Name})
		case is.Fields[j].Type != f.Type:
			cs = append(cs, change{fields, "field " + f.Name + " of " + name + " was " + f.Type + ", is now " + is.Fields[j].Type})
		}
	}
	for _, f := range is.Fields {
		if !slices.ContainsFunc(was.Fields, func(g LockField) bool { return g.Name == f.Name }) {
			cs = append(cs, change{fields, name + " gains field " + f.Name})
		}
	}
	if len(cs) == before {
		cs = append(cs, change{fields, "the fields of " + name + " have another order, which is that of the function's parameters"})
	}
	return cs
}

// gone judges a code that shipped and has no page. aliases lead to the pages
// that list them.
func (g *ledger) gone(old *Entry, aliases map[string]*page.Page) {
	e := *old
	pos := page.Pos{Line: old.Line, Column: 1}
	to, moved := strings.CutPrefix(old.Status, aliasStatus)
	switch by := aliases[fold(old.Code)]; {
	case by != nil:
		e.Status = aliasStatus + by.Code
	case moved && g.Page(to) != nil:
		g.add(g.old.File, pos, "%s lives on as an alias of %s, which does not list it any more: add it to the aliases of that page again", old.Code, to)
	case moved && aliases[fold(to)] != nil:
		p := aliases[fold(to)]
		g.add(g.old.File, pos, "%s lives on as an alias of %s, whose place %s has taken: write aliases: %s there", old.Code, to, p.File, flow(append(slices.Clone(p.Aliases), old.Code)))
	case moved:
		g.add(g.old.File, pos, "%s lives on as an alias of %s, which has no page any more: list it too under aliases of the page that took its place", old.Code, to)
	case !g.IsCode(old.Code):
		g.add(g.old.File, pos, "%s has not the form of a code of %s, such as %s: put prefix, separator and digits back as they were when it shipped, or list %s under aliases of the page that took its place",
			old.Code, g.Config.File, g.Form(""), old.Code)
	default:
		file := path.Join(g.show, old.Family, old.Code+".md")
		g.add(g.old.File, pos, "%s has shipped and its page %s is gone: bring it back with %q, or list %s under aliases of the page that took its place; if it never left your branch, delete this line",
			old.Code, file, "status: {state: retired, since: VERSION, reason: WHY}", old.Code)
	}
	g.next.Entries = append(g.next.Entries, e)
}

func (g *ledger) add(file string, pos page.Pos, format string, args ...any) {
	g.problems.Addf(file, pos, format, args...)
}

// at returns the place of a key, or of the nearest one around it.
func (g *ledger) at(p *page.Page, key string) page.Pos {
	for key != "" {
		if pos, ok := p.At[key]; ok {
			return pos
		}
		key = key[:max(strings.LastIndexByte(key, '.'), 0)]
	}
	return cmp.Or(p.At["title"], page.Pos{Line: 1, Column: 1})
}

func hasFold(words []string, word string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, word) })
}

// flow writes a YAML list of plain words.
func flow(words []string) string {
	return "[" + strings.Join(words, ", ") + "]"
}
