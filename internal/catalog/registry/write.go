package registry

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A file is a file as it is and as it is to be.
type file struct {
	path   string // as given
	target string // where symbolic links lead
	mode   fs.FileMode
	exists bool
	stale  bool // it must be written
	text   Text // what it is to hold
}

// open compares the file at path with what it is to hold. What is there must
// be a regular file.
func open(path string, text Text) (*file, error) {
	f := &file{path: path, target: path, mode: 0o644, text: text}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		f.stale = true
		return f, nil
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file: name a Go file to write", filepath.ToSlash(path))
	}
	f.mode, f.exists = info.Mode().Perm(), true
	if f.target, err = filepath.EvalSymlinks(path); err != nil {
		return nil, err
	}
	r, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	start := bufio.NewReaderSize(r, 4096)
	first, _ := start.ReadSlice('\n')
	crlf := bytes.HasSuffix(first, []byte("\r\n")) // a checkout on Windows, as good as one with LF
	var same bool
	if rest := io.MultiReader(bytes.NewReader(bytes.Clone(first)), start); crlf {
		var old []byte
		if old, err = io.ReadAll(rest); err == nil {
			same, err = text.equals(bytes.NewReader(lf(old)))
		}
	} else {
		same, err = text.equals(rest)
	}
	f.stale = !same
	return f, err
}

// ours reports an error unless the file can be the registry: it has the name of
// Go source, and nobody wrote what it holds by hand.
func (f *file) ours() error {
	name := filepath.ToSlash(f.path)
	if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
		return fmt.Errorf("%s: the registry is Go source and not a test: want a name such as registry.go", name)
	}
	if !f.exists || !f.stale {
		return nil
	}
	old, err := os.ReadFile(f.path)
	if err != nil {
		return err
	}
	if bytes.Contains(old, []byte("// Code generated ")) {
		return nil
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), "", old, parser.SkipObjectResolution)
	if err == nil && len(parsed.Decls) > 0 {
		return fmt.Errorf("%s: holds Go source that was not generated: give -out another name, or remove the file", name)
	}
	return nil
}

func lf(b []byte) []byte {
	return bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))
}

// replace writes text beside the file and puts it in the file's place, so that
// a reader, or a run that is cut short, finds either the old file or the new one
// whole. A folder that does not exist is made.
func replace(target string, text Text, mode fs.FileMode) (err error) {
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target)+".*.tmp")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tmp.Close()
			_ = os.Remove(tmp.Name())
		}
	}()
	if err = text.writeTo(tmp); err != nil {
		return err
	}
	if err = tmp.Chmod(mode); err != nil {
		return err
	}
	if err = tmp.Sync(); err != nil {
		return err
	}
	if err = tmp.Close(); err != nil {
		return err
	}
	if err = os.Rename(tmp.Name(), target); err == nil {
		sweep(target)
	}
	return err
}

// leftAfter is how old a temporary file is before nobody can be writing it.
const leftAfter = 10 * time.Minute

// sweep removes what runs that were killed left beside target. That it cannot be
// removed is no fault of this run.
func sweep(target string) {
	dir, base := filepath.Split(target)
	entries, _ := os.ReadDir(cmp.Or(dir, "."))
	for _, e := range entries {
		middle, ours := strings.CutPrefix(e.Name(), "."+base+".")
		middle, tmp := strings.CutSuffix(middle, ".tmp")
		if !ours || !tmp || middle == "" || strings.Trim(middle, "0123456789") != "" || !e.Type().IsRegular() {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > leftAfter {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// write replaces the stale ones of the files, all or none: when one fails, those
// before it get their old content back.
func write(files []*file) (written []string, err error) {
	var undo []func() error
	for _, f := range files {
		if !f.stale {
			sweep(f.target)
			continue
		}
		back, err := f.restorer()
		if err == nil {
			err = replace(f.target, f.text, f.mode)
		}
		if err != nil {
			err = cause(err)
			for _, u := range undo {
				err = errors.Join(err, u())
			}
			return nil, fmt.Errorf("%s: not written: %w", filepath.ToSlash(f.path), err)
		}
		undo = append(undo, back)
		written = append(written, f.path)
	}
	return written, nil
}

// restorer returns what puts the file back as it is now.
func (f *file) restorer() (func() error, error) {
	if !f.exists {
		return func() error { return os.Remove(f.target) }, nil
	}
	old, err := os.ReadFile(f.target)
	if err != nil {
		return nil, err
	}
	return func() error { return replace(f.target, Text{old}, f.mode) }, nil
}

// cause is an error without the name of the file beside the target, which
// means nothing to a reader.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	return err
}
