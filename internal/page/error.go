package page

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/egladman/magus/internal/text"
)

// An Error is one fault of one file, at the place where an editor should go.
type Error struct {
	File string // slash-separated, as the file was named to the parser
	Pos  Pos    // the zero Pos is the whole file
	Msg  string // what was found, what is wanted; lower case, no full stop
	Rank int    // order among the faults of one place, before that of messages
	Key  string // the key, where the fault is that no page has such a key
}

// Error returns file:line:column: message, without the parts that are not
// known. What would drive a terminal is shown in both; a message may have
// several lines.
func (e Error) Error() string {
	msg := text.VisibleLines(e.Msg)
	if place := e.Place(); place != "" {
		return place + ": " + msg
	}
	return msg
}

// Place returns file:line:column, without the parts that are not known.
func (e Error) Place() string {
	var b strings.Builder
	b.WriteString(text.Visible(e.File))
	if e.Pos.Line > 0 {
		b.WriteString(":" + strconv.Itoa(e.Pos.Line))
		if e.Pos.Column > 0 {
			b.WriteString(":" + strconv.Itoa(e.Pos.Column))
		}
	}
	return b.String()
}

// Errors is a list of faults. The zero value is an empty list.
type Errors []Error

// Addf appends a fault at a place in a file.
func (l *Errors) Addf(file string, pos Pos, format string, args ...any) {
	*l = append(*l, Error{File: file, Pos: pos, Msg: fmt.Sprintf(format, args...)})
}

// Sort puts the list in the order of files, lines, columns, ranks and messages, and
// drops what is said twice.
func (l *Errors) Sort() {
	slices.SortFunc(*l, func(a, b Error) int {
		return cmp.Or(
			strings.Compare(a.File, b.File),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Column, b.Pos.Column),
			cmp.Compare(a.Rank, b.Rank),
			strings.Compare(a.Msg, b.Msg),
		)
	})
	*l = slices.Compact(*l)
}

// Error returns one line, or more, for each fault, in the order of the list.
func (l Errors) Error() string {
	lines := make([]string, len(l))
	for i, e := range l {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Err returns the list as an error, nil when it is empty.
func (l Errors) Err() error {
	if len(l) == 0 {
		return nil
	}
	return l
}
