package registry

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A file is a file as it is and as it is to be.
type file struct {
	path     string // as given
	old, new []byte // old is nil when there is no file
	target   string // where symbolic links lead
	mode     fs.FileMode
}

// open reads the file at path. What is there must be a regular file.
func open(path string, content []byte) (*file, error) {
	f := &file{path: path, new: content, target: path, mode: 0o644}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file: name a Go file to write", filepath.ToSlash(path))
	}
	f.mode = info.Mode().Perm()
	if f.target, err = filepath.EvalSymlinks(path); err != nil {
		return nil, err
	}
	if f.old, err = os.ReadFile(path); err != nil {
		return nil, err
	}
	if f.old == nil {
		f.old = []byte{}
	}
	return f, nil
}

// stale reports whether the file must be written. A checkout with CRLF line
// ends is as good as one with LF.
func (f *file) stale() bool {
	if bytes.Equal(f.old, f.new) {
		return f.old == nil
	}
	return f.old == nil || !bytes.Equal(f.normal(), f.new)
}

// normal is old with LF line ends.
func (f *file) normal() []byte {
	return bytes.ReplaceAll(f.old, []byte("\r\n"), []byte("\n"))
}

// replace writes content beside the file and puts it in the file's place, so
// that a reader, or a run that is cut short, finds either the old file or the
// new one whole.
func replace(target string, content []byte, mode fs.FileMode) (err error) {
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
	if _, err = tmp.Write(content); err != nil {
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
	return os.Rename(tmp.Name(), target)
}

// write replaces the stale ones of the files, all or none: when one fails, those
// before it get their old content back.
func write(files []*file) ([]string, error) {
	var written []string
	for i, f := range files {
		if !f.stale() {
			continue
		}
		if err := replace(f.target, f.new, f.mode); err != nil {
			for _, done := range files[:i] {
				if done.stale() {
					err = errors.Join(err, done.restore())
				}
			}
			return nil, fmt.Errorf("%s: not written: %w", filepath.ToSlash(f.path), err)
		}
		written = append(written, f.path)
	}
	return written, nil
}

func (f *file) restore() error {
	if f.old == nil {
		return os.Remove(f.target)
	}
	return replace(f.target, f.old, f.mode)
}
