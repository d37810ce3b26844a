package site

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/tools/magus-codes/internal/outdir"
)

// Marker is the file that tells a generated site from other folders.
const Marker = ".magus-codes-site"

// Input is what a site is made of.
type Input struct {
	Catalog *diag.Catalog
	Bodies  map[string][]byte // Markdown of each code's page, line ends as LF
	Files   fs.FS             // the catalog's folder, for images; may be nil
	Title   string            // heading of the site; empty makes one from the prefix
	Base    string            // absolute URL that the site will have; may be empty
}

// Stats tells what Build wrote.
type Stats struct {
	Pages     int // pages of codes
	Files     int
	Redirects int
	Notes     []string // what was left out, and why
}

//go:embed assets
var assets embed.FS

// Build writes the site into the folder out, replacing an earlier site as a
// whole. It refuses a folder that holds anything else. When ctx ends, what is
// written so far is taken away again, and out is as it was.
func Build(ctx context.Context, in Input, out string) (Stats, error) {
	p, err := newPlan(in)
	if err != nil {
		return Stats{}, err
	}
	err = outdir.Replace(out, Marker, func(tmp string) error { return p.write(ctx, tmp) })
	if err != nil {
		return Stats{}, err
	}
	return p.stats(), nil
}

func (p *plan) write(ctx context.Context, root string) error {
	w := &writer{ctx: ctx, root: root}
	w.put(Marker, []byte("Written by magus-codes site; replaced as a whole by its next run.\n"))
	w.put(".nojekyll", nil)
	entries, err := assets.ReadDir("assets")
	if err != nil {
		return err
	}
	for _, e := range entries {
		data, err := assets.ReadFile("assets/" + e.Name())
		if err != nil {
			return err
		}
		w.put("assets/"+e.Name(), data)
	}
	index, err := p.searchIndex()
	if err != nil {
		return err
	}
	w.put("assets/search-index.js", index)
	p.parallel(w)
	p.lists(w)
	for _, r := range p.redirects {
		data, err := p.redirect(r)
		if err != nil {
			return err
		}
		w.put(r.from, data)
	}
	if p.base != nil {
		w.put("sitemap.xml", p.sitemap())
	}
	p.images.copy(w)
	p.files = w.files
	return w.err
}

// parallel writes the pages of the codes on all cores.
func (p *plan) parallel(w *writer) {
	next := make(chan *diag.Descriptor)
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for d := range next {
				data, err := p.codePage(d)
				if err == nil {
					err = w.write(address(d.Code), data)
				}
				mu.Lock()
				w.files++
				w.err = cmp.Or(w.err, err)
				mu.Unlock()
			}
		})
	}
	for _, d := range p.cat.Codes {
		next <- d
	}
	close(next)
	wg.Wait()
}

var errInterrupted = errors.New("interrupted: the site is not written")

// A writer writes below root and keeps the first error.
type writer struct {
	ctx   context.Context
	root  string
	files int
	err   error
}

func (w *writer) put(name string, data []byte) {
	if w.err == nil {
		w.files++
		w.err = w.write(name, data)
	}
}

func (w *writer) write(name string, data []byte) error {
	if w.ctx.Err() != nil {
		return errInterrupted
	}
	full := filepath.Join(w.root, filepath.FromSlash(name))
	err := os.WriteFile(full, data, 0o644)
	if os.IsNotExist(err) {
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			return err
		}
		err = os.WriteFile(full, data, 0o644)
	}
	return err
}

// address is the file of a code's page, slash-separated, below the site's root.
func address(code string) string { return code + "/index.html" }

// up is the way from the file name to the root: "", "../", "../../" …
func up(name string) string { return strings.Repeat("../", strings.Count(name, "/")) }

func parseBase(base string) (*url.URL, error) {
	if base == "" {
		return nil, nil
	}
	u, err := url.Parse(base)
	if err != nil || (u.Scheme != "https" && u.Scheme != "http") || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("base %q: want an absolute http or https URL without user, query and fragment, such as https://example.org/codes/", base)
	}
	if !strings.HasSuffix(u.Path, "/") {
		u.Path += "/"
		u.RawPath = ""
	}
	u.Path = path.Clean(u.Path)
	if u.Path != "/" {
		u.Path += "/"
	}
	return u, nil
}
