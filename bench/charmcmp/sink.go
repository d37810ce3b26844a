package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A failing writer takes no byte of its first fail writes (-1: of all).
type failing struct {
	fail  int
	sizes []int
}

func (f *failing) Write(b []byte) (int, error) {
	f.sizes = append(f.sizes, len(b))
	if f.fail != 0 {
		f.fail--
		return 0, errors.New("no space left on device")
	}
	return len(b), nil
}

func handle(l slog.Handler, msg string, attrs ...slog.Attr) error {
	r := slog.NewRecord(time.Time{}, slog.LevelInfo, msg, 0)
	r.AddAttrs(attrs...)
	return l.Handle(context.Background(), r)
}

func writeErrors(v version) string {
	f := &failing{fail: 2}
	l := v.new(f)
	var errs []error
	for range 3 {
		errs = append(errs, handle(l, "x"))
	}
	return fmt.Sprintf("%v, %v", errs, f.sizes)
}

func retained(v version) string {
	f := &failing{fail: 20_000}
	l := v.new(f)
	msg := strings.Repeat("x", 1024)
	for range 20_001 {
		_ = handle(l, msg)
		if len(f.sizes) > 1 {
			f.sizes = f.sizes[len(f.sizes)-1:]
		}
	}
	return fmt.Sprintf("%.1f MB", float64(f.sizes[len(f.sizes)-1])/1e6)
}

// A short writer takes 10 bytes of its first write and reports no error.
type short struct {
	bytes.Buffer
	done bool
}

func (s *short) Write(b []byte) (int, error) {
	if !s.done {
		s.done = true
		return s.Buffer.Write(b[:10])
	}
	return s.Buffer.Write(b)
}

func shortWrite(v version) string {
	s := &short{}
	l := v.new(s)
	e1 := handle(l, "first message")
	e2 := handle(l, "second")
	return fmt.Sprintf("%v %v %q", e1, e2, s.String())
}

// A splitting writer takes 4 bytes at a time and lets others run in between.
type splitting struct {
	mu     sync.Mutex
	buf    bytes.Buffer
	inside atomic.Int32
	both   atomic.Int32
}

func (s *splitting) Write(b []byte) (int, error) {
	if s.inside.Add(1) > 1 {
		s.both.Add(1)
	}
	defer s.inside.Add(-1)
	for i := 0; i < len(b); i += 4 {
		s.mu.Lock()
		s.buf.Write(b[i:min(i+4, len(b))])
		s.mu.Unlock()
		runtime.Gosched()
	}
	return len(b), nil
}

func clones(v version) *splitting {
	s := &splitting{}
	l := v.new(s)
	var wg sync.WaitGroup
	for i := range 4 {
		c := v.with(l, "clone", i)
		wg.Go(func() {
			for range 200 {
				c.Info("a message of some length", "k", "v")
			}
		})
	}
	wg.Wait()
	return s
}

var wholeLine = regexp.MustCompile(`^INFO +a message of some length clone=\d k=v$`)

func tornLines(v version) string {
	s := clones(v)
	torn := 0
	lines := strings.Split(strings.TrimSuffix(s.buf.String(), "\n"), "\n")
	for _, line := range lines {
		if !wholeLine.MatchString(line) {
			torn++
		}
	}
	return fmt.Sprintf("%d of %d", torn, len(lines))
}

func cloneLocks(v version) string {
	return fmt.Sprintf("%d overlapping writes", clones(v).both.Load())
}

func loggerLeak(v version) string {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for range 10_000 {
		v.new(&bytes.Buffer{}).Info("x")
	}
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&after)
	return fmt.Sprintf("%.1f MB", float64(int64(after.HeapAlloc)-int64(before.HeapAlloc))/1e6)
}
