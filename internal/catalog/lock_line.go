package catalog

import (
	"cmp"
	"log/slog"
	"slices"
	"strings"

	"github.com/egladman/magus/internal/page"
)

const lineForm = "want CODE NAME FAMILY LEVEL STATUS and events; restore the line from version control"

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
		return unless(isLockCode(w), w, "a code")
	case 1:
		if e.Name = w; w == "-" {
			e.Name = ""
		}
		return unless(w == "-" || isWord(w, isUpper), w, "a name or -")
	case 2:
		e.Family = w
		return unless(isFamily(w), w, "a family")
	case 3:
		var ok bool
		e.Level, ok = page.ParseLevel(w)
		return unless(ok, w, "debug, info, warn or error")
	case 4:
		e.Status = w
		to, moved := strings.CutPrefix(w, aliasStatus)
		return unless(moved && isLockCode(to) || w == "active" || w == "deprecated" || w == "retired", w, "active, deprecated, retired or alias=CODE")
	}
	return e.event(w)
}

// event reads name(fields) or name@level(fields).
func (e *Entry) event(w string) string {
	head, fields, open := strings.Cut(w, "(")
	fields, closed := strings.CutSuffix(fields, ")")
	name, level, levelled := strings.Cut(head, "@")
	if !open || !closed || name != "" && !isWord(name, isLower) {
		return unless(false, w, "an event such as refused@warn(path:path)")
	}
	ev := LockEvent{Name: name, Level: e.Level}
	if levelled {
		var ok bool
		if ev.Level, ok = page.ParseLevel(level); !ok {
			return unless(false, w, "debug, info, warn or error after @")
		}
	}
	if fields != "" {
		for field := range strings.SplitSeq(fields, ",") {
			name, kind, ok := strings.Cut(field, ":")
			if !ok || !isWord(name, isLower) || !slices.Contains(page.FieldTypes, strings.TrimPrefix(kind, secretMark)) {
				return unless(false, field, "a field such as path:string")
			}
			ev.Fields = append(ev.Fields, LockField{Name: name, Type: kind})
		}
	}
	e.Events = append(e.Events, ev)
	return ""
}

const secretMark = "secret/"

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isLower(c byte) bool { return c >= 'a' && c <= 'z' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isWord reports whether s is of letters, digits and "_", and begins so.
func isWord(s string, first func(byte) bool) bool {
	for i := range len(s) {
		if c := s[i]; !isUpper(c) && !isLower(c) && !isDigit(c) && c != '_' {
			return false
		}
	}
	return s != "" && first(s[0])
}

// isLockCode reports whether s can be the code of some catalog: its prefix may
// have changed since.
func isLockCode(s string) bool {
	letters := strings.TrimRight(s, "0123456789")
	return len(letters) < len(s) && isWord(strings.TrimSuffix(letters, "-"), isUpper)
}

func isFamily(s string) bool {
	for i := range len(s) {
		if c := s[i]; !isUpper(c) && !isLower(c) && !isDigit(c) && (i == 0 || c != '.' && c != '-' && c != '_') {
			return false
		}
	}
	return s != ""
}

func unless(ok bool, found, want string) string {
	if ok {
		return ""
	}
	return "found " + quote(short(found)) + ", want " + want + ": restore the line from version control"
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
				lf.Type = secretMark + lf.Type
			}
			le.Fields = append(le.Fields, lf)
		}
		e.Events = append(e.Events, le)
	}
	slices.SortFunc(e.Events, func(a, b LockEvent) int { return cmp.Compare(a.Name, b.Name) })
	return e
}
