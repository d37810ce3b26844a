package diag_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/diag/diagtest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// strictJSON accepts one object whose keys are unique at every level and whose
// bytes could not drive a terminal.
func strictJSON(line []byte) error {
	if i := bytes.IndexFunc(bytes.TrimSuffix(line, []byte("\n")), func(r rune) bool {
		return r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x2028 && r <= 0x202e
	}); i >= 0 {
		return fmt.Errorf("control character at %d", i)
	}
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	if err := strictValue(d); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("more than one value")
	}
	return nil
}

func strictValue(d *json.Decoder) error {
	t, err := d.Token()
	if err != nil {
		return err
	}
	open, ok := t.(json.Delim)
	if !ok {
		return nil
	}
	seen := map[string]bool{}
	for d.More() {
		if open == '{' {
			k, err := d.Token()
			if err != nil {
				return err
			}
			if seen[k.(string)] {
				return fmt.Errorf("key %q stands twice", k)
			}
			seen[k.(string)] = true
		}
		if err := strictValue(d); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

func testDuplicateKeys(t *testing.T) {
	b := into(t, diag.Options{Format: diag.JSON})
	diag.Emit(TST0007, slog.String("level", "x"), slog.String("msg", "x"), slog.String("code", "x"), slog.String("url", "x"),
		slog.String("time", "x"), slog.Int("a", 1), slog.Int("b", 2), slog.Int("a", 3),
		slog.Group("g", slog.Int("x", 1)), slog.Group("g", slog.Int("x", 2), slog.Int("y", 3)), slog.Group("", slog.Int("b", 4)))
	require.NoError(t, strictJSON(b.Bytes()))
	assert.Contains(t, b.String(), `"level":"ERROR"`)
	assert.Contains(t, b.String(), `"a":3,"b":4,"g":{"x":2,"y":3}`, "the last value wins, in the place of the first")

	b.Reset()
	h := diag.NewHandler(b, diag.Options{Format: diag.JSON})
	slog.New(h).With("k", 1, "g", 2).WithGroup("g").With("k", 3).Info("m", "k", 4)
	require.NoError(t, strictJSON(b.Bytes()))
	assert.Contains(t, b.String(), `"fields":{"k":1,"g":{"k":4}}`)

	many := make([]any, 0, 200)
	for i := range 100 {
		many = append(many, fmt.Sprint("k", i%50), i)
	}
	b.Reset()
	slog.New(h).Info("m", many...)
	require.NoError(t, strictJSON(b.Bytes()))
	assert.Contains(t, b.String(), `"k49":99`)
}

func testEmptyAttrs(t *testing.T) {
	b := into(t, diag.Options{Format: diag.JSON, Time: diag.TimeOff})
	diag.Emit(TST0007, slog.Attr{}, slog.Group("g"), slog.Group("h", slog.Attr{}, slog.Group("i")), slog.Int("", 1))
	assert.Equal(t, `{"level":"ERROR","code":"TST0007","name":"Free","msg":"free","fields":{"":1}}`+"\n", b.String())
	b = into(t, diag.Options{})
	diag.Emit(TST0007, slog.Attr{}, slog.Group("g"), slog.Group("h", slog.Attr{}, slog.Group("i")))
	assert.Equal(t, "[TST0007] free\n", b.String())
}

var fixedTime = time.Date(2026, 1, 2, 3, 4, 5, 789, time.FixedZone("IST", 5*3600+1800))

func testTimeIsUTC(t *testing.T) {
	local := time.Local
	defer func() { time.Local = local }() // TZ counts at the first use only
	for _, zone := range []*time.Location{time.FixedZone("IST", 5*3600+1800), time.UTC} {
		time.Local = zone
		var b bytes.Buffer
		r := slog.NewRecord(fixedTime, slog.LevelInfo, "m", 0)
		r.AddAttrs(slog.Time("at", fixedTime), slog.Any("in", []time.Time{fixedTime}))
		for _, f := range []diag.Format{diag.Text, diag.JSON} {
			require.NoError(t, diag.NewHandler(&b, diag.Options{Format: f, Time: diag.TimeOn}).Handle(t.Context(), r))
		}
		assert.Equal(t, `2026-01-01T21:34:05.000Z INFO m
  at=2026-01-01T21:34:05.000000789Z in=[2026-01-01T21:34:05.000000789Z]
{"time":"2026-01-01T21:34:05.000000789Z","level":"INFO","msg":"m","fields":{"at":"2026-01-01T21:34:05.000000789Z","in":["2026-01-01T21:34:05.000000789Z"]}}
`, b.String())

		b.Reset()
		before := time.Now().UTC().Truncate(time.Millisecond)
		diag.EmitContext(diag.WithHandler(t.Context(), diag.NewHandler(&b, diag.Options{Time: diag.TimeOn})), TST0007)
		rs, err := diagtest.ParseText(b.Bytes())
		require.NoError(t, err)
		assert.WithinRange(t, rs[0].Time, before, time.Now(), "a record of our own")
	}
}

func testKeysAreQuotedByNeed(t *testing.T) {
	b := into(t, diag.Options{})
	diag.Emit(TST0007, slog.String("k\nERRO forged=1 x", "v"), slog.String("a.b", "v"), slog.String("!x", "v"), slog.String(strings.Repeat("k", 20<<10), "v"))
	assert.Contains(t, b.String(), `  "k\nERRO forged=1 x"=v "a.b"=v "!x"=v "kkk`)
	assert.Equal(t, 2, strings.Count(b.String(), "\n"))
	assert.Less(t, b.Len(), 17<<10)
}
