package catalog

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/egladman/magus/internal/page"
)

// maxPage is more than a page may have; page.Parse says so for a longer one.
const maxPage = 1<<20 + 1

// maxLock is more than any lock has.
const maxLock = 1 << 28

// Options changes how a catalog is loaded. The zero value is right for most.
type Options struct {
	Ref     string   // stands for {ref} instead of the catalog's ref
	Accept  []string // codes whose changes against the lock are wanted
	Command string   // how to run the generator again, for errors that ask for it

	Lean bool // free what only the checks need: the Markdown and the places of keys
}

// A Catalog is a folder of pages that are free of faults.
type Catalog struct {
	*Config
	Dir     string       // the folder, as given to Load
	Pages   []*page.Page // sorted by code
	Lock    *Lock        // as it must be written
	Skipped []string     // files that are no pages of this catalog, sorted
	Notes   []string     // what is legal and worth saying, sorted

	show     string // Dir, slash-separated
	lockName string
	ref      string // the ref of catalog.yaml, where Options gave another
	locked   []byte // the lock as it was read
	oldLock  *Lock
	byCode   map[string]*page.Page

	// While loading:
	twins map[string]bool // codes that have several pages
	seen  map[string]bool // codes that have a page, if only in the wrong place or with faults
}

// Load reads the catalog in the folder at name: catalog.yaml, codes.lock if
// there is one, and all pages. The name of a file that ends in .yaml stands for a
// catalog that shares its folder with another: NAME.yaml has NAME.lock. The error
// is a page.Errors that holds everything that is wrong, or an error of the file
// system.
func Load(name string, o Options) (*Catalog, error) {
	c, err := load(name, o)
	var faults page.Errors
	if o.Lean && errors.As(err, &faults) {
		o.Lean = false // once more, for the places of the faults
		return load(name, o)
	}
	return c, err
}

func load(name string, o Options) (*Catalog, error) {
	c := &Catalog{Dir: name, lockName: LockName}
	file := ConfigName
	if base, ok := strings.CutSuffix(filepath.Base(name), ".yaml"); ok {
		c.Dir, file = filepath.Dir(name), filepath.Base(name)
		if file != ConfigName {
			c.lockName = base + ".lock"
		}
	}
	show := filepath.ToSlash(filepath.Clean(c.Dir))
	data, err := readFile(filepath.Join(c.Dir, file), maxConfig+1)
	if info, statErr := os.Stat(c.Dir); statErr == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s: not a folder: a catalog is a folder with a %s and pages in FAMILY/CODE.md", show, ConfigName)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: no such file: run this from the module's root, or give -catalog DIR: a folder with a %s and pages in FAMILY/CODE.md", path.Join(show, file), ConfigName)
	}
	if err != nil {
		return nil, err
	}
	config, err := ParseConfig(path.Join(show, file), data)
	if err != nil {
		return nil, err
	}
	c.Config, c.show, c.ref = config, show, config.Ref
	if o.Ref != "" {
		if msg := CheckRef(o.Ref); msg != "" {
			return nil, fmt.Errorf("ref %q: %s", o.Ref, msg)
		}
		config.Ref = o.Ref
	}
	lock := make(chan page.Errors, 1)
	go func() { lock <- c.readLock() }()
	s := &scan{Config: config, dir: c.Dir, show: show}
	if err := s.run(); err != nil {
		<-lock
		return nil, err
	}
	slices.Sort(s.skipped)
	c.Skipped, c.Notes = s.skipped, s.notes
	shelf := c.readPages(s.sources, o)
	c.twins, c.seen = s.twins, s.seen
	shelf.single(c)
	lockFaults := <-lock
	problems := append(lockFaults, s.problems...)
	whole := !s.unread && !s.aliased(shelf.faults)
	c.keepNames()
	problems = append(problems, c.together(shelf.faults, len(s.sources))...)
	problems = append(problems, c.check(shelf.missing)...)
	problems = append(problems, c.checkOutputs(shelf.outputs, len(shelf.faults) == 0)...)
	g := &ledger{Catalog: c, old: c.oldLock, command: cmp.Or(o.Command, "codes/gen"), accept: map[string]bool{}, used: map[string]bool{}}
	for _, code := range o.Accept {
		g.accept[code] = true
	}
	switch {
	case len(problems) == 0:
		g.run()
		c.Lock, problems = g.next, g.problems
	case len(lockFaults) == 0:
		g.sound()
		if whole { // other faults may follow from a page that is gone
			g.lost()
		}
		problems = append(problems, g.problems...)
	}
	problems.Sort()
	if err := problems.Err(); err != nil {
		return nil, err
	}
	slices.Sort(c.Notes)
	c.twins, c.seen = nil, nil
	return c, nil
}

// LockPath returns the path of codes.lock.
func (c *Catalog) LockPath() string {
	return filepath.Join(c.Dir, c.lockName)
}

// LockedBytes returns codes.lock as it was read, nil when there is none.
func (c *Catalog) LockedBytes() []byte {
	return c.locked
}

// Page returns the page of a code, or nil.
func (c *Catalog) Page(code string) *page.Page {
	return c.byCode[code]
}

func (c *Catalog) codes() []string {
	codes := make([]string, len(c.Pages))
	for i, p := range c.Pages {
		codes[i] = p.Code
	}
	return codes
}

// Level returns the level of a page: its own, else its family's, else, for a
// retired page, that of the lock and at last error.
func (c *Catalog) Level(p *page.Page) slog.Level {
	if p.Level != nil {
		return *p.Level
	}
	if p.Status.State == "retired" {
		if c.oldLock != nil {
			if e := c.oldLock.Find(p.Code); e != nil {
				return e.Level
			}
		}
		return slog.LevelError
	}
	if f := c.Family(p.Family); f != nil && f.Level != nil {
		return *f.Level
	}
	return slog.LevelError
}

// keepNames gives retired pages without a name the one of the lock, so that
// readers who ask for it still find the page, unless another page has it now.
func (c *Catalog) keepNames() {
	if c.oldLock == nil {
		return
	}
	var nameless []*page.Page
	taken := map[string]bool{}
	for _, p := range c.Pages {
		if p.Status.State == "retired" && p.Name == "" {
			nameless = append(nameless, p)
		}
		taken[fold(p.Name)] = true
		for _, a := range p.Aliases {
			taken[fold(a)] = true
		}
	}
	for _, p := range nameless {
		if e := c.oldLock.Find(p.Code); e != nil && !taken[fold(e.Name)] {
			p.Name = e.Name
		}
	}
}

// readLock sets the lock as it was read, an empty one when there is none.
func (c *Catalog) readLock() page.Errors {
	show := path.Join(c.show, c.lockName)
	data, err := readFile(c.LockPath(), maxLock)
	if errors.Is(err, fs.ErrNotExist) {
		c.oldLock = &Lock{File: show}
		return nil
	}
	if err != nil {
		return page.Errors{{File: show, Msg: reason(err)}}
	}
	c.locked = data
	var problems page.Errors
	c.oldLock, err = ParseLock(show, data)
	errors.As(err, &problems)
	return problems
}

// A reading is what the Markdown of the pages holds for the checks.
type reading struct {
	faults  page.Errors
	missing map[*page.Page][]string // headings
	outputs map[*page.Page][][]outputRecord
}

// single keeps one page of each code, and does not hold those of twins to what
// they show: which one is meant is not known.
func (r *reading) single(c *Catalog) {
	if len(c.twins) == 0 {
		return
	}
	for p := range r.outputs {
		if c.twins[p.Code] {
			delete(r.outputs, p)
		}
	}
	c.Pages = slices.CompactFunc(c.Pages, func(a, b *page.Page) bool { return a.Code == b.Code })
}

// readPages reads and parses the sources with all cores.
func (c *Catalog) readPages(sources []source, o Options) reading {
	rules := map[string]page.Rules{}
	for _, f := range c.Families {
		rules[f.Name] = c.pageRules(f.Name)
	}
	pages := make([]*page.Page, len(sources))
	faults := make([]page.Errors, len(sources))
	missing := make([][]string, len(sources))
	records := make([][][]outputRecord, len(sources))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(sources)) {
		wg.Go(func() {
			buf := make([]byte, 64<<10)
			for {
				i := int(next.Add(1)) - 1
				if i >= len(sources) {
					return
				}
				rules := rules[sources[i].family]
				p, errs := c.readPage(sources[i], rules, &buf, o.Lean)
				if len(errs) == 0 {
					errs = otherCode(p, rules)
				}
				if faults[i] = errs; len(errs) > 0 {
					continue
				}
				pages[i], missing[i], records[i] = p, missingHeadings(p, c.Headings), outputs(p, rules)
				if o.Lean {
					p.Body, p.At = nil, nil
				}
			}
		})
	}
	wg.Wait()
	r := reading{slices.Concat(faults...), map[*page.Page][]string{}, map[*page.Page][][]outputRecord{}}
	for i, p := range pages {
		if missing[i] != nil {
			r.missing[p] = missing[i]
		}
		if records[i] != nil {
			r.outputs[p] = records[i]
		}
	}
	c.Pages = slices.DeleteFunc(pages, func(p *page.Page) bool { return p == nil })
	slices.SortFunc(c.Pages, func(a, b *page.Page) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.File, b.File))
	})
	c.byCode = make(map[string]*page.Page, len(c.Pages))
	for _, p := range c.Pages {
		if c.byCode[p.Code] == nil {
			c.byCode[p.Code] = p
		}
	}
	return r
}

// readPage reads and parses one page. buf is room to read into; the body of a lean
// page lies there.
func (c *Catalog) readPage(s source, rules page.Rules, buf *[]byte, lean bool) (*page.Page, page.Errors) {
	name := filepath.Join(c.Dir, s.family, s.code+".md")
	if !s.plain {
		if err := regular(name); err != nil {
			return nil, page.Errors{{File: s.file, Msg: reason(err)}}
		}
	}
	src, err := readInto(name, maxPage, *buf)
	if err != nil {
		return nil, page.Errors{{File: s.file, Msg: reason(err)}}
	}
	*buf = src[:cap(src)]
	if !lean { // the body stays with the page
		src = bytes.Clone(src)
	}
	return page.Parse(s.file, s.family, src, rules)
}

// readFile reads a regular file, at most limit bytes of it.
func readFile(name string, limit int) ([]byte, error) {
	if err := regular(name); err != nil {
		return nil, err
	}
	return readInto(name, limit, make([]byte, 32<<10))
}

// regular refuses what could block a reader or never end.
func regular(name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return &fs.PathError{Op: "read", Path: filepath.ToSlash(name), Err: errors.New("not a regular file")}
	}
	return nil
}

// readInto reads at most limit bytes of a file, into buf while that is long
// enough.
func readInto(name string, limit int, buf []byte) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	n := 0
	for {
		m, err := f.Read(buf[n:min(len(buf), limit)])
		n += m
		if errors.Is(err, io.EOF) || n == limit {
			return buf[:n], nil
		}
		if err != nil {
			return nil, err
		}
		if n == len(buf) {
			buf = append(buf, make([]byte, len(buf))...)
		}
	}
}

// reason is the text of an error without the path, which stands in front of it
// already.
func reason(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Op + ": " + pe.Err.Error()
	}
	return err.Error()
}
