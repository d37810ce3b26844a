package diag_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/diag/diagtest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// record builds a record of hostile parts through any path, by the bits of
// shape, and returns the text keys and values of its fields.
func record(l *slog.Logger, shape uint64, msg, key, value string) {
	attrs := []slog.Attr{slog.String(key, value), slog.Any("l", []string{value, msg}), slog.Any("m", map[string]any{key: value, msg: []any{msg}})}
	if shape&1 != 0 {
		attrs = append(attrs, slog.Group(key, slog.String(msg, value), slog.Any("b", []byte(value))))
	}
	if shape&2 != 0 {
		attrs = append(attrs, slog.Any("raw", json.RawMessage(value)), slog.Any("num", json.Number(value)), slog.Any("w", wrongJSON(value)))
	}
	if shape&4 != 0 {
		attrs = append(attrs, slog.Float64("f", math.Float64frombits(shape)), slog.Duration("d", time.Duration(shape)), slog.Time("t", time.Unix(int64(shape), 0)))
	}
	if shape&8 != 0 {
		l = l.WithGroup(key).With(msg, value)
	}
	if shape&16 != 0 {
		l = l.With(key, msg)
	}
	ctx := diag.WithHandler(nil, l.Handler()) //nolint:staticcheck // a nil context is legal here
	switch shape >> 5 & 3 {
	case 0:
		l.LogAttrs(ctx, slog.LevelError, msg, attrs...)
	case 1:
		diag.EmitContext(ctx, TST0007, attrs...)
	case 2:
		diag.EmitContext(ctx, TST0002, slog.String("path", value))
	case 3:
		diag.EmitContext(ctx, testCode(msg), attrs...)
	}
}

func seed(f *testing.F) {
	for _, s := range attacks {
		for shape := range uint64(128) {
			if shape%9 == uint64(len(s))%9 {
				f.Add(shape, s, "key", s)
				f.Add(shape, "msg", s, "value")
			}
		}
	}
}

// FuzzText: whatever goes in, one line at column 0 comes out, and the parser
// reads the texts back as they were.
func FuzzText(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, shape uint64, msg, key, value string) {
		if len(msg)+len(key)+len(value) > 4<<10 {
			return
		}
		var b bytes.Buffer
		record(slog.New(diag.NewHandler(&b, diag.Options{ShowLevel: shape&128 != 0})), shape, msg, key, value)
		rs := tame(t, b.Bytes(), 1)
		switch r := rs[0]; shape >> 5 & 3 {
		case 0:
			assert.Equal(t, msg, r.Message)
			assert.False(t, r.Coded)
		case 1:
			assert.Equal(t, "free", r.Message)
		case 2:
			assert.Equal(t, "denied: "+value, r.Message)
		case 3:
			shown, _, cut := strings.Cut(r.Code, "...(+")
			if cut && len(msg) > 256 { // what stands for a code is cut there
				assert.True(t, strings.HasPrefix(msg, shown))
			} else {
				assert.Equal(t, msg, r.Code)
			}
			assert.True(t, r.Unknown)
		}
		if shape>>5&3 != 2 && shape&^(128|96) == 0 && distinctKeys(key, "l", "m") {
			assert.Equal(t, []diagtest.Field{{Path: []string{key}, Value: value}, {Path: []string{"l"}, Value: []any{value, msg}}}, rs[0].Fields[:2])
		}
	})
}

func distinctKeys(keys ...string) bool {
	seen := map[string]bool{}
	for _, k := range keys {
		if seen[k] {
			return false
		}
		seen[k] = true
	}
	return true
}

// FuzzJSON: whatever goes in, one line of strict JSON comes out, whose own
// keys are ours.
func FuzzJSON(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, shape uint64, msg, key, value string) {
		var b bytes.Buffer
		record(slog.New(diag.NewHandler(&b, diag.Options{Format: diag.JSON})), shape, msg, key, value)
		require.Equal(t, 1, strings.Count(b.String(), "\n"))
		require.NoError(t, strictJSON(b.Bytes()), "%s", b.Bytes())
		var m map[string]any
		require.NoError(t, json.Unmarshal(b.Bytes(), &m))
		assert.Equal(t, "ERROR", m["level"])
		for k := range m {
			assert.Contains(t, []string{"time", "level", "code", "name", "event", "url", "msg", "fields"}, k)
		}
	})
}

// FuzzCut: a value that is too long is cut between runes, and what is left
// out is counted.
func FuzzCut(f *testing.F) {
	for limit := range 9 {
		f.Add("aé→😀\xff\x1b\u0301z", uint8(limit))
	}
	f.Add("\x80\x80\x80\x80\x80", uint8(2))
	f.Fuzz(func(t *testing.T, s string, limit uint8) {
		o := diag.Options{MaxValue: max(int(limit), 1)}
		var b bytes.Buffer
		slog.New(diag.NewHandler(&b, o)).Info("m", "v", s, "n", 7)
		rs := tame(t, b.Bytes(), 1)
		assert.Equal(t, "7", rs[0].Map()["n"])
		got := rs[0].Map()["v"].(string)
		if len(s) <= o.MaxValue {
			assert.Equal(t, s, got)
		} else {
			at := max(strings.LastIndex(got, "...(+"), 0)
			kept := got[:at]
			assert.Equal(t, fmt.Sprintf("...(+%d bytes)", len(s)-len(kept)), got[at:])
			assert.LessOrEqual(t, len(kept), o.MaxValue)
			assert.True(t, strings.HasPrefix(s, kept), "%q", got)
			assert.True(t, utf8.ValidString(kept) || !utf8.ValidString(s), "%q", got)
		}

		b.Reset()
		o.Format = diag.JSON
		slog.New(diag.NewHandler(&b, o)).Info(s, "v", s)
		require.NoError(t, strictJSON(b.Bytes()), "%s", b.Bytes())
	})
}

// FuzzParseText: the parser never panics, and what it takes is printed back to
// the same records.
func FuzzParseText(f *testing.F) {
	f.Add("[TST0001] m (see https://x)\n  a=b c=[d \"e f\"] g.h={i=j}\n")
	f.Add("2026-01-02T03:04:05.000Z INFO+2 \"m\\n\"\n")
	f.Add("[\"a b\"] !unknown\n  \"k\"=\"\"\n")
	f.Fuzz(func(t *testing.T, s string) {
		rs, err := diagtest.ParseText([]byte(s))
		if err != nil {
			return
		}
		for _, r := range rs {
			if r.Coded {
				continue
			}
			var b bytes.Buffer
			require.NoError(t, diag.NewHandler(&b, diag.Options{}).Handle(t.Context(), slog.NewRecord(time.Time{}, r.Level, r.Message, 0)))
			again, err := diagtest.ParseText(b.Bytes())
			require.NoError(t, err)
			require.Equal(t, min(r.Message, long), again[0].Message)
		}
	})
}

// long sorts behind every message that is cut.
var long = strings.Repeat("\xff", 16<<10)
