// Package testcat is a small catalog, made by hand, for the tests of the sinks.
package testcat

import (
	"log/slog"
	"slices"

	"github.com/egladman/magus/diag"
)

// Code is a code of the catalog.
type Code string

// The codes; TST9999 is in no catalog.
const (
	Note    Code = "TST1001" // info, an event with file, line and detail
	Warn    Code = "TST1002" // warn, a secret field
	Fail    Code = "TST1003" // error, no events, no name
	Trace   Code = "TST1004" // debug, retired, a hint
	Unknown Code = "TST9999"
)

// Error returns the code.
func (c Code) Error() string { return string(c) }

// Descriptor returns what the catalog says about c.
func (c Code) Descriptor() *diag.Descriptor {
	for _, d := range catalog.Codes {
		if d.Code == string(c) {
			return d
		}
	}
	return nil
}

// Secret is a value that hides itself.
type Secret string

// LogValue hides s.
func (Secret) LogValue() slog.Value { return slog.StringValue("REDACTED") }

// Catalog returns the catalog.
func Catalog() *diag.Catalog { return catalog }

var catalog = prepare(&diag.Catalog{
	Prefix: "TST", MinDigits: 4, MaxDigits: 4, Package: "example.com/testcat",
	Codes: []*diag.Descriptor{
		{
			Code: "TST1001", Name: "ThingNoted", Title: "thing noted", Family: "things", Level: slog.LevelInfo,
			Description: "A thing was noted. Its {detail} is kept, see [the list](1).",
			URL:         "https://example.com/codes/TST1001.md", Since: "v1.0.0", Tags: []string{"TST1001", "things", "things"},
			Aliases: []string{"TST0001", "OldName"},
			Events: []diag.Event{{Name: "noted", Level: slog.LevelInfo, Message: "noted a thing", Fields: []diag.Field{
				{Name: "file", Type: diag.Path}, {Name: "line", Type: diag.Int}, {Name: "detail", Type: diag.String},
			}}},
		},
		{
			Code: "TST1002", Name: "TST1002", Title: "thing of doubt", Level: slog.LevelWarn,
			URL: "relative/TST1002.md",
			Events: []diag.Event{{Level: slog.LevelWarn, Message: "doubt about {what}", Fields: []diag.Field{
				{Name: "what", Type: diag.Any}, {Name: "token", Type: diag.String, Secret: true},
			}}},
		},
		{
			Code: "TST1003", Title: "thing gone wrong", Level: slog.LevelError, Description: "It went wrong.",
			URL: "https://example.com/codes/TST1003.md",
		},
		{
			Code: "TST1004", Name: "ThingTraced", Title: "thing traced", Level: slog.LevelDebug, Status: diag.Retired,
			Hint: "look elsewhere", ReplacedBy: []string{"TST1001"},
		},
	},
})

func prepare(c *diag.Catalog) *diag.Catalog {
	for i, d := range c.Codes {
		d.Index = i
		d.Prepare()
	}
	c.Find = func(code string) (diag.Code, bool) {
		i := slices.IndexFunc(c.Codes, func(d *diag.Descriptor) bool { return d.Code == code })
		if i < 0 {
			return nil, false
		}
		return Code(code), true
	}
	return c
}
