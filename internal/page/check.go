package page

import (
	"slices"
	"strconv"
	"strings"
)

// check applies the rules that hold between the keys of a page. Rules whose
// keys are at fault themselves are passed over.
func (p *parser) check() {
	p.title()
	p.level()
	p.references()
	for i := range p.page.Events {
		p.places(&p.page.Events[i])
	}
	if p.page.Status.State == "" && !p.has("status") {
		p.page.Status.State = "active"
	}
}

func (p *parser) has(path string) bool {
	_, ok := p.page.At[path]
	return ok
}

// title takes the code off the title.
func (p *parser) title() {
	if p.page.Code == "" || p.page.Title == "" {
		return
	}
	text, ok := strings.CutPrefix(p.page.Title, p.page.Code+": ")
	if !ok || strings.TrimSpace(text) == "" {
		p.errorf(p.page.At["title"], "title %s: want %q and then what happened%s", clip(p.page.Title), p.page.Code+": ", p.rename())
		return
	}
	p.page.Title = text
}

// rename offers the other cure where the title begins with another code than
// the name of the file.
func (p *parser) rename() string {
	code, _, ok := strings.Cut(p.page.Title, ":")
	if !ok || code == p.page.Code || !p.rules.IsCode(code) {
		return ""
	}
	return ", or the file named " + code + ".md: change the title, or rename the file"
}

// level asks for a level where none can be known. Retired codes need none.
func (p *parser) level() {
	if !p.has("level") && p.rules.Level == nil && p.page.Status.State != "retired" {
		p.errorf(Pos{1, 1}, "page has no level and its family has no default: %s", p.wanted(&levelKey))
	}
}

// references checks the texts that are codes or names.
func (p *parser) references() {
	code := p.page.Code
	for i, tag := range p.page.Tags {
		if up := strings.ToUpper(tag); up != code && p.rules.IsCode(up) {
			p.errorf(p.item("tags", i), "tag %q is the code of another page: want %s or a word", tag, code)
		}
	}
	if p.rules.IsCode(strings.ToUpper(p.page.Name)) {
		p.errorf(p.page.At["name"], "name %q has the form of a code: %s", p.page.Name, "want a Go-style name, such as DaemonSocketWithheld")
	}
	for i, alias := range p.page.Aliases {
		switch {
		case strings.ContainsAny(alias, " \t"):
			p.errorf(p.item("aliases", i), "alias %s: want an old code or name, without spaces", clip(alias))
		case alias == code || alias == p.page.Name:
			p.errorf(p.item("aliases", i), "alias %q is the page's own %s: remove it", alias, map[bool]string{true: "code", false: "name"}[alias == code])
		}
	}
	for _, list := range []struct {
		path  string
		codes []string
	}{{"related", p.page.Related}, {"status.replaced_by", p.page.Status.ReplacedBy}} {
		if i := slices.Index(list.codes, code); i >= 0 && code != "" {
			p.errorf(p.item(list.path, i), "%s holds the page's own code: remove it", list.path)
		}
	}
}

func (p *parser) item(path string, i int) Pos { return p.page.At[path+"."+strconv.Itoa(i)] }

// fieldSets checks that the names of its fields tell an event from the others.
func (p *parser) fieldSets() {
	if len(p.page.Events) < 2 {
		return
	}
	seen := make(map[string]string, len(p.page.Events))
	for _, e := range p.page.Events {
		set := make([]string, len(e.Fields))
		for i, f := range e.Fields {
			set[i] = f.Name
		}
		slices.Sort(set)
		key := strings.Join(set, ", ")
		if other, ok := seen[key]; ok {
			p.errorf(p.page.At["events."+e.Name], "event %q has the same fields (%s) as event %q: give one a field that the other has not", e.Name, or(key, "none"), other)
			continue
		}
		seen[key] = e.Name
	}
}
