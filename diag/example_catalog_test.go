package diag_test

import (
	"log/slog"

	"github.com/egladman/magus/diag"
)

// Acme is the type of the codes of a catalog. A generator writes it, the
// constants and the table from the pages of the codes.
type Acme string

const (
	AcmeFilesMoved Acme = "ACME1001"
	AcmeNoSpace    Acme = "ACME1002"
	AcmeLogin      Acme = "ACME1003"
)

func (c Acme) Error() string { return string(c) }

func (c Acme) Descriptor() *diag.Descriptor {
	switch c {
	case AcmeFilesMoved:
		return &acme[0]
	case AcmeNoSpace:
		return &acme[1]
	case AcmeLogin:
		return &acme[2]
	}
	return nil
}

var acme = [...]diag.Descriptor{
	{Code: "ACME1001", Name: "FilesMoved", Title: "files moved", URL: "https://acme.example/1001",
		Events: []diag.Event{
			{Name: "moved", Message: "moved {count} files", Fields: []diag.Field{{Name: "count", Type: diag.Int}, {Name: "to", Type: diag.Path}}},
			{Name: "kept", Message: "kept files that are in use", Fields: []diag.Field{{Name: "names", Type: diag.Strings}}},
		}},
	{Code: "ACME1002", Name: "NoSpace", Title: "no space left", URL: "https://acme.example/1002", Level: slog.LevelError,
		Hint: "free some space, then run again", Exit: 28,
		Events: []diag.Event{{Level: slog.LevelError, Message: "no space left on {volume}", Fields: []diag.Field{{Name: "volume", Type: diag.Path}}}}},
	{Code: "ACME1003", Name: "Login", Title: "login", URL: "https://acme.example/1003",
		Events: []diag.Event{{Message: "logged in", Fields: []diag.Field{{Name: "user", Type: diag.String}, {Name: "token", Type: diag.String, Secret: true}}}}},
}

func init() {
	for i := range acme {
		acme[i].Prepare() // generated tables hold what it fills in
	}
}
