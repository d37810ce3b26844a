package diag

import (
	"log/slog"
	"time"
)

// Format is the form of a handler's records.
type Format uint8

// The formats.
const (
	Text Format = iota // for people, see the package comment
	JSON               // one object a line
)

// ColorMode says whether the code of a text record is coloured.
type ColorMode uint8

// The colour modes. ColorAuto colours on a terminal whose user did not say
// otherwise (NO_COLOR, CLICOLOR, CLICOLOR_FORCE, FORCE_COLOR, TERM=dumb).
const (
	ColorAuto ColorMode = iota
	ColorAlways
	ColorNever
)

// LinkMode says which text records show the URL of their code. JSON records
// always hold it.
type LinkMode uint8

// The link modes.
const (
	LinksFirst LinkMode = iota // the first record of each code on this sink
	LinksAlways
	LinksNever
)

// TimeMode says whether records show their time, in UTC.
type TimeMode uint8

// The time modes. TimeAuto shows it in JSON and not in text.
const (
	TimeAuto TimeMode = iota
	TimeOn
	TimeOff
)

// Options are the settings of a handler. The zero value is text, level info.
type Options struct {
	Format Format
	// Level is the least level that is written; it may be changed at any time.
	// Nil means info.
	Level *slog.LevelVar
	// Overrides gives codes other levels, such as "MGS2*=info,MGS2008=off".
	// A pattern may hold any number of *; the last that matches decides. The
	// levels are debug, info, warn, error and off.
	Overrides string
	Color     ColorMode
	Links     LinkMode
	Time      TimeMode
	ShowLevel bool // text: show the level of coded records
	Source    bool // show file and line of the call
	// Catalogs lets a handler warn about overrides that name no code.
	Catalogs []*Catalog
	// OnError is told of each record that was not wholly written, outside all
	// locks, except those that OnError itself emits. Handle returns the same error.
	OnError func(error)
	// MaxValue is the longest value, in bytes before escaping, that is written
	// whole; the rest is counted: "...(+N bytes)". 0 means 16 KiB.
	MaxValue int
	// Limit, when not 0, is the number of records of one code that are written
	// in each Interval; the next one after it carries suppressed=N. An Interval
	// of 0 is the life of the handler. See Flush for what is left at the end.
	Limit    int
	Interval time.Duration
}
