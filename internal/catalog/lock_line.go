package catalog

import (
	"cmp"
	"log/slog"
	"regexp"
	"slices"
	"strings"

	"github.com/egladman/magus/internal/page"
)

const lineForm = "want CODE NAME FAMILY LEVEL STATUS and events; restore the line from version control"

var (
	lockCode  = regexp.MustCompile(`^[A-Z]([A-Z0-9]*[A-Z])?-?[0-9]+$`)
	lockName  = regexp.MustCompile(`^([A-Z][A-Za-z0-9]*|-)$`)
	lockEvent = regexp.MustCompile(`^([a-z][a-z0-9_]*)?(?:@([a-z]+))?\(([^()]*)\)$`)
	lockField = regexp.MustCompile(`^([a-z][a-z0-9_]*):((?:secret/)?([a-z\[\]]+))$`)
)

// parseEntry reads one line. On a fault it returns the offset of the word that
// is wrong and what is wrong with it.
func parseEntry(line string) (e Entry, at int, msg string) {
	words := strings.Split(line, " ")
	at = 0
	for i, w := range words {
		if msg = e.word(i, w); msg != "" {
			return e, at, msg
		}
		at += len(w) + 1
	}
	if len(words) < 5 {
		return e, len(line), "the line ends early: " + lineForm
	}
	slices.SortFunc(e.Events, func(a, b LockEvent) int { return cmp.Compare(a.Name, b.Name) })
	for i := 1; i < len(e.Events); i++ {
		if e.Events[i].Name == e.Events[i-1].Name {
			return e, 0, "two events with one name: " + lineForm
		}
	}
	return e, 0, ""
}

// word takes the word at index i over.
func (e *Entry) word(i int, w string) string {
	switch i {
	case 0:
		e.Code = w
		return unless(lockCode.MatchString(w), w, "a code")
	case 1:
		if e.Name = w; w == "-" {
			e.Name = ""
		}
		return unless(lockName.MatchString(w), w, "a name or -")
	case 2:
		e.Family = w
		return unless(familyName.MatchString(w), w, "a family")
	case 3:
		var ok bool
		e.Level, ok = ParseLevel(w)
		return unless(ok, w, "debug, info, warn or error")
	case 4:
		e.Status = w
		to, moved := strings.CutPrefix(w, aliasStatus)
		return unless(moved && lockCode.MatchString(to) || w == "active" || w == "deprecated" || w == "retired", w, "active, deprecated, retired or alias=CODE")
	}
	return e.event(w)
}

func (e *Entry) event(w string) string {
	m := lockEvent.FindStringSubmatch(w)
	if m == nil {
		return unless(false, w, "an event such as refused@warn(path:path)")
	}
	ev := LockEvent{Name: m[1], Level: e.Level}
	if m[2] != "" {
		level, ok := ParseLevel(m[2])
		if !ok {
			return unless(false, w, "debug, info, warn or error after @")
		}
		ev.Level = level
	}
	if m[3] != "" {
		for field := range strings.SplitSeq(m[3], ",") {
			f := lockField.FindStringSubmatch(field)
			if f == nil || !slices.Contains(page.FieldTypes, f[3]) {
				return unless(false, field, "a field such as path:string")
			}
			ev.Fields = append(ev.Fields, LockField{Name: f[1], Type: f[2]})
		}
	}
	e.Events = append(e.Events, ev)
	return ""
}

func unless(ok bool, found, want string) string {
	if ok {
		return ""
	}
	return "found " + quote(found) + ", want " + want + ": restore the line from version control"
}

// entryOf returns the line that a page asks for. old is the code's present
// line or nil: what a retired page does not say any more stays as it was.
func entryOf(p *page.Page, level slog.Level, old *Entry) Entry {
	e := Entry{Code: p.Code, Name: p.Name, Family: p.Family, Level: level, Status: cmp.Or(p.Status.State, "active")}
	if e.Status == "retired" && old != nil && len(p.Events) == 0 {
		e.Events = old.Events
		return e
	}
	for _, ev := range p.Events {
		le := LockEvent{Name: ev.Name, Level: level}
		if ev.Level != nil {
			le.Level = *ev.Level
		}
		for _, f := range ev.Fields {
			lf := LockField{Name: f.Name, Type: f.Type}
			if f.Secret {
				lf.Type = "secret/" + lf.Type
			}
			le.Fields = append(le.Fields, lf)
		}
		e.Events = append(e.Events, le)
	}
	slices.SortFunc(e.Events, func(a, b LockEvent) int { return cmp.Compare(a.Name, b.Name) })
	return e
}
