package diag_test

import (
	"bytes"
	"log/slog"
	"testing"

	"github.com/egladman/magus/diag"
	"github.com/stretchr/testify/assert"
)

// testCode is a small catalog, as a generator would write it.
type testCode string

const (
	TST0001 testCode = "TST0001"
	TST0002 testCode = "TST0002"
	TST0003 testCode = "TST0003"
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
	}
	return nil
}

var table = [...]diag.Descriptor{
	{Code: "TST0001", Name: "SocketWithheld", Title: "socket withheld", URL: "https://example.com/TST0001.md", Level: slog.LevelInfo,
		Events: []diag.Event{
			{Name: "withheld", Level: slog.LevelInfo, Message: "withheld pointer(s)", Fields: []diag.Field{{Name: "vars", Type: diag.Strings}}},
			{Name: "injected", Level: slog.LevelInfo, Message: "injected", Fields: []diag.Field{{Name: "var", Type: diag.String}}},
		}},
	{Code: "TST0002", Name: "PathDenied", Title: "path denied", URL: "https://example.com/TST0002.md", Level: slog.LevelError,
		Events: []diag.Event{{Level: slog.LevelError, Message: "denied: {path}", Fields: []diag.Field{{Name: "path", Type: diag.Path}}}}},
	{Code: "TST0003", Name: "EnvStripped", Title: "variables stripped", URL: "https://github.com/egladman/magus/blob/main/docs/codes/sandbox/TST0003.md", Level: slog.LevelInfo,
		Events: []diag.Event{{Level: slog.LevelInfo, Message: "env vars stripped from child process by sandbox",
			Fields: []diag.Field{{Name: "cmd", Type: diag.String}, {Name: "stripped_count", Type: diag.Int}}}}},
}

func init() {
	for i := range table {
		table[i].Prepare()
	}
}

func TestTextForm(t *testing.T) {
	var b bytes.Buffer
	defer diag.SetDefault(diag.SetDefault(diag.NewHandler(&b, diag.Options{})))
	diag.Emit(TST0001, slog.Any("vars", []string{"A"}))
	diag.Emit(TST0001, slog.String("var", "A"))
	diag.Emit(TST0002, slog.String("path", "/etc/x"))
	assert.Equal(t, `[TST0001] withheld pointer(s) (see https://example.com/TST0001.md)
  vars=[A]
[TST0001] injected
  var=A
[TST0002] denied: /etc/x (see https://example.com/TST0002.md)
`, b.String())
}
