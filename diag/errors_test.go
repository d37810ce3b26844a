package diag_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/egladman/magus/diag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestErrorText(t *testing.T) {
	low := errors.New("no such file")
	inner := diag.New(TST0002, slog.String("path", "/x"))
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"New":                {inner, "[TST0002] denied: /x (see https://example.com/codes/TST0002.md)"},
		"NewEvent":           {diag.NewEvent(TST0001, 1, slog.String("var", "x")), "[TST0001] injected (see https://example.com/codes/TST0001.md)"},
		"no URL":             {diag.New(TST0007), "[TST0007] free"},
		"misfit":             {diag.New(TST0001, slog.Int("n", 1)), "[TST0001] socket withheld (see https://example.com/codes/TST0001.md)"},
		"Errorf":             {diag.Errorf(TST0007, "open %q: %w", "x", low), `[TST0007] open "x": no such file`},
		"Wrap":               {diag.Wrap(low, TST0002, slog.String("path", "/x")), "[TST0002] denied: /x: no such file (see https://example.com/codes/TST0002.md)"},
		"coded in Errorf":    {diag.Errorf(TST0001, "a: %w", inner), "[TST0001] a: [TST0002] denied: /x (see https://example.com/codes/TST0001.md)"},
		"coded by %v":        {diag.Errorf(TST0007, "a: %v", inner), "[TST0007] a: [TST0002] denied: /x"},
		"coded below fmt":    {diag.Errorf(TST0007, "a: %w", fmt.Errorf("b: %w", inner)), "[TST0007] a: b: [TST0002] denied: /x"},
		"coded in Wrap":      {diag.Wrap(fmt.Errorf("b: %w", inner), TST0007), "[TST0007] free: b: [TST0002] denied: /x"},
		"coded in a message": {diag.New(TST0002, slog.Any("path", inner)), "[TST0002] denied: [TST0002] denied: /x (see https://example.com/codes/TST0002.md)"},
		"unknown":            {diag.New(testCode("TST9999")), "[TST9999] !unknown"},
		"unknown Errorf":     {diag.Errorf(testCode("TST9999"), "x"), "[TST9999] x"},
		"nil code":           {diag.Errorf(nil, "x"), "[] x"},
		"secret":             {diag.New(TST0005, slog.String("user", "u"), slog.String("token", "hunter2")), "[TST0005] login of u with [redacted] (see https://example.com/codes/TST0005.md)"},
		"control bytes":      {diag.Errorf(TST0007, "a\n[TST0001] forged\x1b[2J\u202e"), `[TST0007] a\n[TST0001] forged\x1b[2J\u202e`},
		"Join":               {diag.Wrap(errors.Join(low, low), TST0007), `[TST0007] free: no such file\nno such file`},
		"panicking cause":    {diag.Wrap(badError{bad{"Error"}}, TST0007), `[TST0007] free: !PANIC(boom\nboom\nboom\nboom\nboom\nboom\nboom\nboom\nboom\nboom\nboom\nbo...)`},
		"nil cause":          {diag.Wrap((*valueError)(nil), TST0007), `[TST0007] free: <nil>`},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, c.err.Error())
			assert.Equal(t, c.want, fmt.Sprintf("%v", c.err))
			assert.Equal(t, fmt.Sprintf("%q", c.want), fmt.Sprintf("%q", c.err))
		})
	}
	assert.Nil(t, diag.Wrap(nil, TST0007))
	assert.NoError(t, diag.Wrap(nil, TST0007))
}

func TestPlusV(t *testing.T) {
	err := diag.Wrap(diag.New(TST0003, slog.String("cmd", "a b"), slog.Int("stripped_count", 2)), TST0007, slog.Group("g", slog.Int("n", 1)))
	assert.Equal(t, `[TST0007] free: [TST0003] env vars stripped from child process by sandbox
  [TST0007] g.n=1
  [TST0003] cmd="a b" stripped_count=2`, fmt.Sprintf("%+v", err))
	assert.NotContains(t, fmt.Sprintf("%+v", diag.New(TST0005, slog.String("token", "hunter2"))), "hunter2", "a misfit keeps its secrets")
}

type uncomparable struct{ list []int }

func (uncomparable) Error() string { return "uncomparable" }

type uncomparableCode struct{ list []int }

func (uncomparableCode) Error() string                { return "U" }
func (uncomparableCode) Descriptor() *diag.Descriptor { return nil }

type otherCode string

func (c otherCode) Error() string                { return string(c) }
func (c otherCode) Descriptor() *diag.Descriptor { return nil }

func testIsAndAs(t *testing.T) {
	inner := diag.Wrap(io.EOF, TST0002, slog.String("path", "/x"))
	for name, err := range map[string]error{
		"bare":        inner,
		"Errorf":      diag.Errorf(TST0001, "x: %w", inner),
		"fmt":         fmt.Errorf("x: %w", inner),
		"Join first":  errors.Join(inner, fs.ErrExist),
		"Join last":   errors.Join(fs.ErrExist, fmt.Errorf("x: %w", inner)),
		"two by fmt":  fmt.Errorf("%w, %w", fs.ErrExist, inner),
		"two by diag": diag.Errorf(TST0007, "%w, %w", fs.ErrExist, inner),
		"Wrap":        diag.Wrap(errors.Join(fs.ErrExist, inner), TST0007),
	} {
		t.Run(name, func(t *testing.T) {
			assert.ErrorIs(t, err, TST0002)
			assert.ErrorIs(t, err, io.EOF)
			assert.ErrorIs(t, err, diag.New(TST0002), "another error of the code")
			assert.NotErrorIs(t, err, TST0003)
			assert.NotErrorIs(t, err, otherCode("TST0002"), "a code of equal text in another catalog")
			assert.NotErrorIs(t, err, uncomparable{})
			assert.NotErrorIs(t, err, uncomparableCode{})
			var c testCode
			assert.False(t, errors.As(err, &c), "a code is not in the chain, it is carried")
		})
	}
	err := diag.Wrap(uncomparable{[]int{1}}, TST0007)
	assert.NotErrorIs(t, err, uncomparable{[]int{1}})
	var u uncomparable
	assert.ErrorAs(t, err, &u)
	assert.NotErrorIs(t, diag.New(uncomparableCode{}), uncomparableCode{})
	cause := errors.New("c")
	assert.Same(t, cause, errors.Unwrap(diag.Errorf(TST0007, "x: %w", cause)))
}

func testCodes(t *testing.T) {
	err := fmt.Errorf("x: %w", errors.Join(
		diag.Errorf(TST0001, "a: %w", diag.Wrap(io.EOF, TST0002)),
		TST0003, // a code is an error too
		diag.Errorf(TST0007, "%w and %w", diag.New(TST0001), diag.New(testCode("TST9999"))),
	))
	assert.Equal(t, []diag.Code{TST0001, TST0002, TST0003, TST0007, testCode("TST9999")}, slices.Collect(diag.Codes(err)))
	c, ok := diag.CodeOf(err)
	assert.True(t, ok)
	assert.Equal(t, TST0001, c)
	_, ok = diag.CodeOf(io.EOF)
	assert.False(t, ok)
	_, ok = diag.CodeOf(nil)
	assert.False(t, ok)
	for range diag.Codes(err) {
		break
	}
}

// loop unwraps to itself.
type loop struct{}

func (loop) Error() string   { return "loop" }
func (loop) Unwrap() []error { return []error{loop{}, loop{}} }

type badUnwrap struct{}

func (badUnwrap) Error() string { return "u" }
func (badUnwrap) Unwrap() error { panic("no") }

func TestHostileChains(t *testing.T) {
	for _, err := range []error{loop{}, badUnwrap{}, diag.Wrap(loop{}, TST0007), diag.Errorf(TST0007, "x: %w", badUnwrap{})} {
		assert.NotPanics(t, func() {
			for range diag.Codes(err) {
			}
			_ = err.Error()
			diag.Report(io.Discard, err)
		})
	}
	var deep error = diag.New(TST0002, slog.String("path", "x"))
	for range 300 {
		deep = diag.Errorf(TST0007, "a: %w", deep)
	}
	assert.Equal(t, 12, diag.ExitStatus(diag.Wrap(diag.New(TST0002), TST0001)))
	assert.Equal(t, 1, strings.Count(deep.Error(), "TST0002"))
}

func TestErrorInHandlers(t *testing.T) {
	err := diag.New(TST0003, slog.String("cmd", "c"), slog.Int("stripped_count", 1))
	var b bytes.Buffer
	slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: func(g []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}})).Info("m", "err", err)
	assert.Equal(t, `level=INFO msg=m err.code=TST0003 err.msg="[TST0003] env vars stripped from child process by sandbox" `+
		"err.url=https://example.com/codes/TST0003.md err.fields.cmd=c err.fields.stripped_count=1\n", b.String())
}

func testReport(t *testing.T) {
	inner := diag.New(TST0002, slog.String("path", "/x"))
	for name, c := range map[string]struct {
		err    error
		want   string
		status int
	}{
		"nil":   {nil, "", 0},
		"plain": {errors.New("a\x1bb"), "a\\x1bb\n", 1},
		"code":  {TST0007, "[TST0007] free\n", 3},
		"wrapped code": {fmt.Errorf("run: %w", TST0002), `run
caused by: [TST0002] path denied (see https://example.com/codes/TST0002.md)
  hint: allow it
`, 12},
		"code in the middle": {fmt.Errorf("%w, while reading", TST0002), `TST0002, while reading
caused by: [TST0002] (see https://example.com/codes/TST0002.md)
  hint: allow it
`, 12},
		"unknown code": {testCode("TST9999"), "TST9999\n", 1},
		"coded":        {inner, "[TST0002] denied: /x (see https://example.com/codes/TST0002.md)\n  hint: allow it\n", 12},
		"chain of four": {fmt.Errorf("start: %w", diag.Errorf(TST0001, "load: %w", diag.Wrap(fmt.Errorf("open: %w", fs.ErrNotExist), TST0002, slog.String("path", "/x")))),
			`start
caused by: [TST0001] load (see https://example.com/codes/TST0001.md)
caused by: [TST0002] denied: /x (see https://example.com/codes/TST0002.md)
  hint: allow it
caused by: open
caused by: file does not exist
`, 12},
		"fields": {diag.Wrap(io.EOF, TST0003, slog.String("cmd", "a b"), slog.Int("stripped_count", 1)),
			`[TST0003] env vars stripped from child process by sandbox (see https://example.com/codes/TST0003.md)
  cmd="a b" stripped_count=1
caused by: EOF
`, 1},
		"Join": {errors.Join(inner, io.EOF, diag.New(TST0007)), `[TST0002] denied: /x (see https://example.com/codes/TST0002.md)
  hint: allow it
EOF
[TST0007] free
`, 12},
		"text in the middle": {diag.Errorf(TST0007, "%w (while reading)", inner), `[TST0007] [TST0002] denied: /x (while reading)
caused by: [TST0002] (see https://example.com/codes/TST0002.md)
  hint: allow it
`, 3},
		"two causes": {diag.Errorf(TST0007, "%w and %w", io.EOF, inner), `[TST0007] EOF and [TST0002] denied: /x
caused by: [TST0002] (see https://example.com/codes/TST0002.md)
  hint: allow it
`, 3},
		"same code twice": {errors.Join(inner, inner), `[TST0002] denied: /x (see https://example.com/codes/TST0002.md)
  hint: allow it
[TST0002] denied: /x
`, 12},
		"same code in the middle": {errors.Join(inner, diag.Errorf(TST0007, "%w (while reading)", inner)), `[TST0002] denied: /x (see https://example.com/codes/TST0002.md)
  hint: allow it
[TST0007] [TST0002] denied: /x (while reading)
`, 12},
		"one wraps its like": {diag.Wrap(diag.Wrap(io.EOF, TST0007), TST0007), "[TST0007] free\ncaused by: [TST0007] free\ncaused by: EOF\n", 3},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			status := diag.Report(&b, c.err)
			assert.Equal(t, c.want, b.String())
			assert.Equal(t, c.status, status)
			assert.Equal(t, c.status, diag.ExitStatus(c.err))
		})
	}
	require.Equal(t, 1, diag.ExitStatus(io.EOF))
	for exit, want := range map[int]int{1: 1, 125: 125, 126: 3, 256: 3, -1: 3, 0: 3} {
		outer := describedCode{&diag.Descriptor{Code: "X1", Exit: exit}}
		require.Equal(t, want, diag.ExitStatus(diag.Wrap(diag.New(TST0007), outer)), "no shell can tell %d from a signal or from 0", exit)
	}
}
