package check

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/egladman/magus/internal/page"
)

// read takes in every Markdown file of the catalog's folder and its families. A
// page with faults stays out; its faults are known already.
func (c *checker) read() error {
	root, err := findTree(c.opts.Dir)
	if err != nil {
		return err
	}
	c.tree = root
	c.byFile, c.codes, c.alias = map[string]*doc{}, map[string]*doc{}, map[string]string{}
	dirs := []string{""}
	for _, f := range c.config.Families {
		dirs = append(dirs, f.Name)
	}
	for _, dir := range dirs {
		if err := c.folder(dir); err != nil {
			return err
		}
	}
	c.report.Files = len(c.docs)
	return nil
}

func (c *checker) folder(family string) error {
	entries, err := os.ReadDir(filepath.Join(c.opts.Dir, family))
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	rules := c.config.Rules(family)
	if rules.Level == nil {
		l := slog.LevelError // Load has asked for it already
		rules.Level = &l
	}
	for _, e := range entries {
		stem, ok := strings.CutSuffix(e.Name(), ".md")
		if !ok || e.IsDir() {
			continue
		}
		name := filepath.Join(c.opts.Dir, family, e.Name())
		if c.loaded != nil && family != "" {
			if p := c.loaded.Page(stem); p != nil {
				c.page(name, p)
				continue
			}
		}
		src, err := readSome(name)
		if err != nil {
			return err
		}
		d := &doc{file: filepath.ToSlash(name)}
		if c.config.IsCode(stem) && family != "" {
			p, errs := page.Parse(d.file, family, src, rules)
			if len(errs) == 0 {
				c.page(name, p)
			} else {
				c.report.Pages++
				c.codes[stem] = d
			}
			continue
		}
		d.body, d.line = bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n")), 1
		c.docs = append(c.docs, d)
		c.byFile[c.tree.key(name)] = d
	}
	return nil
}

// page takes a sound page in.
func (c *checker) page(name string, p *page.Page) {
	d := &doc{file: filepath.ToSlash(name), page: p, body: p.Body, line: p.BodyLine}
	c.report.Pages++
	c.codes[p.Code] = d
	for _, a := range p.Aliases {
		c.alias[a] = p.Code
	}
	c.docs = append(c.docs, d)
	c.byFile[c.tree.key(name)] = d
}

// readSome reads a file of a fair size; page.Parse refuses a longer page.
func readSome(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file", filepath.ToSlash(name))
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, page.MaxSize+1))
}

func (c *checker) duplicates() {
	titles, messages := map[string]*page.Page{}, map[string]*page.Page{}
	for _, d := range c.docs {
		p := d.page
		if p == nil || p.Status.State == "retired" {
			continue
		}
		title := strings.ToLower(strings.TrimSpace(p.Title))
		if first := titles[title]; first != nil {
			c.addf("duplicate", p.File, p.At["title"], "title %q is that of %s too: two codes with one meaning, or a title that says too little", p.Title, first.Code)
		} else {
			titles[title] = p
		}
		for _, e := range p.Events {
			key := "message"
			if e.Name != "" {
				key = "events." + e.Name + ".message"
			}
			if first := messages[e.Message]; first != nil && first != p {
				c.addf("duplicate", p.File, p.At[key], "message %q is that of %s too: a reader cannot tell them apart", e.Message, first.Code)
			} else {
				messages[e.Message] = p
			}
		}
	}
}
