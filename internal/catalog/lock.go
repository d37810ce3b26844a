package catalog

import (
	"bytes"
	"cmp"
	"log/slog"
	"slices"
	"strings"

	"github.com/egladman/magus/internal/page"
)

// LockName is the name of the file that remembers every code ever shipped.
const LockName = "codes.lock"

// A Lock is the content of codes.lock, sorted by code. Each entry is one line:
//
//	CODE NAME FAMILY LEVEL STATUS EVENT…
//
// NAME is "-" for a code without one. STATUS is active, deprecated, retired, or
// alias=CODE for a code that lives on as an alias of another. An event is
// name(field:type,…), name@level(…) when its level differs from the code's; a
// secret field has the type secret/type.
type Lock struct {
	File    string
	Entries []Entry
}

// An Entry is what codes.lock promises about one code.
type Entry struct {
	Code, Name, Family string
	Level              slog.Level
	Status             string
	Events             []LockEvent // sorted by name
	Line               int         // in the file; 0 for an entry that is new
}

// A LockEvent is an event whose fields others rely on.
type LockEvent struct {
	Name   string
	Level  slog.Level
	Fields []LockField // in declared order, which is that of the typed function's parameters
}

// A LockField is one field of a LockEvent.
type LockField struct {
	Name, Type string // a secret's type begins with secret/
}

const aliasStatus = "alias="

// Find returns the entry of a code, or nil.
func (l *Lock) Find(code string) *Entry {
	i, ok := slices.BinarySearchFunc(l.Entries, code, func(e Entry, code string) int { return cmp.Compare(e.Code, code) })
	if !ok {
		return nil
	}
	return &l.Entries[i]
}

// Bytes returns the file: a line for each entry, sorted by code.
func (l *Lock) Bytes() []byte {
	var b []byte
	for i := range l.Entries {
		b = append(l.Entries[i].append(b), '\n')
	}
	return b
}

// String returns the entry's line.
func (e *Entry) String() string {
	return string(e.append(nil))
}

func (e *Entry) append(b []byte) []byte {
	b = append(append(b, e.Code...), ' ')
	b = append(append(b, cmp.Or(e.Name, "-")...), ' ')
	b = append(append(b, e.Family...), ' ')
	b = append(append(b, LevelName(e.Level)...), ' ')
	b = append(b, e.Status...)
	for i := range e.Events {
		b = append(b, ' ')
		b = append(b, e.Events[i].Name...)
		if e.Events[i].Level != e.Level {
			b = append(append(b, '@'), LevelName(e.Events[i].Level)...)
		}
		b = append(b, '(')
		for j, f := range e.Events[i].Fields {
			if j > 0 {
				b = append(b, ',')
			}
			b = append(append(append(b, f.Name...), ':'), f.Type...)
		}
		b = append(b, ')')
	}
	return b
}

// ParseLock reads codes.lock in any order, as a union merge leaves it: the same
// line twice is one entry, two different lines for one code are an error. The
// error is a page.Errors.
func ParseLock(name string, data []byte) (*Lock, error) {
	l := &Lock{File: name}
	var problems page.Errors
	first := map[string]int{} // code to index in Entries
	number := 0
	for line := range bytes.Lines(bytes.TrimPrefix(data, []byte("\ufeff"))) {
		number++
		text := string(bytes.TrimRight(line, " \t\r\n"))
		if text == "" {
			continue
		}
		if strings.HasPrefix(text, "<<<<<<<") || strings.HasPrefix(text, ">>>>>>>") || strings.HasPrefix(text, "=======") || strings.HasPrefix(text, "|||||||") {
			problems.Addf(name, page.Pos{Line: number, Column: 1},
				"a conflict marker: keep the lines of both sides and remove the markers (\"codes.lock merge=union\" in .gitattributes does that by itself)")
			continue
		}
		e, pos, msg := parseEntry(text)
		if msg != "" {
			problems.Addf(name, page.Pos{Line: number, Column: pos + 1}, "%s", msg)
			continue
		}
		e.Line = number
		if i, dup := first[e.Code]; dup {
			if old := &l.Entries[i]; old.String() != e.String() {
				problems.Addf(name, page.Pos{Line: number, Column: 1}, "two different lines for %s, as a merge can leave them: %q on line %d and %q: remove the one that its page contradicts",
					e.Code, old.String(), old.Line, text)
			}
			continue
		}
		first[e.Code] = len(l.Entries)
		l.Entries = append(l.Entries, e)
	}
	if err := problems.Err(); err != nil {
		return nil, err
	}
	l.sort()
	return l, nil
}

func (l *Lock) sort() {
	slices.SortFunc(l.Entries, func(a, b Entry) int { return cmp.Compare(a.Code, b.Code) })
}
