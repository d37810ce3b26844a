package charmlog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/diag/internal/testcat"
	"github.com/egladman/magus/internal/text"
)

// noEnv is an environment in which nothing is set.
func noEnv(string) string { return "" }

// printed returns what a plain handler prints for one ordinary record.
func printed(t *testing.T, level slog.Level, msg string, attrs ...slog.Attr) string {
	t.Helper()
	var b bytes.Buffer
	h := newHandler(&b, diag.Options{}, noEnv)
	r := slog.NewRecord(time.Time{}, level, msg, 0)
	r.AddAttrs(attrs...)
	require.NoError(t, h.Handle(context.Background(), r))
	return b.String()
}

func info(t *testing.T, msg string, attrs ...slog.Attr) string {
	t.Helper()
	return printed(t, slog.LevelInfo, msg, attrs...)
}

func TestCodedRecords(t *testing.T) {
	var b bytes.Buffer
	level := new(slog.LevelVar)
	level.Set(slog.LevelDebug)
	ctx := diag.WithHandler(context.Background(), newHandler(&b, diag.Options{Level: level}, noEnv))
	for range 2 {
		diag.EmitContext(ctx, testcat.Fail, slog.String("k", "v"))
	}
	diag.EmitContext(ctx, testcat.Trace)
	diag.EmitContext(ctx, testcat.Warn, slog.Any("what", []string{"A", "B C"}), slog.String("token", "hunter2"))
	diag.EmitContext(ctx, testcat.Unknown)

	assert.Equal(t, []string{
		"ERRO [TST1003] thing gone wrong (see https://example.com/codes/TST1003.md) k=v",
		"ERRO [TST1003] thing gone wrong k=v",
		"DEBU [TST1004] thing traced",
		`WARN [TST1002] doubt about [A "B C"] (see relative/TST1002.md) what="[A \"B C\"]" token=[redacted]`,
		"ERRO [TST9999] !unknown",
		"",
	}, strings.Split(b.String(), "\n"))
}

// The faults of the charm logger, each of which this package keeps away. Their
// measurements stand in the package comment.

func TestLogValuersAreResolved(t *testing.T) {
	var b bytes.Buffer
	h := newHandler(&b, diag.Options{}, noEnv)
	s := testcat.Secret("hunter2")
	slog.New(h).With("w", s).WithGroup("g").Info("m", "top", s, slog.Group("h", slog.Any("in", s)),
		"list", []testcat.Secret{s}, "map", map[string]any{"k": s}, "struct", struct{ T testcat.Secret }{s})
	assert.NotContains(t, b.String(), "hunter2")
	assert.Equal(t, 6, strings.Count(b.String(), "REDACTED"), b.String())
}

func TestMessagesForgeNothing(t *testing.T) {
	assert.Equal(t, `INFO "hello\nERRO [MGS9999] forged"`+"\n", info(t, "hello\nERRO [MGS9999] forged"))
	assert.Equal(t, `INFO "x\x1b[2J\x1b]0;pwn\a"`+"\n", info(t, "x\x1b[2J\x1b]0;pwn\a"))
	assert.Equal(t, `INFO "[MGS9999] forged"`+"\n", info(t, "[MGS9999] forged"))
	assert.Equal(t, `INFO "a (see http://evil)"`+"\n", info(t, "a (see http://evil)"))
}

func TestKeysForgeNothing(t *testing.T) {
	assert.Equal(t, `INFO m "k\nERRO forged=1 x"=v`+"\n", info(t, "m", slog.String("k\nERRO forged=1 x", "v")))
	assert.Equal(t, `INFO m ""=v`+"\n", info(t, "m", slog.Attr{Key: "", Value: slog.StringValue("v")}))
}

func TestReservedKeysAreFields(t *testing.T) {
	got := info(t, "m", slog.String("level", "x"), slog.String("msg", "forged"), slog.String("time", "t"),
		slog.String("prefix", "p"), slog.String("caller", "c"))
	assert.Equal(t, "INFO m level=x msg=forged time=t prefix=p caller=c\n", got)
}

func TestValuesReadAsTheyAreMeant(t *testing.T) {
	for value, want := range map[string]string{
		"plain":                  `plain`,
		"":                       `""`,
		"a b":                    `"a b"`,
		`say "x"`:                `"say \"x\""`,
		`a\" level=error`:        `"a\\\" level=error"`,
		`C:\Users`:               `C:\Users`,
		"C1 \u009b2J\u202e\xff":  `"C1 \u009b2J\u202e�"`,
		"user=999\n  │ x":        `"user=999\n  │ x"`,
		"[list]":                 `"\"[list]\""`,
		"a\tb":                   `"\"a\\tb\""`,
		strings.Repeat("x", 300): strings.Repeat("x", 300),
	} {
		assert.Equal(t, "INFO m k="+want+"\n", info(t, "m", slog.String("k", value)))
	}
	hostile := []string{`x\" y`, "z\n"}
	assert.Equal(t, `INFO m k="[\"x\\\\\\\" y\" \"z\\n\"]"`+"\n", info(t, "m", slog.Any("k", hostile)))
}

func TestGroupsAreFlattened(t *testing.T) {
	var b bytes.Buffer
	h := newHandler(&b, diag.Options{}, noEnv)
	slog.New(h).With("a", 1).WithGroup("g").With("b", 2).Info("m", "c", 3, slog.Group("h", "d", 4))
	assert.Equal(t, "INFO m a=1 g.b=2 g.c=3 g.h.d=4\n", b.String())
}

func TestLevelsBetween(t *testing.T) {
	assert.Equal(t, "INFO m level=INFO+2\n", printed(t, slog.LevelInfo+2, "m"))
	assert.Equal(t, "ERRO m level=ERROR+92\n", printed(t, 100, "m"))
}

func TestNilsPanicsAndNumbers(t *testing.T) {
	var typedNil *panicking
	got := info(t, "m", slog.Any("nil", nil), slog.Any("typed", typedNil), slog.Any("panics", &panicking{}),
		slog.Float64("nan", math.NaN()), slog.Duration("d", 1500*time.Millisecond),
		slog.Any("errs", []error{errors.New("a b")}), slog.String("last", "whole"))
	assert.True(t, strings.HasSuffix(got, " last=whole\n"), got)
	assert.Contains(t, got, "nan=NaN")
	assert.Contains(t, got, `errs="[\"a b\"]"`)
	assert.Equal(t, 1, strings.Count(got, "\n"))
	assert.NotContains(t, got, "goroutine")
}

type panicking struct{ s string }

func (p *panicking) Error() string { panic("no text, " + p.s) }

func TestClonesShareOneLock(t *testing.T) {
	s := &splitting{}
	h := newHandler(s, diag.Options{}, noEnv)
	var wg sync.WaitGroup
	for i := range 4 {
		l := slog.New(h).With("clone", i)
		wg.Go(func() {
			for range 200 {
				l.Info("a message of some length", "k", "v")
			}
		})
	}
	wg.Wait()
	whole := regexp.MustCompile(`^INFO a message of some length clone=\d k=v$`)
	lines := strings.Split(strings.TrimSuffix(s.buf.String(), "\n"), "\n")
	assert.Len(t, lines, 800)
	for _, line := range lines {
		assert.Regexp(t, whole, line)
	}
	assert.Equal(t, 800, s.writes)
}

// A splitting writer takes 4 bytes at a time and lets others run in between.
type splitting struct {
	mu     sync.Mutex
	buf    bytes.Buffer
	writes int
}

func (s *splitting) Write(b []byte) (int, error) {
	for i := 0; i < len(b); i += 4 {
		s.mu.Lock()
		s.buf.Write(b[i:min(i+4, len(b))])
		s.mu.Unlock()
		runtime.Gosched()
	}
	s.mu.Lock()
	s.writes++
	s.mu.Unlock()
	return len(b), nil
}

func TestSinksDoNotMix(t *testing.T) {
	var one, two bytes.Buffer
	var wg sync.WaitGroup
	for msg, b := range map[string]*bytes.Buffer{"one": &one, "two": &two} {
		l := slog.New(newHandler(b, diag.Options{}, noEnv))
		wg.Go(func() {
			for range 200 {
				l.Info(msg)
			}
		})
	}
	wg.Wait()
	assert.Equal(t, strings.Repeat("INFO one\n", 200), one.String())
	assert.Equal(t, strings.Repeat("INFO two\n", 200), two.String())
}

// A failing writer gives each write what steps say, then takes all.
type failing struct {
	steps []int // bytes taken; less than all is an error but for short
	short bool
	sizes []int
	got   bytes.Buffer
}

var errFull = errors.New("no space left on device")

func (f *failing) Write(b []byte) (int, error) {
	f.sizes = append(f.sizes, len(b))
	n := len(b)
	if len(f.steps) > 0 {
		n, f.steps = min(n, f.steps[0]), f.steps[1:]
	}
	f.got.Write(b[:n])
	if n < len(b) && !f.short {
		return n, errFull
	}
	return n, nil
}

func TestWriteErrorsAreTold(t *testing.T) {
	f := &failing{steps: []int{0, 0}}
	var told []error
	l := newHandler(f, diag.Options{OnError: func(err error) { told = append(told, err) }}, noEnv)
	var got []error
	for i := range 3 {
		r := slog.NewRecord(time.Time{}, slog.LevelInfo, fmt.Sprint("x", i), 0)
		got = append(got, l.Handle(context.Background(), r))
	}
	require.ErrorIs(t, got[0], errFull)
	require.ErrorIs(t, got[1], errFull)
	require.NoError(t, got[2])
	require.Len(t, told, 2)
	require.ErrorIs(t, told[0], errFull)
	assert.Equal(t, []int{8, 8, 8}, f.sizes, "nothing of a failed record comes later")
	assert.Equal(t, "INFO x2\n", f.got.String())
}

func TestShortWriteIsMended(t *testing.T) {
	f := &failing{steps: []int{10}, short: true}
	h := newHandler(f, diag.Options{}, noEnv)
	err := h.Handle(context.Background(), slog.NewRecord(time.Time{}, slog.LevelInfo, "first message", 0))
	require.ErrorIs(t, err, io.ErrShortWrite)
	slog.New(h).Info("second")
	assert.Equal(t, "INFO first\nINFO second\n", f.got.String())
}

func TestLinkShowsAfterAWholeRecord(t *testing.T) {
	f := &failing{steps: []int{0}}
	ctx := diag.WithHandler(context.Background(), newHandler(f, diag.Options{}, noEnv))
	for range 3 {
		diag.EmitContext(ctx, testcat.Fail)
	}
	assert.Equal(t, "ERRO [TST1003] thing gone wrong (see https://example.com/codes/TST1003.md)\n"+
		"ERRO [TST1003] thing gone wrong\n", f.got.String())
}

func TestNothingIsRetained(t *testing.T) {
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	msg := strings.Repeat("x", 1024)
	slog.New(newHandler(io.Discard, diag.Options{}, noEnv)).Info(msg)
	before := heap()
	h := newHandler(&sized{}, diag.Options{}, noEnv)
	for range 2000 {
		slog.New(h).Info(msg)
	}
	for range 2000 { // each handler is dropped at once
		slog.New(newHandler(&sized{}, diag.Options{}, noEnv)).Info(strings.Repeat("y", 100))
	}
	assert.Less(t, int64(heap())-int64(before), int64(512<<10))
	wide := make([]any, 0, 400) // no value is cut, and all of them make megabytes
	for i := range 200 {
		wide = append(wide, fmt.Sprint("v", i), strings.Repeat("x", 16<<10))
	}
	slog.New(h).Info(msg, wide...)
	wide = nil
	assert.Less(t, int64(heap())-int64(before), int64(512<<10), "a large record leaves nothing behind")
	runtime.KeepAlive(h)
}

// sized fails every write.
type sized struct{ n int }

func (s *sized) Write(b []byte) (int, error) { s.n = len(b); return 0, errFull }

func TestColors(t *testing.T) {
	env := map[string]string{}
	getenv := func(k string) string { return env[k] }
	render := func(o diag.Options) string {
		var b bytes.Buffer
		slog.New(newHandler(&b, o, getenv)).Info("m", "k", "v")
		return b.String()
	}
	assert.Equal(t, "INFO m k=v\n", render(diag.Options{}), "no terminal")
	assert.NotContains(t, render(diag.Options{Color: diag.ColorNever}), "\x1b")

	env["TERM"] = "xterm"
	assert.Contains(t, render(diag.Options{Color: diag.ColorAlways}), "\x1b[1;9")
	env["TERM"] = "xterm-256color"
	assert.Contains(t, render(diag.Options{Color: diag.ColorAlways}), "38;5;86")
	env["CLICOLOR_FORCE"] = "1"
	assert.Contains(t, render(diag.Options{}), "38;5;86")
	env["NO_COLOR"] = "1"
	assert.Equal(t, "INFO m k=v\n", render(diag.Options{}))
}

func TestTimeAndSource(t *testing.T) {
	var b bytes.Buffer
	h := newHandler(&b, diag.Options{Time: diag.TimeOn, Source: true}, noEnv)
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("IST", 5*3600+1800))
	var pcs [1]uintptr
	runtime.Callers(1, pcs[:])
	require.NoError(t, h.Handle(context.Background(), slog.NewRecord(at, slog.LevelInfo, "m", pcs[0])))
	assert.Regexp(t, `^2026-01-01T21:34:05Z INFO <charmlog/handler_test\.go:\d+> m\n$`, b.String())
}

func FuzzOneCleanLine(f *testing.F) {
	f.Add("msg", "key", "value")
	f.Add("a\nERRO x", "level\n", "\x1b[2J\u202e\u009b\xff")
	f.Add("", "", "a\\\" x=\"")
	f.Fuzz(func(t *testing.T, msg, key, value string) {
		var b bytes.Buffer
		h := newHandler(&b, diag.Options{}, noEnv)
		slog.New(h).LogAttrs(t.Context(), slog.LevelInfo, msg, slog.String(key, value), slog.Any("list", []string{value, key}), slog.Int("end", 1))
		line, ok := strings.CutSuffix(b.String(), " end=1\n")
		require.True(t, ok, "%q", b.String())
		require.True(t, text.Printable(line), "%q", line)
		require.True(t, strings.HasPrefix(line, "INFO "), "%q", line)
	})
}
