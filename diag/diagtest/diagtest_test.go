package diagtest_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/diag/diagtest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type code string

const (
	moved  code = "ACME1001"
	secret code = "ACME1002"
	gone   code = "ACME1003"
	bogus  code = "ACME9999"
)

func (c code) Error() string { return string(c) }

func (c code) Descriptor() *diag.Descriptor {
	for i := range table {
		if table[i].Code == string(c) {
			return &table[i]
		}
	}
	return nil
}

var table = []diag.Descriptor{
	{Code: "ACME1001", Title: "moved", URL: "https://acme.example/1001", Events: []diag.Event{
		{Name: "files", Message: "moved {n} files", Fields: []diag.Field{{Name: "n", Type: diag.Int}, {Name: "names", Type: diag.Strings}}},
		{Name: "failed", Message: "could not move", Fields: []diag.Field{{Name: "path", Type: diag.Path}, {Name: "reason", Type: diag.Error}, {Name: "took", Type: diag.Duration}, {Name: "retry", Type: diag.Bool}, {Name: "more", Type: diag.Any}}},
	}},
	{Code: "ACME1002", Title: "secret", Events: []diag.Event{{Message: "m", Fields: []diag.Field{{Name: "token", Type: diag.String, Secret: true}}}}},
	{Code: "ACME1003", Title: "gone", Status: diag.Retired},
}

func TestMain(m *testing.M) {
	for i := range table {
		table[i].Prepare()
	}
	dir, err := os.MkdirTemp("", "diagtest")
	if err != nil {
		panic(err)
	}
	file := filepath.Join(dir, "emitted")
	status := diagtest.Main(m, file)
	diagtest.Main(noTests{}, file) // a second package
	if status == 0 && !checkEmitted(file) {
		status = 1
	}
	os.RemoveAll(dir)
	os.Exit(status)
}

// checkEmitted holds what Main wrote against what the tests below emit.
func checkEmitted(file string) bool {
	f, err := os.Open(file)
	if err != nil {
		fmt.Println(err)
		return false
	}
	defer f.Close()
	missing, err := diagtest.Missing(&diag.Catalog{Codes: []*diag.Descriptor{&table[0], &table[1], &table[2]}}, f)
	if err != nil || len(missing) != 0 {
		fmt.Println("Missing:", missing, err)
		return false
	}
	return true
}

type noTests struct{}

func (noTests) Run() int { return 0 }

// fakeTB takes the failures of a test.
type fakeTB struct {
	testing.TB
	failures []string
}

func (f *fakeTB) Helper()        {}
func (f *fakeTB) Cleanup(func()) {}
func (f *fakeTB) Errorf(format string, args ...any) {
	f.failures = append(f.failures, fmt.Sprintf(format, args...))
}

func TestRecorder(t *testing.T) {
	rec := diagtest.Default(t)
	diag.Emit(moved, slog.Int("n", 2), slog.Any("names", []string{"a", "b"}))
	_, file, line, _ := runtime.Caller(0)
	diag.Emit(secret, slog.String("token", "hunter2"))
	slog.New(rec.Handler()).Info("a plain record", "code", "ACME1001")
	require.Len(t, rec.All(), 2)
	d := rec.Want(moved, slog.Int("n", 2))
	assert.Equal(t, "files", d.Event)
	assert.Equal(t, "moved 2 files", d.Message)
	assert.Equal(t, "https://acme.example/1001", d.URL)
	assert.Equal(t, slog.LevelInfo, d.Level)
	assert.Equal(t, []string{"a", "b"}, d.Field("names"))
	assert.Nil(t, d.Field("nope"))
	assert.Equal(t, file, d.File)
	assert.Equal(t, line-1, d.Line)
	rec.Want(moved, slog.Any("names", []string{"a", "b"}), slog.Int64("n", 2))
	rec.None(gone)
	assert.NotContains(t, fmt.Sprint(rec.Of(secret)), "hunter2")
	rec.Reset()
	rec.None()
}

func TestFailures(t *testing.T) {
	tb := &fakeTB{}
	rec := diagtest.New(tb)
	ctx := rec.Context(context.Background())
	diag.EmitContext(ctx, moved, slog.Int("n", 2), slog.Any("names", []string{"a"}))
	diag.EmitContext(ctx, bogus)
	rec.Want(moved, slog.Int("n", 3))
	rec.Want(secret)
	rec.None(moved)
	rec.None()
	require.Empty(t, rec.Of(gone))
	assert.Equal(t, []string{
		"no diagnostic [ACME1001] n=3; got 2:\n\t[ACME1001] moved 2 files n=2 names=[\"a\"]\n\t[ACME9999] !unknown",
		"no diagnostic [ACME1002]; got 2:\n\t[ACME1001] moved 2 files n=2 names=[\"a\"]\n\t[ACME9999] !unknown",
		"1 unwanted diagnostic(s):\n\t[ACME1001] moved 2 files n=2 names=[\"a\"]",
		"2 unwanted diagnostic(s):\n\t[ACME1001] moved 2 files n=2 names=[\"a\"]\n\t[ACME9999] !unknown",
	}, tb.failures)
}

// What Want compares is what a failed test shows: 2 and "2" differ in both.
func TestDiagnosticString(t *testing.T) {
	rec := diagtest.New(t)
	ctx := rec.Context(t.Context())
	diag.EmitContext(ctx, moved, slog.String("n", "2"), slog.Any("x", nil), slog.Group("g", slog.Int("h", 1)))
	diag.EmitContext(ctx, nil)
	diag.EmitContext(ctx, nil, slog.Int("n", 2))
	var lines []string
	for _, d := range rec.All() {
		lines = append(lines, d.String())
	}
	assert.Equal(t, []string{`[ACME1001] moved n="2" x=null g={"h":1}`, "[] !unknown", "[] !unknown n=2"}, lines)
	assert.Equal(t, "[]", diagtest.Diagnostic{}.String())
}

// A field that is called code and holds one is a field like any other.
func TestFieldNamedCode(t *testing.T) {
	tb := &fakeTB{}
	rec := diagtest.New(tb)
	diag.EmitContext(rec.Context(t.Context()), gone, slog.Any("code", moved), slog.Int("n", 1))
	rec.Want(gone, slog.Any("code", moved), slog.Int("n", 1))
	require.Empty(t, tb.failures)
	rec.Want(gone, slog.Any("code", secret))
	rec.Want(gone, slog.Any("code", moved), slog.Int("n", 2))
	assert.Len(t, tb.failures, 2)
	assert.Contains(t, rec.All()[0].String(), `code="ACME1001" n=1`)
}

func TestStrict(t *testing.T) {
	tb := &fakeTB{}
	ctx := diagtest.New(tb).Strict().Context(context.Background())
	good := []slog.Attr{slog.String("path", "/x"), slog.Any("reason", io.EOF), slog.Duration("took", 1), slog.Bool("retry", true), slog.Any("more", 1)}
	diag.EmitContext(ctx, moved, good...)
	diag.EmitContext(ctx, secret, slog.Int("token", 1))
	require.Empty(t, tb.failures)
	good[1] = slog.Any("reason", diag.Errorf(moved, "x"))
	diag.EmitContext(ctx, moved, good...)
	require.Empty(t, tb.failures, "a coded error is an error")

	diag.EmitContext(ctx, moved, slog.String("n", "2"), slog.Any("names", "a"))
	diag.EmitContext(ctx, moved, slog.Int("nope", 2))
	diag.EmitContext(ctx, bogus)
	diag.EmitContext(ctx, nil)
	all := strings.Join(tb.failures, "\n")
	assert.Len(t, tb.failures, 5)
	assert.Contains(t, all, "diagtest_test.go:")
	assert.Contains(t, all, "field n is String, want int")
	assert.Contains(t, all, "field names is String, want []string")
	assert.Contains(t, all, "the fields fit no event of the code\n\t\tevent files has n(int) names([]string)")
	diag.EmitContext(ctx, secret, slog.Int("nope", 2))
	assert.Contains(t, tb.failures[len(tb.failures)-1], "\n\t\tthe event has token(string)")
	assert.Contains(t, all, "no catalog holds this code")
	assert.Contains(t, all, "no code")
}

func TestEmitted(t *testing.T) {
	before := diagtest.Emitted()["ACME1001 files"]
	rec := diagtest.New(t)
	diag.EmitContext(rec.Context(t.Context()), moved, slog.Int("n", 2), slog.Any("names", []string{"a"}))
	assert.Equal(t, before+1, diagtest.Emitted()["ACME1001 files"])
	before = diagtest.Emitted()["ACME1002"]
	diag.EmitContext(rec.Context(t.Context()), secret, slog.Int("nope", 2))
	assert.Equal(t, before, diagtest.Emitted()["ACME1002"], "a misfit is no event")
	c := &diag.Catalog{Codes: []*diag.Descriptor{&table[0], &table[1], &table[2]}}
	missing, err := diagtest.Missing(c, strings.NewReader("ACME1001 failed\n"))
	require.NoError(t, err)
	assert.Equal(t, []string{"ACME1001 files", "ACME1002"}, missing, "retired codes are never missing")
	_, err = diagtest.Missing(c, badReader{})
	assert.Error(t, err)
	assert.Equal(t, 1, diagtest.Main(noTests{}, filepath.Join(t.TempDir(), "no", "such", "folder")))
}

type badReader struct{}

func (badReader) Read([]byte) (int, error) { return 0, errors.New("broken") }

func TestParseText(t *testing.T) {
	rs, err := diagtest.ParseText([]byte(`2026-01-02T03:04:05.006Z WARN+1 [ACME1001] moved 2 files (see https://x/(y))
  n=2 g.h="a b" "k.x"=[a "b c" [] {i=j}] !misfit=true
INFO "a\nb"
["a b"] !unknown
[A] (odd) message
`))
	require.NoError(t, err)
	require.Len(t, rs, 4)
	r := rs[0]
	assert.Equal(t, time.Date(2026, 1, 2, 3, 4, 5, 6e6, time.UTC), r.Time)
	assert.Equal(t, slog.LevelWarn+1, r.Level)
	assert.Equal(t, "ACME1001", r.Code)
	assert.Equal(t, "moved 2 files", r.Message)
	assert.Equal(t, "https://x/(y)", r.URL)
	assert.Equal(t, map[string]any{"n": "2", "g": map[string]any{"h": "a b"},
		"k.x": []any{"a", "b c", []any{}, []diagtest.Field{{Path: []string{"i"}, Value: "j"}}}, "!misfit": "true"}, r.Map())
	assert.True(t, r.Fields[3].Mark)
	assert.Equal(t, diagtest.Record{HasLevel: true, Message: "a\nb"}, rs[1])
	assert.Equal(t, diagtest.Record{Coded: true, Code: "a b", Unknown: true}, rs[2])
	assert.Equal(t, diagtest.Record{Coded: true, Code: "A", Message: "(odd) message"}, rs[3])
	rs, err = diagtest.ParseText(nil)
	assert.NoError(t, err)
	assert.Empty(t, rs)
}

func TestParseTextErrors(t *testing.T) {
	for in, want := range map[string]string{
		"[A] m":                  "the last line is cut off",
		"  k=v\n":                "line 1: fields without a record",
		"[A] m\n  k=v\n  k=v\n":  "line 3: fields without a record",
		"hello\n":                `line 1: want [CODE] or a level: "hello"`,
		"HELLO x\n":              `line 1: slog: level string "HELLO": unknown name`,
		"2026 [A] m\n":           "line 1: parsing time",
		"[A\n":                   `line 1: want ]: "A"`,
		"[A]m\n":                 "line 1: want a message after [A]",
		"[\"A] m\n":              "line 1: invalid syntax",
		"[A] m (see x\n":         "line 1: want (see URL)",
		"[A] \"m\" x\n":          "line 1: want (see URL)",
		"[A] m\n  k\n":           `line 2: want = after the key "k"`,
		"[A] m\n  k=\n":          "line 2: want a value or a key",
		"[A] m\n  k=[a\n":        "line 2: want a space or ]",
		"[A] m\n  k={a=b\n":      "line 2: want a space or }",
		"[A] m\n  k=a  b=c\n":    "line 2: want a value or a key",
		"[A] m\n  k=a]\n":        "line 2: want a space",
		"[A] m\n  k=\"a\n":       "line 2: invalid syntax",
		"[A] m\n  k=[a \"b]\n":   "line 2: invalid syntax",
		"[A] m\n  k={a=b \"c}\n": "line 2: invalid syntax",
	} {
		_, err := diagtest.ParseText([]byte(in))
		assert.ErrorContains(t, err, want, "%q", in)
	}
}

func TestParseWhatIsPrinted(t *testing.T) {
	var b bytes.Buffer
	ctx := diag.WithHandler(t.Context(), diag.NewHandler(&b, diag.Options{Time: diag.TimeOn, ShowLevel: true}))
	diag.EmitContext(ctx, moved, slog.Int("n", 2), slog.Any("names", []string{"a", "b c"}))
	rs, err := diagtest.ParseText(b.Bytes())
	require.NoError(t, err)
	require.Len(t, rs, 1)
	assert.WithinDuration(t, time.Now(), rs[0].Time, time.Minute)
	assert.Equal(t, []diagtest.Field{{Path: []string{"names"}, Value: []any{"a", "b c"}}}, rs[0].Fields)
}
