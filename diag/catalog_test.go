package diag_test

import (
	"bytes"
	"log/slog"
	"testing"

	"github.com/egladman/magus/diag"
)

// testCode is a small catalog, as a generator would write it.
type testCode string

const (
	TST0001 testCode = "TST0001" // two events, one list and one string
	TST0002 testCode = "TST0002" // error with a place, a hint and an exit status
	TST0003 testCode = "TST0003" // two scalar fields
	TST0004 testCode = "TST0004" // debug, with a warn event
	TST0005 testCode = "TST0005" // a secret field, also in the message
	TST0006 testCode = "TST0006" // once
	TST0007 testCode = "TST0007" // no events
	TST0008 testCode = "TST0008" // retired
	TST0009 testCode = "TST0009" // never emitted by any test
)

func (c testCode) Error() string { return string(c) }

func (c testCode) Descriptor() *diag.Descriptor {
	switch c {
	case TST0001:
		return &table[0]
	case TST0002:
		return &table[1]
	case TST0003:
		return &table[2]
	case TST0004:
		return &table[3]
	case TST0005:
		return &table[4]
	case TST0006:
		return &table[5]
	case TST0007:
		return &table[6]
	case TST0008:
		return &table[7]
	case TST0009:
		return &table[8]
	}
	return nil
}

const site = "https://example.com/codes/"

var table = [...]diag.Descriptor{
	{Code: "TST0001", Name: "SocketWithheld", Title: "socket withheld", URL: site + "TST0001.md", Events: []diag.Event{
		{Name: "withheld", Message: "withheld pointer(s)", Fields: []diag.Field{{Name: "vars", Type: diag.Strings}}},
		{Name: "injected", Message: "injected", Fields: []diag.Field{{Name: "var", Type: diag.String}}},
	}},
	{Code: "TST0002", Name: "PathDenied", Title: "path denied", URL: site + "TST0002.md", Level: slog.LevelError, Hint: "allow it", Exit: 12, Events: []diag.Event{
		{Level: slog.LevelError, Message: "denied: {path}", Fields: []diag.Field{{Name: "path", Type: diag.Path}}},
	}},
	{Code: "TST0003", Name: "EnvStripped", Title: "variables stripped", URL: site + "TST0003.md", Events: []diag.Event{
		{Message: "env vars stripped from child process by sandbox", Fields: []diag.Field{{Name: "cmd", Type: diag.String}, {Name: "stripped_count", Type: diag.Int}}},
	}},
	{Code: "TST0004", Title: "quiet", URL: site + "TST0004.md", Level: slog.LevelDebug, Events: []diag.Event{
		{Name: "quiet", Level: slog.LevelDebug, Message: "nothing to see", Fields: []diag.Field{{Name: "n", Type: diag.Int}}},
		{Name: "loud", Level: slog.LevelWarn, Message: "something to see", Fields: []diag.Field{{Name: "m", Type: diag.Int}}},
	}},
	{Code: "TST0005", Title: "secret", URL: site + "TST0005.md", Events: []diag.Event{
		{Message: "login of {user} with {token}", Fields: []diag.Field{{Name: "user", Type: diag.String}, {Name: "token", Type: diag.String, Secret: true}}},
	}},
	{Code: "TST0006", Title: "unsupported", URL: site + "TST0006.md", Level: slog.LevelWarn, Once: true},
	{Code: "TST0007", Title: "free", Name: "Free", Level: slog.LevelError, Exit: 3},
	{Code: "TST0008", Title: "gone", URL: site + "TST0008.md", Level: slog.LevelError, Status: diag.Retired},
	{Code: "TST0009", Title: "idle", URL: site + "TST0009.md"},
}

func init() {
	for i := range table {
		table[i].Prepare()
	}
}

func testCatalog() *diag.Catalog {
	c := &diag.Catalog{Prefix: "TST", MinDigits: 4, MaxDigits: 4}
	for i := range table {
		c.Codes = append(c.Codes, &table[i])
	}
	return c
}

// into makes the default handler write to a buffer until the test ends.
func into(tb testing.TB, o diag.Options) *bytes.Buffer {
	var b bytes.Buffer
	old := diag.SetDefault(diag.NewHandler(&b, o))
	tb.Cleanup(func() { diag.SetDefault(old) })
	return &b
}

func atLevel(l slog.Level) *slog.LevelVar {
	v := new(slog.LevelVar)
	v.Set(l)
	return v
}
