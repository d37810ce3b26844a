package diag

import (
	"iter"
	"log/slog"
)

// A Code is one entry of a catalog: a constant of the type that the catalog's
// generated package declares. The zero value of such a type and a text that
// is in no catalog are legal codes whose Descriptor is nil. A code gives the
// same Descriptor at each call: limits, links and counts go by it.
type Code interface {
	error // the code alone, such as "MGS2008"
	Descriptor() *Descriptor
}

// Status tells where in its life a code stands.
type Status uint8

// The states of a code. The zero value is Active.
const (
	Active     Status = iota
	Deprecated        // still emitted, to be replaced
	Retired           // no longer emitted by current code; its page stays
)

// String returns active, deprecated or retired, as pages and exports spell it.
func (s Status) String() string {
	switch s {
	case Deprecated:
		return "deprecated"
	case Retired:
		return "retired"
	}
	return "active"
}

// A Descriptor is what the page of a code says about it, without the page's
// body. Generated packages hold theirs as composite literals, so that a
// program pays nothing for them at start-up; a Descriptor must not be changed
// once it is in use.
type Descriptor struct {
	Code        string // "MGS2008"
	Name        string // Go-style name, "DaemonSocketWithheld"; may be empty
	Title       string // the page's title without the leading code
	Description string
	Family      string // folder of the page, "sandbox"
	URL         string // address of the page
	Level       slog.Level
	Max         Ceiling // most severe of Level and the levels of the events
	Since       string
	Status      Status
	StatusSince string   // version that deprecated or retired the code
	Reason      string   // why it was
	ReplacedBy  []string // codes to use instead
	Aliases     []string // old codes and names
	Related     []string
	Tags        []string
	Hint        string // one line: the next step
	Exit        int    // exit status of a run that ends with this error; 0 is unset
	Once        bool   // limit: once
	Draft       bool
	Index       int // position in its catalog, sorted by code
	Events      []Event
	Any         Event // the event for fields that fit no other: the title is its message

	state state // counters; see stats.go
}

// A Ceiling is a level that no event of a code exceeds, in a form whose zero
// value is above all levels: what was not prepared is never taken to be off.
// Prepare makes it, MaxLevel reads it.
type Ceiling int

// The ceilings of generated tables.
const (
	MaxDebug Ceiling = Ceiling(slog.LevelDebug) - unlimited
	MaxInfo  Ceiling = Ceiling(slog.LevelInfo) - unlimited
	MaxWarn  Ceiling = Ceiling(slog.LevelWarn) - unlimited
	MaxError Ceiling = Ceiling(slog.LevelError) - unlimited
)

// unlimited is the level that the zero Ceiling stands for.
const unlimited = 1 << 20

// MaxLevel returns the most severe of the levels of d and its events.
func (d *Descriptor) MaxLevel() slog.Level {
	if d.Max != 0 {
		return slog.Level(d.Max + unlimited)
	}
	l := d.Level
	for i := range d.Events {
		l = max(l, d.Events[i].Level)
	}
	return l
}

// An Event is one message that a code can emit.
type Event struct {
	Name    string // empty for the single event of a code that names none
	Level   slog.Level
	Message string // template; {field} marks a place
	Fields  []Field

	// Ready-made bytes of a record, filled by Prepare.
	Text string // "[CODE] message", up to the first place
	JSON string // JSON members code to msg, up to the first place of the message
}

// A Field is one typed value of an event.
type Field struct {
	Name   string
	Type   FieldType
	Secret bool // printed as [redacted] in every form
	Doc    string
}

// FieldType is the type of a field as a page spells it.
type FieldType string

// The field types that a page can give.
const (
	String   FieldType = "string"
	Strings  FieldType = "[]string"
	Int      FieldType = "int"
	Bool     FieldType = "bool"
	Duration FieldType = "duration"
	Path     FieldType = "path" // a string in Go
	URL      FieldType = "url"  // a string in Go
	Error    FieldType = "error"
	Any      FieldType = "any"
)

// A Catalog is all codes of one prefix, as a value that programs such as
// explain can take without importing the package that declares them.
type Catalog struct {
	Prefix    string // "MGS"
	Separator string // between prefix and number in a code, "" or "-"
	MinDigits int
	MaxDigits int
	Package   string // import path of the generated package: the owner in error messages
	Link      string // link template with {ref}, {family}, {code}, {name}
	Ref       string // what {ref} stands for in URLs of this build
	Families  []Family
	Codes     []*Descriptor // sorted by code
	Find      func(code string) (Code, bool)
}

// A Family is a folder of pages.
type Family struct {
	Name  string // "sandbox"
	Title string
}

// All yields the descriptors in code order.
func (c *Catalog) All() iter.Seq[*Descriptor] {
	return func(yield func(*Descriptor) bool) {
		for _, d := range c.Codes {
			if !yield(d) {
				return
			}
		}
	}
}
