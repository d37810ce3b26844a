package charmlog

import (
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/log"
	"github.com/muesli/termenv"
)

// A profile is how many colours are used.
type profile int

const (
	plain profile = iota
	color16
	color256
	profiles
)

func has256(term string) bool { return strings.Contains(term, "256color") }

// charms holds the charm loggers of the program, one per profile. There are
// never more: the library remembers the writer of every logger for ever.
var charms [profiles]struct {
	once sync.Once
	*charm
}

// A charm is one charm logger that writes into memory.
type charm struct {
	mu   sync.Mutex
	log  *log.Logger
	now  time.Time // what the logger takes for the present
	into []byte    // where Write appends
}

func charmFor(p profile) *charm {
	c := &charms[p]
	c.once.Do(func() {
		c.charm = &charm{}
		c.log = log.NewWithOptions(c.charm, log.Options{
			Level:        log.DebugLevel - 1000,
			TimeFunction: func(time.Time) time.Time { return c.now },
			TimeFormat:   time.RFC3339,
		})
		c.log.SetColorProfile([profiles]termenv.Profile{
			plain: termenv.Ascii, color16: termenv.ANSI, color256: termenv.ANSI256,
		}[p])
	})
	return c.charm
}

// Write takes what the logger lays out.
func (c *charm) Write(b []byte) (int, error) {
	c.into = append(c.into, b...)
	return len(b), nil
}

// append appends one record. A zero time is not shown.
func (c *charm) append(b []byte, t time.Time, level log.Level, keyvals []any) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	l := c.log.With() // has a buffer of its own, so that none grows
	l.SetReportTimestamp(!t.IsZero())
	c.now, c.into = t, b
	defer func() { c.into = nil }()
	l.Log(level, nil, keyvals...)
	return c.into
}
