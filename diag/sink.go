package diag

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// core is what a handler shares with those derived from it: the sink and its
// settings.
type core struct {
	id      uint64 // of no other sink of this process
	opt     Options
	level   *slog.LevelVar
	rules   []rule
	raises  bool // a rule may lift a record over the level
	time    bool
	max     int
	style   style
	onError func(error)

	statesMu sync.Mutex
	states   map[*Descriptor]*codeState

	mu   sync.Mutex // held during Write and never while formatting
	w    io.Writer
	torn bool // the last byte that w took does not end a line
}

var sinks atomic.Uint64

var errReentrant = errors.New("diag: a record was emitted by the writer that is writing one")

// send writes the record in p by one Write. The URL in it is cut when another
// record of the code has shown it meanwhile.
func (c *core) send(p *printer, s *codeState) error {
	err := errReentrant
	if c.lock() {
		err = c.locked(p, s)
	}
	if err != nil && c.onError != nil && !onStack(".(*core).report") {
		c.report(err)
	}
	return err
}

// lock takes the lock. A writer that emits a record may do so while its own
// call of Write holds it: then lock gives up after a while, for no one else
// would ever free it. The writer may also be one of another sink, so waiting
// comes first.
func (c *core) lock() bool {
	if c.mu.TryLock() {
		return true
	}
	if !onStack(".(*core).locked") {
		c.mu.Lock()
		return true
	}
	for end := time.Now().Add(reentrantWait); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if c.mu.TryLock() {
			return true
		}
	}
	return false
}

const reentrantWait = 100 * time.Millisecond

// locked writes the record; the lock is held and given back.
//
//go:noinline
func (c *core) locked(p *printer, s *codeState) (err error) {
	defer c.mu.Unlock()
	if p.linkEnd > 0 && s.shown.Load() && c.opt.Links == LinksFirst {
		p.buf = append(p.buf[:p.linkStart], p.buf[p.linkEnd:]...)
		p.linkEnd = 0
	}
	b := p.buf // starts with a line end for the case of a torn line
	if !c.torn {
		b = b[1:]
	}
	n, err := c.guardedWrite(b)
	n = max(0, min(n, len(b)))
	if n > 0 {
		c.torn = b[n-1] != '\n'
	}
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	if err == nil && p.linkEnd > 0 {
		s.shown.Store(true)
	}
	return err
}

func (c *core) guardedWrite(b []byte) (n int, err error) {
	defer func() {
		if v := recover(); v != nil {
			c.torn = true // unknown, so better an empty line than a glued one
			n, err = 0, fmt.Errorf("diag: the writer panicked: %s", panicText(v))
		}
	}()
	return c.w.Write(b)
}

// report tells OnError, outside the lock. A record that OnError itself emits
// and that fails too is not reported again.
//
//go:noinline
func (c *core) report(err error) { c.onError(err) }

// onStack reports whether a function whose name ends in suffix has called the
// one that asks. It is for paths that are slow anyway.
func onStack(suffix string) bool {
	pcs := make([]uintptr, 256)
	n := runtime.Callers(3, pcs)
	for n == len(pcs) { // there may be more
		pcs = make([]uintptr, 4*n)
		n = runtime.Callers(3, pcs)
	}
	frames := runtime.CallersFrames(pcs[:n])
	for {
		f, more := frames.Next()
		if strings.HasSuffix(f.Function, suffix) && strings.Contains(f.Function, "/diag.") {
			return true
		}
		if !more {
			return false
		}
	}
}
