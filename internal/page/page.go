package page

import "log/slog"

// A Pos is a place in a source file. Line and Column count from 1, columns in
// bytes; the zero Pos means the whole file.
type Pos struct {
	Line, Column int
}

// A Page is one parsed code page. Texts are what YAML makes of them, byte for
// byte, but for the line ends at the end of Description, Reason and Doc.
type Page struct {
	File     string // slash-separated path as given by the caller
	Code     string // from the file name
	Family   string // name of the folder
	Title    string // without the leading code
	Body     []byte // Markdown after the front matter, line ends as LF
	BodyLine int    // line in File on which Body begins

	Description, Name, Since, Hint string
	Tags, Aliases, Related         []string
	Level                          *slog.Level // nil when the page gives none
	Status                         Status
	Exit                           int // 0 when the page gives none
	Once, Draft                    bool
	Events                         []Event

	At map[string]Pos // place of each value by its dotted path: "level", "events.withheld.message", "tags.0"
}

// Status is the status key of a page.
type Status struct {
	State      string // active, deprecated or retired
	Since      string
	Reason     string
	ReplacedBy []string
}

// An Event is one entry of events, or the single event at the top.
type Event struct {
	Name    string      // empty for the single event at the top
	Level   *slog.Level // nil when the event gives none
	Message string
	Fields  []Field
}

// A Field is a declared field of an event.
type Field struct {
	Name, Type, Doc string
	Secret          bool
}
