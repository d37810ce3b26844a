package registry

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/egladman/magus/internal/catalog"
	"github.com/egladman/magus/internal/text"
)

// Options names a catalog and the registry that is made from it.
type Options struct {
	Catalog string   // folder with catalog.yaml
	Out     string   // Go file to write
	Write   bool     // write what is stale; else only tell
	Ref     string   // for a trial: stands for {ref} instead of the catalog's ref
	Accept  []string // codes whose changes against the lock are wanted
}

// A Result is what Sync found.
type Result struct {
	Codes   int
	Skipped []string // files in the catalog's folder that are no pages of it
	Notes   []string
	Stale   []string // files that differ from what the pages make
	Diff    []byte   // of the stale files, as they are and as they must be
	Written []string // files that were replaced
}

// Sync makes the registry and the lock of a catalog and compares them with the
// files that are there; with Write it replaces those that differ. Nothing is
// written when anything is wrong. The error holds all faults of the pages, a
// line each.
func Sync(o Options) (*Result, error) {
	c, err := catalog.Load(o.Catalog, catalog.Options{Ref: o.Ref, Accept: o.Accept, Command: command(o), Lean: true})
	if err != nil {
		return nil, err
	}
	r := &Result{Codes: len(c.Pages), Skipped: c.Skipped, Notes: c.Notes}
	var files []*file
	for _, f := range []struct {
		path string
		text Text
	}{{o.Out, Source(c)}, {c.LockPath(), Text{c.Lock.Bytes()}}} {
		opened, err := open(f.path, f.text)
		if err != nil {
			return nil, err
		}
		files = append(files, opened)
	}
	if err := files[0].ours(); err != nil {
		return nil, err
	}
	if c.LockedBytes() == nil && files[0].exists {
		r.Notes = append(r.Notes, filepath.ToSlash(c.LockPath())+" is missing and made anew, without what it remembered: if it was ever committed, bring it back from version control and run this again")
	}
	if o.Write {
		r.Written, err = write(files)
		return r, err
	}
	for _, f := range files {
		if !f.stale {
			continue
		}
		var old []byte
		if f.exists {
			if old, err = os.ReadFile(f.path); err != nil {
				return nil, err
			}
		}
		r.Stale = append(r.Stale, f.path)
		name := text.Visible(filepath.ToSlash(f.path))
		r.Diff = append(r.Diff, diff.Diff(name, visible(lf(old)), name+" (from the pages)", visible(f.text.Bytes()))...)
	}
	return r, nil
}

// visible keeps what a damaged file holds from driving the terminal.
func visible(b []byte) []byte {
	return bytes.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && !strconv.IsPrint(r) {
			return '\ufffd'
		}
		return r
	}, b)
}
