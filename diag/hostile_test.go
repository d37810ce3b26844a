package diag_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"unicode"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/diag/diagtest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// attacks are texts that drive terminals or forge records where they get
// through.
var attacks = map[string]string{ // rows 2/24, 2/26, 3/1, 3/2, 3/3
	"CSI":            "x\x1b[2Jy",
	"OSC title":      "x\x1b]0;pwn\x07y",
	"OSC hyperlink":  "x\x1b]8;;https://evil\x1b\\y",
	"OSC clipboard":  "x\x1b]52;c;aGk=\x07y",
	"DCS":            "x\x1bP+q\x1b\\y",
	"C1 CSI":         "x\u009b2Jy",
	"raw C1":         "x\x9b2Jy",
	"DEL and BS":     "x\x7f\b\by",
	"CR":             "x\rERROR [TST0001] forged",
	"LF":             "x\n[TST0001] forged",
	"CRLF and field": "x\r\n  forged=1",
	"line separator": "x\u2028[TST0001] forged\u2029",
	"bidi":           "x\u202e\u2066\u200fy",
	"NUL":            "x\x00y",
	"link":           "x (see https://evil)",
	"quoted":         `"x" (see https://evil)`,
	"fields":         "a user=999 code=TST0001",
	"bracket":        "[TST0001] forged",
	"level":          "ERROR [TST0001] forged",
	"unknown":        "!unknown",
	"empty":          "",
}

// tame checks that output holds n records and nothing but printable lines.
func tame(t *testing.T, out []byte, n int) []diagtest.Record {
	t.Helper()
	i := bytes.IndexFunc(out, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) || r == unicode.ReplacementChar })
	require.Negative(t, i, "%q", out)
	heads := 0
	for line := range strings.Lines(string(out)) {
		if !strings.HasPrefix(line, " ") {
			heads++
		}
	}
	require.Equal(t, n, heads, "%s", out)
	rs, err := diagtest.ParseText(out)
	require.NoError(t, err, "%s", out)
	require.Len(t, rs, n)
	return rs
}

func testAttacks(t *testing.T) {
	for name, s := range attacks {
		t.Run(name, func(t *testing.T) {
			b := into(t, diag.Options{Links: diag.LinksNever})
			diag.Emit(TST0002, slog.String("path", s))
			diag.Emit(TST0007, slog.String("k", s), slog.String(s, "v"), slog.Any("l", []string{s, s}), slog.Any("m", map[string]string{s: s}))
			diag.Emit(TST0007, slog.Any("err", errors.New(s)), slog.Group(s, slog.String(s, s)))
			diag.Emit(testCode(s))
			slog.New(diag.NewHandler(b, diag.Options{})).Info(s, "code", s)
			rs := tame(t, b.Bytes(), 5)
			assert.Equal(t, "TST0002", rs[0].Code)
			assert.Equal(t, "denied: "+s, rs[0].Message)
			assert.Empty(t, rs[0].URL)
			assert.Equal(t, s, rs[1].Map()["k"])
			assert.Equal(t, "v", rs[1].Map()[s])
			assert.Equal(t, []any{s, s}, rs[1].Map()["l"])
			assert.Equal(t, map[string]any{s: s}, rs[1].Map()["m"])
			assert.Equal(t, s, rs[2].Map()["err"])
			assert.Equal(t, s, rs[3].Code)
			assert.True(t, rs[3].Unknown)
			assert.False(t, rs[4].Coded, "no text makes a plain record a coded one")
			assert.Equal(t, s, rs[4].Message)

			b = into(t, diag.Options{Format: diag.JSON})
			diag.Emit(TST0002, slog.String("path", s))
			diag.Emit(TST0007, slog.String("k", s), slog.String(s, "v"), slog.Any("l", []string{s}), slog.Any("m", map[string]string{s: s}))
			diag.Emit(testCode(s), slog.Any("e", errors.New(s)))
			slog.New(diag.NewHandler(b, diag.Options{Format: diag.JSON})).Info(s, "code", s)
			lines := bytes.SplitAfter(b.Bytes(), []byte("\n"))
			require.Len(t, lines, 5)
			for _, line := range lines[:4] {
				require.NoError(t, strictJSON(line), "%s", line)
			}

			var report bytes.Buffer
			diag.Report(&report, diag.Wrap(fmt.Errorf("%s: %w", s, diag.Errorf(TST0007, "%s", s)), TST0002, slog.String("path", s)))
			for line := range strings.Lines(report.String() + diag.Errorf(TST0007, "%s", s).Error()) {
				require.Negative(t, strings.IndexFunc(strings.TrimSuffix(line, "\n"), func(r rune) bool { return !unicode.IsPrint(r) }), "%q", line)
			}
		})
	}
}

func TestHostileDescriptor(t *testing.T) {
	for name, s := range attacks {
		d := &diag.Descriptor{Code: s, Name: s, Title: s, URL: "https://x/" + s, Hint: s, Level: slog.LevelError,
			Events: []diag.Event{{Name: s, Level: slog.LevelError, Message: "m " + s, Fields: []diag.Field{{Name: s}}}}}
		for _, prepared := range []bool{false, true} {
			if prepared {
				d.Prepare()
			}
			b := into(t, diag.Options{})
			diag.Emit(describedCode{d}, slog.Int(s, 1))
			diag.Emit(describedCode{d})
			rs := tame(t, b.Bytes(), 2)
			assert.Equal(t, s, rs[0].Code, name)
			assert.Equal(t, "m "+s, rs[0].Message)
			b = into(t, diag.Options{Format: diag.JSON})
			diag.Emit(describedCode{d}, slog.Int(s, 1))
			require.NoError(t, strictJSON(b.Bytes()))
			diag.Report(b, diag.New(describedCode{d}, slog.Int(s, 1)))
		}
	}
}

// describedCode is a code that brings its descriptor along.
type describedCode struct{ d *diag.Descriptor }

func (c describedCode) Error() string                { return c.d.Code }
func (c describedCode) Descriptor() *diag.Descriptor { return c.d }

func TestUnpreparedDescriptorIsNotLost(t *testing.T) {
	b := into(t, diag.Options{Level: atLevel(slog.LevelError)})
	d := &diag.Descriptor{Code: "U1", Title: "unprepared", URL: site, Level: slog.LevelDebug, Events: []diag.Event{{Level: slog.LevelError, Message: "m {k}", Fields: []diag.Field{{Name: "k"}}}}}
	assert.True(t, diag.Enabled(t.Context(), describedCode{d}))
	diag.Emit(describedCode{d}, slog.Int("k", 1))
	diag.Emit(describedCode{d}, slog.Int("other", 1)) // debug
	assert.Equal(t, "[U1] m 1 (see https://example.com/codes/)\n", b.String())
}

func testMarksCannotBeForged(t *testing.T) {
	b := into(t, diag.Options{})
	diag.Emit(TST0007, slog.String("user", "1 user=999"), slog.String("x", `" y="1`), slog.Any("l", []string{"a b", "c] d=[e"}))
	rs := tame(t, b.Bytes(), 1)
	assert.Equal(t, map[string]any{"user": "1 user=999", "x": `" y="1`, "l": []any{"a b", "c] d=[e"}}, rs[0].Map())
}

func testSecretsStaySecret(t *testing.T) {
	const s = "hunter2"
	for _, format := range []diag.Format{diag.Text, diag.JSON} {
		b := into(t, diag.Options{Format: format, Source: true})
		diag.Emit(TST0005, slog.String("user", "u"), slog.String("token", s))
		diag.Emit(TST0005, slog.String("token", s), slog.String("user", "u"), slog.String("token", s))
		diag.Emit(TST0005, slog.String("token", s))
		diag.Emit(TST0005, slog.Any("token", secret(s)), slog.Any("more", secret(s)))
		diag.Emit(TST0007, slog.Group("g", slog.Any("t", secret(s))), slog.Any("p", ptr(secret(s))))
		l := slog.New(diag.NewHandler(b, diag.Options{Format: format}))
		l.With("t", secret(s)).WithGroup("g").With("u", []secret{secret(s)}).Info("m", "v", struct{ T secret }{secret(s)}, "w", struct{ T any }{shy{s}})
		l.Info("m", "code", TST0005, "token", s)
		l.With("code", TST0005).Info("m", "token", s, "other", 1)
		err := diag.New(TST0005, slog.String("user", "u"), slog.String("token", s))
		l.Error("m", "err", err, "text", fmt.Sprintf("%v %+v", err, err))
		diag.Report(b, err)
		assert.NotContains(t, b.String(), s)
		assert.Contains(t, b.String(), "redacted")
	}
}
