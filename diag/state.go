package diag

import (
	"sync"
	"sync/atomic"
	"time"
)

// state is what a process remembers about one code. It stands in the
// descriptor, so that remembering takes no map and no memory of its own.
type state struct {
	emitted atomic.Uint64
	next    *Descriptor               // in the list of counted codes
	last    atomic.Pointer[codeState] // that of the sink that asked last
}

// codeState is what one sink remembers about one code.
type codeState struct {
	sink  uint64
	shown atomic.Bool // the URL was written
	once  atomic.Bool // a record of a code with limit once is written or on its way

	mu         sync.Mutex
	start      time.Time // of the interval
	n          int       // records written in it
	suppressed uint64    // records held back since the last one written
}

// maxCodes bounds the descriptors that are remembered, for a Code may make a
// new one at each call. It is more than a catalog of five digits holds.
const maxCodes = 1 << 17

// state returns what c remembers about d.
func (c *core) state(d *Descriptor) *codeState {
	if s := d.state.last.Load(); s != nil && s.sink == c.id {
		return s
	}
	c.statesMu.Lock()
	s := c.states[d]
	if s == nil {
		s = &codeState{sink: c.id}
		if len(c.states) < maxCodes {
			c.states[d] = s
		}
	}
	c.statesMu.Unlock()
	d.state.last.Store(s)
	return s
}

// take asks whether one more record may be written, n per interval; an
// interval of 0 has no end. With a yes come the records held back before.
func (s *codeState) take(n int, interval time.Duration) (suppressed uint64, ok bool) {
	now := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.start.IsZero() || interval > 0 && now.Sub(s.start) >= interval {
		s.start, s.n = now, 0
	}
	if s.n >= n {
		s.suppressed++
		return 0, false
	}
	s.n++
	suppressed, s.suppressed = s.suppressed, 0
	return suppressed, true
}

// giveBack undoes the take of a record that could not be written.
func (s *codeState) giveBack(suppressed uint64) {
	s.mu.Lock()
	s.n--
	s.suppressed += suppressed
	s.mu.Unlock()
}
