package registry

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/egladman/magus/internal/atomicfile"
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
		if _, err := os.Lstat(path); err == nil {
			return nil, fmt.Errorf("%s: a link that leads nowhere: make the file that it means, or remove the link", filepath.ToSlash(path))
		}
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

// replace puts text in the file's place, whole or not at all. A folder that does
// not exist is made.
func replace(target string, text Text, mode fs.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	return atomicfile.Replace(target, mode, text.writeTo)
}

// write replaces the stale ones of the files, all or none: when one fails, those
// before it get their old content back.
func write(files []*file) (written []string, err error) {
	var undo []func() error
	for _, f := range files {
		if !f.stale {
			atomicfile.Sweep(f.target)
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
