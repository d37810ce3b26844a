package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/slogtest"
	"time"
)

type secret string

func (secret) LogValue() slog.Value { return slog.StringValue("REDACTED") }

func printed(v version, level slog.Level, msg string, attrs ...slog.Attr) string {
	var b bytes.Buffer
	r := slog.NewRecord(time.Time{}, level, msg, 0)
	r.AddAttrs(attrs...)
	_ = v.new(&b).Handle(context.Background(), r)
	return fmt.Sprintf("%q", b.String())
}

func info(v version, msg string, attrs ...slog.Attr) string {
	return printed(v, slog.LevelInfo, msg, attrs...)
}

func logValuer(v version) string {
	return info(v, "m", slog.Any("token", secret("hunter2")), slog.Group("g", slog.Any("token", secret("hunter2"))))
}

func controlMessage(v version) string { return info(v, "a\nERRO forged\x1b[2J\x1b]0;pwn\a") }
func controlKey(v version) string     { return info(v, "m", slog.String("k\nERRO forged=1 x", "v")) }
func controlValue(v version) string {
	return info(v, "m", slog.String("k", "\u009b2J\u202e\xff\xfe"))
}
func oddLevel(v version) string { return printed(v, slog.LevelInfo+2, "m") }
func shadowLevel(v version) string {
	return info(v, "m", slog.String("level", "x"), slog.String("msg", "forged"))
}
func groupAttr(v version) string {
	return info(v, "m", slog.Group("g", slog.Int("a", 1), slog.String("b", "c d")))
}

// slogtestText counts the cases of testing/slogtest that fail. Its text is
// read by fields, a dotted key as a group.
func slogtestText(v version) string {
	var b bytes.Buffer
	failed, total := 0, 0
	err := slogtest.TestHandler(v.time(&b), func() []map[string]any {
		var all []map[string]any
		for _, line := range strings.Split(strings.TrimSpace(b.String()), "\n") {
			all = append(all, parse(line))
		}
		total = len(all)
		return all
	})
	if err != nil { // one for all cases, joined
		failed = 1
		if all, ok := err.(interface{ Unwrap() []error }); ok {
			failed = len(all.Unwrap())
		}
	}
	return fmt.Sprintf("%d errors over %d records", failed, total)
}

func parse(line string) map[string]any {
	m := map[string]any{}
	words := strings.Fields(line)
	if len(words) > 1 && strings.Count(words[0], "/") == 2 {
		m[slog.TimeKey], words = words[0], words[2:]
	}
	for i, w := range words {
		k, val, ok := strings.Cut(w, "=")
		switch {
		case i == 0:
			m[slog.LevelKey] = w
		case !ok:
			m[slog.MessageKey] = strings.TrimSpace(fmt.Sprint(m[slog.MessageKey], " ", w))
			if i == 1 {
				m[slog.MessageKey] = w
			}
		default:
			at := m
			parts := strings.Split(k, ".")
			for _, p := range parts[:len(parts)-1] {
				next, ok := at[p].(map[string]any)
				if !ok {
					next = map[string]any{}
					at[p] = next
				}
				at = next
			}
			at[parts[len(parts)-1]] = val
		}
	}
	return m
}

// counting is a writer that keeps nothing; charm takes io.Discard for a
// reason to return at once.
type counting struct{ n int }

func (c *counting) Write(b []byte) (int, error) { c.n += len(b); return len(b), nil }

func speed(v version) string {
	msg := strings.Repeat("m", 178)
	kv := v.new(&counting{})
	color := v.new(&counting{})
	v.color(color)
	sl := slog.New(color)
	ctx := context.Background()
	a := best(func(b *testing.B) {
		for b.Loop() {
			kv.Info(msg, "path", "/etc/passwd", "n", 42)
		}
	})
	c := best(func(b *testing.B) {
		for b.Loop() {
			sl.LogAttrs(ctx, slog.LevelInfo, msg, slog.String("path", "/etc/passwd"), slog.Int("n", 42))
		}
	})
	return a + " / " + c
}

func best(f func(b *testing.B)) string {
	var min testing.BenchmarkResult
	for i := range 5 {
		r := testing.Benchmark(f)
		if i == 0 || r.NsPerOp() < min.NsPerOp() {
			min = r
		}
	}
	return fmt.Sprintf("%d ns %d B %d", min.NsPerOp(), min.AllocedBytesPerOp(), min.AllocsPerOp())
}
