package sarif

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/diag/internal/jsonrec"
)

// Options are the settings of a Log.
type Options struct {
	// Options are those of the handler. Its Catalogs give the rules. Format,
	// Color, Links, Time and ShowLevel are not used.
	diag.Options
	Tool    string // name of the tool; the program's name when empty
	Version string // of the tool
	ToolURI string // where the tool is described; left out unless absolute
	// Page gives the Markdown of a code's page, without its front matter, or
	// nothing. It may be nil.
	Page func(code string) (markdown string)
	// MaxResults and MaxBytes bound what is kept: 0 means 10,000 results and
	// 32 MiB of them as JSON. What comes later is counted.
	MaxResults, MaxBytes int
}

const (
	defaultResults = 10_000
	defaultBytes   = 32 << 20
)

// A Log collects results until it is closed. Its methods may be called at the
// same time.
type Log struct {
	handler slog.Handler
	write   func([]byte) error
	opt     Options
	index   map[string]int // of the rules, by code
	rules   []Rule

	closing sync.Mutex // held by Close; never while a record is added

	mu      sync.Mutex
	results [][]byte
	size    int
	dropped int
	closed  bool
	err     error // what Close returned
}

// New returns a Log that Close writes to w by one Write.
func New(w io.Writer, o Options) *Log {
	return newLog(o, func(b []byte) error {
		n, err := w.Write(b)
		if err == nil && n < len(b) {
			err = io.ErrShortWrite
		}
		return err
	})
}

// Create returns a Log that Close writes to a file, which then appears whole
// or not at all: it is written beside it and renamed. Create itself writes
// nothing; it fails when the folder does not exist.
func Create(path string, o Options) (*Log, error) {
	dir := filepath.Dir(path)
	if info, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("sarif: %w", err)
	} else if !info.IsDir() {
		return nil, fmt.Errorf("sarif: %s is no folder", dir)
	}
	return newLog(o, func(b []byte) error { return replaceFile(path, b) }), nil
}

func newLog(o Options, write func([]byte) error) *Log {
	if o.MaxResults <= 0 {
		o.MaxResults = defaultResults
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = defaultBytes
	}
	if o.Tool == "" {
		o.Tool = filepath.Base(os.Args[0])
	}
	l := &Log{opt: o, write: write, index: map[string]int{}}
	for _, c := range o.Catalogs {
		for _, r := range Rules(c, o.Page) {
			if _, twice := l.index[r.ID]; !twice {
				l.index[r.ID] = len(l.rules)
				l.rules = append(l.rules, r)
			}
		}
	}
	o.Format, o.Time = diag.JSON, diag.TimeOn
	l.handler = diag.NewHandler(sink{l}, o.Options)
	return l
}

// Handler returns the handler whose records l collects.
func (l *Log) Handler() slog.Handler { return l.handler }

// Dropped returns how many results did not fit.
func (l *Log) Dropped() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.dropped
}

// Close writes the log. Records that come later are refused with an error. A
// second Close does nothing and returns what the first did.
func (l *Log) Close() error {
	l.closing.Lock()
	defer l.closing.Unlock()
	if !l.close() {
		return l.err
	}
	b, err := l.encode() // of what no one changes any more
	l.results = nil
	if err == nil {
		err = l.write(b) // may emit records of its own
	}
	if err != nil {
		l.err = fmt.Errorf("sarif: write the log: %w", err)
	}
	return l.err
}

// close makes l refuse records and reports whether it took them until now.
func (l *Log) close() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	first := !l.closed
	l.closed = true
	return first
}

var errClosed = errors.New("sarif: record after Close")

// sink is what the handler writes to.
type sink struct{ log *Log }

func (s sink) Write(line []byte) (int, error) {
	r, err := jsonrec.Parse(line)
	if err != nil {
		return 0, err
	}
	if !r.Coded {
		return len(line), nil
	}
	if err := s.log.add(r); err != nil {
		return 0, err
	}
	return len(line), nil
}

func (l *Log) add(r jsonrec.Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return errClosed
	}
	if len(l.results) >= l.opt.MaxResults {
		l.dropped++
		return nil
	}
	b, err := marshal(l.result(r))
	if err != nil {
		return fmt.Errorf("sarif: %w", err)
	}
	if l.size+len(b) > l.opt.MaxBytes {
		l.dropped++
		return nil
	}
	l.results = append(l.results, b)
	l.size += len(b)
	return nil
}
