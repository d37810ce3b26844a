package diag_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/diag/diagtest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// splitting writes in pieces of 4 bytes and gives way between them.
type splitting struct{ bytes.Buffer }

func (s *splitting) Write(b []byte) (n int, err error) {
	for len(b) > 0 {
		k, _ := s.Buffer.Write(b[:min(4, len(b))])
		n, b = n+k, b[k:]
		runtime.Gosched()
	}
	return n, nil
}

func testClonesShareOneLock(t *testing.T) {
	var w splitting
	h := diag.NewHandler(&w, diag.Options{})
	var wg sync.WaitGroup
	for i := range 4 {
		l := slog.New(h).With("clone", i)
		wg.Go(func() {
			for range 200 {
				l.Info("a line of some length", "k", "v")
			}
		})
	}
	wg.Wait()
	rs, err := diagtest.ParseText(w.Bytes())
	require.NoError(t, err)
	require.Len(t, rs, 800)
	for _, r := range rs {
		require.Equal(t, "a line of some length", r.Message)
		require.Len(t, r.Fields, 2)
	}
}

func testClonesShareNoFields(t *testing.T) {
	var b bytes.Buffer
	// Fields added one by one leave room behind the last one, where a clone
	// could write what another one reads.
	parent := slog.New(diag.NewHandler(&b, diag.Options{})).With("p", 0).With("q", 0).With("r", 0)
	var wg, made sync.WaitGroup
	made.Add(8)
	for i := range 8 {
		wg.Go(func() {
			l := parent.With("a", i)
			made.Done()
			made.Wait() // all clones exist before the first one writes
			for range 50 {
				l.Info("m", "b", i)
			}
		})
	}
	wg.Wait()
	rs, err := diagtest.ParseText(b.Bytes())
	require.NoError(t, err)
	require.Len(t, rs, 400)
	for _, r := range rs {
		m := r.Map()
		require.Equal(t, m["a"], m["b"])
		require.Equal(t, "0", m["p"])
	}
}

func testLevelIsShared(t *testing.T) {
	var b bytes.Buffer
	lv := new(slog.LevelVar)
	child := slog.New(diag.NewHandler(&b, diag.Options{Level: lv})).With("k", "v")
	child.Debug("no")
	lv.Set(slog.LevelDebug)
	child.Debug("yes")
	assert.Equal(t, "DEBUG yes\n  k=v\n", b.String())
}

func testSetDefaultDuringUse(t *testing.T) {
	var a, b safeBuffer
	ha, hb := diag.NewHandler(&a, diag.Options{}), diag.NewHandler(&b, diag.Options{Format: diag.JSON})
	old := diag.SetDefault(ha)
	defer diag.SetDefault(old)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 200 {
				diag.Emit(TST0003, slog.String("cmd", "x"), slog.Int("stripped_count", i))
			}
		})
	}
	for i := range 100 {
		if i%2 == 0 {
			diag.SetDefault(hb)
		} else {
			diag.SetDefault(ha)
		}
		runtime.Gosched()
	}
	wg.Wait()
	rs, err := diagtest.ParseText(a.Bytes())
	require.NoError(t, err)
	assert.Equal(t, 1600, len(rs)+bytes.Count(b.Bytes(), []byte("\n")), "no record is lost by a swap")
}

type safeBuffer struct {
	sync.Mutex
	bytes.Buffer
}

func (s *safeBuffer) Write(b []byte) (int, error) {
	s.Lock()
	defer s.Unlock()
	return s.Buffer.Write(b)
}

// script is a writer that does what the next step says.
type script struct {
	bytes.Buffer
	steps []func(b []byte) (int, error)
	sizes []int
}

func (s *script) Write(b []byte) (int, error) {
	s.sizes = append(s.sizes, len(b))
	if len(s.steps) == 0 {
		return s.Buffer.Write(b)
	}
	step := s.steps[0]
	s.steps = s.steps[1:]
	n, err := step(b)
	s.Buffer.Write(b[:min(max(n, 0), len(b))])
	return n, err
}

func testFailingWrites(t *testing.T) {
	full := errors.New("no space left")
	w := &script{steps: []func([]byte) (int, error){
		func(b []byte) (int, error) { return 10, nil },
		func(b []byte) (int, error) { return 0, full },
		func(b []byte) (int, error) { return 5, full },
		func(b []byte) (int, error) { return len(b), nil },
		func(b []byte) (int, error) { return -7, full },
		func(b []byte) (int, error) { return 1 << 30, full },
		func(b []byte) (int, error) { panic("broken writer\n") },
	}}
	var told []error
	h := diag.NewHandler(w, diag.Options{Links: diag.LinksNever, OnError: func(err error) { told = append(told, err) }})
	var got []error
	for i := range 9 {
		r := slog.NewRecord(time.Time{}, slog.LevelInfo, fmt.Sprint("record ", i), 0)
		if err := h.Handle(t.Context(), r); err != nil {
			got = append(got, err)
		}
	}
	require.Len(t, got, 6)
	assert.Equal(t, got, told, "OnError hears of each failed record once")
	assert.Equal(t, io.ErrShortWrite, got[0])
	assert.Equal(t, full, got[1])
	assert.ErrorContains(t, got[5], `the writer panicked: broken writer\n`)
	assert.Equal(t, "INFO recor\nINFO\nINFO record 3\nINFO record 5\n\nINFO record 7\nINFO record 8\n", w.String(), "each whole record stands on lines of its own")
	for _, n := range w.sizes {
		assert.LessOrEqual(t, n, len("\nINFO record 0\n"), "nothing of a failed record is kept")
	}
}

func TestFailedLinkIsShownLater(t *testing.T) {
	w := &script{steps: []func([]byte) (int, error){func([]byte) (int, error) { return 0, io.ErrClosedPipe }}}
	old := diag.SetDefault(diag.NewHandler(w, diag.Options{}))
	defer diag.SetDefault(old)
	for range 3 {
		diag.Emit(TST0007)
		diag.Emit(TST0006) // once, and that once has to succeed
		diag.Emit(TST0001, slog.String("var", "x"))
	}
	assert.Equal(t, 1, strings.Count(w.String(), "TST0001.md"))
	assert.Equal(t, 1, strings.Count(w.String(), "TST0006.md"))
	assert.Equal(t, 2, strings.Count(w.String(), "free\n"))
}

func TestFirstLinkUnderContention(t *testing.T) {
	var w splitting
	old := diag.SetDefault(diag.NewHandler(&w, diag.Options{}))
	defer diag.SetDefault(old)
	start := make(chan struct{})
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			<-start
			diag.Emit(TST0003, slog.String("cmd", "x"), slog.Int("stripped_count", 1))
		})
	}
	close(start)
	wg.Wait()
	rs, err := diagtest.ParseText(w.Bytes())
	require.NoError(t, err)
	require.Len(t, rs, 16)
	assert.NotEmpty(t, rs[0].URL, "the first record has the link")
	assert.Equal(t, 1, strings.Count(w.String(), "(see "))
}

func TestOnErrorThatEmits(t *testing.T) {
	w := writerFunc(func([]byte) (int, error) { return 0, io.ErrClosedPipe })
	calls := 0
	old := diag.SetDefault(diag.NewHandler(w, diag.Options{OnError: func(error) {
		calls++
		diag.Emit(TST0007)
	}}))
	defer diag.SetDefault(old)
	diag.Emit(TST0007)
	assert.Equal(t, 1, calls)
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

func TestWriterThatEmits(t *testing.T) {
	var told []error
	n := 0
	w := writerFunc(func(b []byte) (int, error) {
		if n++; n < 10 {
			diag.Emit(TST0007)
		}
		return len(b), nil
	})
	old := diag.SetDefault(diag.NewHandler(w, diag.Options{OnError: func(err error) { told = append(told, err) }}))
	defer diag.SetDefault(old)
	diag.Emit(TST0007)
	require.Len(t, told, 1)
	assert.ErrorContains(t, told[0], "emitted by the writer")
}

// deep calls f from a depth of n functions.
func deep(n int, f func()) {
	if n == 0 {
		f()
		return
	}
	deep(n-1, f)
}

func TestWriterAndOnErrorThatEmitFromDeepWithin(t *testing.T) {
	calls := 0
	w := writerFunc(func(b []byte) (int, error) {
		deep(2_000, func() { diag.Emit(TST0007) })
		return 0, io.ErrClosedPipe
	})
	old := diag.SetDefault(diag.NewHandler(w, diag.Options{OnError: func(error) {
		if calls++; calls < 10 {
			deep(2_000, func() { diag.Emit(TST0007) })
		}
	}}))
	defer diag.SetDefault(old)
	done := make(chan struct{})
	go func() {
		defer close(done)
		diag.Emit(TST0007)
	}()
	select {
	case <-done:
		assert.Equal(t, 2, calls, "one for the record within the writer, one for the record")
	case <-time.After(time.Minute):
		t.Fatal("deadlock")
	}
}

func TestWriterThatBlocks(t *testing.T) {
	block, blocked := make(chan struct{}), make(chan struct{})
	old := diag.SetDefault(diag.NewHandler(writerFunc(func(b []byte) (int, error) {
		close(blocked)
		<-block
		return len(b), nil
	}), diag.Options{}))
	defer diag.SetDefault(old)
	var wg sync.WaitGroup
	wg.Go(func() { diag.Emit(TST0007) })
	<-blocked
	var b bytes.Buffer
	diag.SetDefault(diag.NewHandler(&b, diag.Options{})) // neither the swap nor another sink waits
	diag.Emit(TST0007)
	assert.Equal(t, "[TST0007] free\n", b.String())
	close(block)
	wg.Wait()
}

func testDevFullAndClosedPipe(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("needs /dev/full, which Linux has: ", err)
	}
	defer full.Close()
	r, pipe, err := os.Pipe()
	require.NoError(t, err)
	r.Close()
	defer pipe.Close()
	var good bytes.Buffer
	h := slog.NewMultiHandler(diag.NewHandler(full, diag.Options{}), diag.NewHandler(&good, diag.Options{}), diag.NewHandler(pipe, diag.Options{}))
	err = h.Handle(t.Context(), slog.NewRecord(time.Time{}, slog.LevelInfo, "m", 0))
	assert.ErrorIs(t, err, syscall.ENOSPC)
	assert.ErrorIs(t, err, syscall.EPIPE)
	assert.Equal(t, "INFO m\n", good.String())
}

func testFlushOnFilesIsNil(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	require.NoError(t, err)
	defer null.Close()
	file, err := os.Create(filepath.Join(t.TempDir(), "log"))
	require.NoError(t, err)
	defer file.Close()
	r, pipe, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	defer pipe.Close()
	files := map[string]*os.File{"the null device": null, "standard output": os.Stdout, "standard error": os.Stderr, "a file": file, "a pipe": pipe}
	for name, f := range files {
		assert.NoError(t, diag.Flush(diag.NewHandler(f, diag.Options{})), name)
	}
	for name, f := range map[string]*os.File{"the null device": null, "a file": file, "a pipe": pipe} {
		h := diag.NewHandler(f, diag.Options{Limit: 1})
		ctx := diag.WithHandler(t.Context(), h)
		for range 2 { // so that there is something to flush
			diag.EmitContext(ctx, TST0007)
		}
		assert.NoError(t, diag.Flush(h), name)
	}
	assert.NoError(t, diag.Flush(nil))
	assert.NoError(t, diag.Flush(slog.DiscardHandler))
}

func testLimits(t *testing.T) {
	b := into(t, diag.Options{Limit: 10, Links: diag.LinksNever})
	for range 1000 {
		diag.Emit(TST0003, slog.String("cmd", "x"), slog.Int("stripped_count", 1))
	}
	assert.Equal(t, 10, strings.Count(b.String(), "[TST0003]"))
	b.Reset()
	require.NoError(t, diag.Flush(nil))
	assert.Equal(t, "[TST0003] variables stripped\n  suppressed=990\n", b.String())
	b.Reset()
	require.NoError(t, diag.Flush(nil))
	assert.Empty(t, b.String(), "what was told is owed no more")
	for range 3 {
		diag.Emit(TST0006)
	}
	assert.Equal(t, "[TST0006] unsupported\n", b.String(), "limit: once")
}

func TestLimitByInterval(t *testing.T) {
	b := into(t, diag.Options{Limit: 1, Interval: time.Nanosecond, Format: diag.JSON, Time: diag.TimeOff})
	for range 3 {
		diag.Emit(TST0007)
		time.Sleep(time.Microsecond)
	}
	assert.Equal(t, 3, strings.Count(b.String(), "\n"))
	assert.NotContains(t, b.String(), "suppressed")
}

func testMemoryStaysFlat(t *testing.T) {
	var w countWriter
	old := diag.SetDefault(diag.NewHandler(&w, diag.Options{Limit: 100}))
	defer diag.SetDefault(old)
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	for i := range 100_000 {
		diag.Emit(TST0007, slog.Int("n", i))
		diag.Emit(testCode("X"+fmt.Sprint(i)), slog.Int("n", i))
	}
	after := heap()
	assert.Less(t, int64(after)-int64(before), int64(256<<10))
	diag.Emit(testCode("X"), slog.String("v", strings.Repeat("x", 8<<20)), slog.Any("l", make([]int, 1<<20)))
	wide := make([]slog.Attr, 200) // no value is cut, and all of them make megabytes
	for i := range wide {
		wide[i] = slog.String("v"+fmt.Sprint(i), strings.Repeat("x", 16<<10))
	}
	diag.Emit(testCode("X"), wide...)
	wide = nil
	assert.Less(t, int64(heap())-int64(before), int64(256<<10), "a large record leaves nothing behind")
}
