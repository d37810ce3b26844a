package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/egladman/magus/internal/page"
)

// A Finding is one fault, at the place where an editor should go.
type Finding struct {
	Rule    string `json:"rule"`
	File    string `json:"file"`             // slash-separated
	Line    int    `json:"line,omitempty"`   // from 1; 0 is the whole file
	Column  int    `json:"column,omitempty"` // from 1, in bytes
	Message string `json:"message"`
}

// String returns file:line:column: message.
func (f Finding) String() string {
	return page.Error{File: f.File, Pos: page.Pos{Line: f.Line, Column: f.Column}, Msg: f.Message}.Error()
}

// A Rule is one kind of fault.
type Rule struct {
	ID, Doc string
}

// Rules are all kinds, in the order of reports.
var Rules = []Rule{
	{"page", "what the grammar of pages and catalog.yaml ask for, and what holds between pages"},
	{"lock", "codes.lock, which remembers every code that shipped"},
	{"drift", "generated files that are not what the pages make"},
	{"fence", "code fences that are never closed"},
	{"duplicate", "titles and messages that stand on several pages"},
	{"link", "links that lead nowhere"},
	{"anchor", "fragments that no heading or anchor has"},
	{"mention", "codes in prose that do not exist, or no longer"},
	{"image", "pictures that are missing, or that a listener gets nothing of"},
	{"url", "addresses that no browser can read"},
}

func ruleIndex(id string) int {
	return slices.IndexFunc(Rules, func(r Rule) bool { return r.ID == id })
}

// sorted puts findings in the order of rules, files and places, and drops what
// is said twice.
func sorted(all []Finding) []Finding {
	slices.SortFunc(all, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(ruleIndex(a.Rule), ruleIndex(b.Rule)), strings.Compare(a.File, b.File),
			cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), strings.Compare(a.Message, b.Message))
	})
	return slices.Compact(all)
}
