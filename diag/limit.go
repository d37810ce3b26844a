package diag

import (
	"cmp"
	"errors"
	"log/slog"
	"slices"
	"time"
)

// admit asks the limits whether a record may be written.
func (c *core) admit(r *record, s *codeState) bool {
	if r.d.Once && !s.once.CompareAndSwap(false, true) {
		return false
	}
	if c.opt.Limit > 0 {
		n, ok := s.take(c.opt.Limit, c.opt.Interval)
		if !ok {
			return false
		}
		r.suppressed += n
	}
	return true
}

// refund undoes admit for a record that could not be written.
func (c *core) refund(r *record, s *codeState) {
	if r.d.Once {
		s.once.Store(false)
	}
	if c.opt.Limit > 0 {
		s.giveBack(r.suppressed)
	}
}

// Flush writes what a handler of this package still owes: for each code whose
// records Options.Limit held back since the last one written, its title with
// suppressed=N. Other handlers owe nothing. A nil h is the default handler.
// Call it before the program ends.
func Flush(h slog.Handler) error {
	t := def.Load()
	if h != nil {
		t = targetOf(h)
	}
	if t == nil || t.own == nil {
		return nil
	}
	c := t.own.core
	var owing []*Descriptor
	c.statesMu.Lock()
	for d, s := range c.states {
		s.mu.Lock()
		if s.suppressed > 0 {
			owing = append(owing, d)
		}
		s.mu.Unlock()
	}
	c.statesMu.Unlock()
	slices.SortFunc(owing, func(a, b *Descriptor) int { return cmp.Compare(a.Code, b.Code) })
	var errs []error
	for _, d := range owing {
		errs = append(errs, t.own.flush(d, c.state(d)))
	}
	return errors.Join(errs...)
}

func (h *handler) flush(d *Descriptor, s *codeState) error {
	s.mu.Lock()
	r := record{time: time.Now(), level: d.Level, coded: true, d: d, event: &d.Any, suppressed: s.suppressed}
	s.suppressed = 0
	s.mu.Unlock()
	p := newPrinter(h.core.opt.Format == JSON, h.core.max)
	if p.json {
		p.object(h, &r, nil)
	} else {
		p.text(h, &r, nil, s)
	}
	err := h.core.send(p, s)
	if err != nil {
		s.mu.Lock()
		s.suppressed += r.suppressed
		s.mu.Unlock()
	}
	p.free()
	return err
}
