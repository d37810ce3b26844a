package cli

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"github.com/egladman/magus/internal/tty"
	"github.com/egladman/magus/tools/magus-codes/internal/check"
)

type checkCmd struct {
	Format   string `help:"text, json, github (workflow commands) or sarif." enum:"text,json,github,sarif" default:"text"`
	Registry string `help:"Generated Go file to compare with the pages. Without it, registry.go in the package that catalog.yaml names, when that lies in the same module." placeholder:"FILE"`
}

// Run checks the catalog.
func (c *checkCmd) Run(r *run) error {
	p := newProgress(r.stderr)
	rep, err := check.Run(check.Options{Dir: r.catalog, Registry: c.Registry, Progress: p.step})
	p.end()
	if err != nil {
		return err
	}
	if err := rep.Write(r.stdout, c.Format); err != nil {
		return err
	}
	for _, n := range rep.Notes {
		r.notef("%s", n)
	}
	fmt.Fprintf(r.stderr, "%s: %s\n", program, rep.Summary())
	if len(rep.Findings) > 0 {
		return errFound
	}
	return nil
}

// A progress prints dots on a terminal when work takes long.
type progress struct {
	w     io.Writer // nil when there is nobody to see them
	start time.Time
	dots  atomic.Int64
}

// Work that is done sooner prints no dots.
const patience = 500 * time.Millisecond

const filesPerDot = 200

func newProgress(w io.Writer) *progress {
	p := &progress{start: time.Now()}
	if f, ok := w.(*os.File); ok && tty.IsTerminal(f) {
		p.w = w
	}
	return p
}

func (p *progress) step(n int) {
	if p.w != nil && n%filesPerDot == 0 && time.Since(p.start) > patience {
		p.dots.Add(1)
		_, _ = io.WriteString(p.w, ".")
	}
}

func (p *progress) end() {
	if p.dots.Load() > 0 {
		_, _ = io.WriteString(p.w, "\n")
	}
}
