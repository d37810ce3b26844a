package changes

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/egladman/magus/tools/magus-codes/internal/export"
)

// A Step is a part of a semantic version.
type Step int

// The steps, smallest first.
const (
	None Step = iota
	Patch
	Minor
	Major
)

var stepNames = [...]string{"none", "patch", "minor", "major"}

// String returns none, patch, minor or major.
func (s Step) String() string { return stepNames[s] }

// MarshalText implements encoding.TextMarshaler.
func (s Step) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// A Change is one difference.
type Change struct {
	Code   string `json:"code"`
	Kind   string `json:"kind"` // added, removed, renamed, moved, deprecated, retired, revived, level, event, field, message, exit, limit, address, page
	Step   Step   `json:"step"`
	What   string `json:"what"`
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
}

// A Report is all differences between two versions.
type Report struct {
	From    string   `json:"from"`
	To      string   `json:"to"`
	Step    Step     `json:"step"`
	Changes []Change `json:"changes"`
}

// Compare lists the differences from one version of a catalog to another.
func Compare(from, to *export.Catalog, fromName, toName string) (*Report, error) {
	if from.Prefix != to.Prefix || from.Separator != to.Separator {
		return nil, fmt.Errorf("%s has codes such as %s%s1 and %s such as %s%s1: these are not versions of one catalog",
			fromName, from.Prefix, from.Separator, toName, to.Prefix, to.Separator)
	}
	c := &comparison{report: &Report{From: fromName, To: toName, Changes: []Change{}}}
	old, now, alias := byCode(from), byCode(to), map[string]*export.Code{}
	for i := range to.Codes {
		for _, a := range to.Codes[i].Aliases {
			alias[a] = &to.Codes[i]
		}
	}
	successor := map[string]bool{}
	for i := range from.Codes {
		was := &from.Codes[i]
		is := now[was.Code]
		switch {
		case is != nil:
			c.code(was, is)
		case alias[was.Code] != nil:
			is = alias[was.Code]
			c.add(is.Code, "renamed", Minor, "code "+was.Code+" is now "+is.Code+", which keeps it as an alias", was.Code, is.Code)
			if old[is.Code] == nil && !successor[is.Code] {
				successor[is.Code] = true
				c.code(was, is)
			}
		default:
			c.add(was.Code, "removed", Major, "code is gone: "+was.Title, was.Title, "")
		}
	}
	for i := range to.Codes {
		if is := &to.Codes[i]; old[is.Code] == nil && !successor[is.Code] {
			c.add(is.Code, "added", Minor, is.Title, "", is.Title)
		}
	}
	slices.SortStableFunc(c.report.Changes, func(a, b Change) int { return cmp.Compare(a.Code, b.Code) })
	return c.report, nil
}

func byCode(c *export.Catalog) map[string]*export.Code {
	m := make(map[string]*export.Code, len(c.Codes))
	for i := range c.Codes {
		m[c.Codes[i].Code] = &c.Codes[i]
	}
	return m
}

type comparison struct{ report *Report }

func (c *comparison) add(code, kind string, step Step, what, before, after string) {
	c.report.Changes = append(c.report.Changes, Change{code, kind, step, what, before, after})
	c.report.Step = max(c.report.Step, step)
}

// differs adds a change when two texts differ.
func (c *comparison) differs(code, kind string, step Step, what, before, after string) {
	if before != after {
		c.add(code, kind, step, fmt.Sprintf("%s %s is now %s", what, shown(before), shown(after)), before, after)
	}
}

func shown(s string) string {
	if s == "" {
		return "(none)"
	}
	return fmt.Sprintf("%q", s)
}

func (c *comparison) code(was, is *export.Code) {
	if was.Code == is.Code { // a code that took another's place has a life of its own
		c.status(was, is)
	}
	if was.Name != is.Name {
		step, what := Minor, fmt.Sprintf("name %s is now %s", shown(was.Name), shown(is.Name))
		kept := func(word string) bool { return strings.EqualFold(word, was.Name) } // readers may write it in any case
		if was.Name != "" && !kept(is.Name) && !slices.ContainsFunc(is.Aliases, kept) {
			step, what = Major, what+" and no alias keeps it"
		}
		c.add(is.Code, "renamed", step, what, was.Name, is.Name)
	}
	if was.Family != is.Family {
		c.add(is.Code, "moved", Minor, fmt.Sprintf("family %s is now %s", was.Family, is.Family), was.Family, is.Family)
	}
	retired := is.Status.State == "retired"
	if was.Level != is.Level && !retired {
		c.add(is.Code, "level", Minor, fmt.Sprintf("level %s is now %s", was.Level, is.Level), was.Level, is.Level)
	}
	c.events(was, is)
	if was.Exit != is.Exit && !retired {
		step := Major
		if was.Exit == 0 {
			step = Minor
		}
		c.add(is.Code, "exit", step, fmt.Sprintf("exit status %s is now %s", number(was.Exit), number(is.Exit)), number(was.Exit), number(is.Exit))
	}
	if was.Once != is.Once {
		c.add(is.Code, "limit", Minor, fmt.Sprintf("limit once: %t is now %t", was.Once, is.Once), fmt.Sprint(was.Once), fmt.Sprint(is.Once))
	}
	if was.Code == is.Code && was.Family == is.Family {
		c.differs(is.Code, "address", Patch, "address", was.URL, is.URL)
	}
	c.differs(is.Code, "page", Patch, "title", was.Title, is.Title)
	c.differs(is.Code, "page", Patch, "description", was.Description, is.Description)
	c.differs(is.Code, "page", Patch, "hint", was.Hint, is.Hint)
	c.differs(is.Code, "page", Patch, "tags", strings.Join(was.Tags, ", "), strings.Join(is.Tags, ", "))
	if was.Explanation != "" && is.Explanation != "" && was.Explanation != is.Explanation {
		c.add(is.Code, "page", Patch, "the text of the page", "", "")
	}
	if was.Draft != is.Draft {
		c.add(is.Code, "page", Patch, fmt.Sprintf("draft: %t is now %t", was.Draft, is.Draft), fmt.Sprint(was.Draft), fmt.Sprint(is.Draft))
	}
}

func number(n int) string {
	if n == 0 {
		return "unset"
	}
	return fmt.Sprint(n)
}

func (c *comparison) status(was, is *export.Code) {
	from, to := was.Status.State, is.Status.State
	if from == to {
		c.differs(is.Code, "page", Patch, "reason", was.Status.Reason, is.Status.Reason)
		c.differs(is.Code, "page", Patch, "replacement", strings.Join(was.Status.ReplacedBy, ", "), strings.Join(is.Status.ReplacedBy, ", "))
		return
	}
	what := is.Title
	if is.Status.Reason != "" {
		what += ": " + is.Status.Reason
	}
	if len(is.Status.ReplacedBy) > 0 {
		what += " (use " + strings.Join(is.Status.ReplacedBy, ", ") + ")"
	}
	switch {
	case from == "retired":
		c.add(is.Code, "revived", Major, "a retired code is in use again", from, to)
	case to == "active":
		c.add(is.Code, "revived", Minor, fmt.Sprintf("%s is now %s", from, to), from, to)
	default:
		c.add(is.Code, to, Minor, what, from, to)
	}
}
