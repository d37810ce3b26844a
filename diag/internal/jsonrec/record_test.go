package jsonrec_test

import (
	"encoding/json"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/diag/internal/jsonrec"
)

func TestParseCodedRecord(t *testing.T) {
	r, err := jsonrec.Parse([]byte(`{"time":"2026-01-02T03:04:05.000000006Z","level":"WARN+1","code":"MGS2008",` +
		`"name":"DaemonSocketWithheld","event":"withheld","url":"https://example.com/MGS2008","msg":"m",` +
		`"fields":{"vars":["A","B C"],"n":12345678901234567890,"g":{"k":true,"h":{"x":null}}},"source":{"function":"f","file":"/a/b.go","line":7}}` + "\n"))
	require.NoError(t, err)
	assert.Equal(t, jsonrec.Record{
		Time: time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC), Level: slog.LevelWarn + 1,
		Coded: true, Code: "MGS2008", Name: "DaemonSocketWithheld", Event: "withheld", URL: "https://example.com/MGS2008",
		Message: "m", File: "/a/b.go", Line: 7,
		Fields: []jsonrec.Field{
			{Key: "vars", Value: []any{"A", "B C"}},
			{Key: "n", Value: json.Number("12345678901234567890")},
			{Key: "g.k", Value: true},
			{Key: "g.h.x", Value: nil},
		},
	}, r)
}

func TestParseKeepsUnknownMembersAsFields(t *testing.T) {
	r, err := jsonrec.Parse([]byte(`{"level":"INFO","msg":"m","extra":1,"level":7}`))
	require.NoError(t, err)
	assert.Equal(t, []jsonrec.Field{
		{Key: "extra", Value: json.Number("1")},
		{Key: "level", Value: json.Number("7")},
	}, r.Fields)
}

func TestParseSaysWhatIsWrong(t *testing.T) {
	for _, line := range []string{"", "[1]", `{"a":`, `{"a":[1`, "\x00"} {
		_, err := jsonrec.Parse([]byte(line))
		assert.ErrorContains(t, err, "record", "%q", line)
	}
}

func TestTextQuotesInsideListsOnly(t *testing.T) {
	for want, v := range map[string]any{
		"a b\n":             "a b\n",
		`[a "b c" "d\n"]`:   []any{"a", "b c", "d\n"},
		"[1 true <nil> []]": []any{json.Number("1"), true, nil, []any{}},
		`[{k=v "x y"=1}]`:   []any{[]jsonrec.Field{{Key: "k", Value: "v"}, {Key: "x y", Value: json.Number("1")}}},
	} {
		assert.Equal(t, want, jsonrec.Field{Value: v}.Text())
	}
}
