package check

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/egladman/magus/internal/catalog"
	"github.com/egladman/magus/internal/catalog/registry"
	"github.com/egladman/magus/internal/page"
)

// Options says what to check.
type Options struct {
	Dir      string      // folder of the catalog
	Registry string      // generated Go file to compare; empty finds it by go.mod and the catalog's package
	Progress func(n int) // called with the number of files done, from several goroutines; may be nil
}

// A Report is what was found.
type Report struct {
	Pages    int       `json:"pages"`
	Files    int       `json:"files"` // Markdown files read, pages and others
	Findings []Finding `json:"findings"`
	Notes    []string  `json:"notes"`
}

// Run checks a catalog. The error is about what could not be read at all.
func Run(o Options) (*Report, error) {
	c := &checker{opts: o, show: filepath.ToSlash(filepath.Clean(o.Dir)), report: &Report{Findings: []Finding{}, Notes: []string{}}}
	if err := c.catalog(); err != nil {
		return nil, err
	}
	if c.config != nil {
		if err := c.read(); err != nil {
			return nil, err
		}
		c.duplicates()
		c.each(c.document)
	}
	c.report.Findings = sorted(c.report.Findings)
	return c.report, nil
}

type checker struct {
	opts   Options
	show   string // opts.Dir, slash-separated
	config *catalog.Config
	loaded *catalog.Catalog // nil when the catalog has faults
	docs   []*doc
	byFile map[string]*doc // by cleaned slash-separated path
	codes  map[string]*doc
	alias  map[string]string // alias to code
	tree   *tree

	mu     sync.Mutex
	done   int
	report *Report
}

// A doc is one Markdown file of the catalog's folder.
type doc struct {
	file string // slash-separated, as errors print it
	page *page.Page
	body []byte
	line int // of the file on which body begins
	tree gfmTree

	once  sync.Once
	names []string // fragments
}

func (c *checker) addf(rule, file string, pos page.Pos, format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.report.Findings = append(c.report.Findings, Finding{rule, file, pos.Line, pos.Column, fmt.Sprintf(format, args...)})
}

// catalog runs the checks of internal/catalog and compares generated files.
func (c *checker) catalog() error {
	loaded, err := catalog.Load(c.opts.Dir, catalog.Options{})
	if err := c.faults(err); err != nil {
		return err
	}
	if loaded != nil {
		c.config, c.loaded = loaded.Config, loaded
		c.report.Notes = append(c.report.Notes, loaded.Notes...)
		return c.drift()
	}
	name := filepath.Join(c.opts.Dir, catalog.ConfigName)
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	c.config, _ = catalog.ParseConfig(filepath.ToSlash(name), data) // its faults are among those of Load
	return nil
}

// faults takes the faults of an error over and returns any other error.
func (c *checker) faults(err error) error {
	var list page.Errors
	if !errors.As(err, &list) {
		return err
	}
	for _, e := range list {
		rule := "page"
		if path.Base(e.File) == catalog.LockName {
			rule = "lock"
		}
		c.addf(rule, e.File, e.Pos, "%s", e.Msg)
	}
	return nil
}

func (c *checker) drift() error {
	out := c.opts.Registry
	if out == "" {
		var why string
		if out, why = findRegistry(c.opts.Dir, c.config.Package); out == "" {
			c.report.Notes = append(c.report.Notes, "the generated registry is not compared: "+why)
			was := bytes.ReplaceAll(c.loaded.LockedBytes(), []byte("\r\n"), []byte("\n"))
			if was != nil && !bytes.Equal(was, c.loaded.Lock.Bytes()) {
				c.addf("drift", c.show+"/"+catalog.LockName, page.Pos{}, "not what the pages make: run the generator with -catalog %s", c.show)
			}
			return nil
		}
	}
	r, err := registry.Sync(registry.Options{Catalog: c.opts.Dir, Out: out})
	if err := c.faults(err); err != nil {
		return err
	}
	for _, s := range r.Stale {
		c.addf("drift", filepath.ToSlash(s), page.Pos{}, "not what the pages make: run go generate, or the generator with -catalog %s -out %s", c.show, filepath.ToSlash(out))
	}
	return nil
}

// findRegistry returns the registry of a package that lies in the module
// around dir, or why there is none to be found.
func findRegistry(dir, pkg string) (file, why string) {
	at, err := filepath.Abs(dir)
	if err != nil {
		return "", err.Error()
	}
	for {
		if data, err := os.ReadFile(filepath.Join(at, "go.mod")); err == nil {
			module := moduleOf(data)
			below, ok := strings.CutPrefix(pkg, module+"/")
			if module == "" || !ok {
				return "", fmt.Sprintf("package %s is not in module %s: name the file", pkg, module)
			}
			abs := filepath.Join(at, filepath.FromSlash(below), "registry.go")
			if wd, err := os.Getwd(); err == nil {
				if rel, err := filepath.Rel(wd, abs); err == nil {
					return rel, ""
				}
			}
			return abs, ""
		}
		up := filepath.Dir(at)
		if up == at {
			return "", "there is no go.mod around " + filepath.ToSlash(dir) + ": name the file"
		}
		at = up
	}
}

func moduleOf(gomod []byte) string {
	for line := range strings.Lines(string(gomod)) {
		if f := strings.Fields(line); len(f) >= 2 && f[0] == "module" {
			return strings.Trim(f[1], `"`)
		}
	}
	return ""
}

// each calls f for every document on all cores.
func (c *checker) each(f func(*doc)) {
	next := make(chan *doc)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for d := range next {
				f(d)
				c.step()
			}
		})
	}
	for _, d := range c.docs {
		next <- d
	}
	close(next)
	wg.Wait()
}

func (c *checker) step() {
	if c.opts.Progress == nil {
		return
	}
	c.mu.Lock()
	c.done++
	n := c.done
	c.mu.Unlock()
	c.opts.Progress(n)
}

// document checks what one file says.
func (c *checker) document(d *doc) {
	d.load()
	c.fences(d)
	c.links(d)
	c.footnotes(d)
	c.prose(d)
	d.tree = gfmTree{} // of thousands of pages, one is in memory at a time
}
