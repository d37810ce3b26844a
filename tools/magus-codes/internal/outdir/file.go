package outdir

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/egladman/magus/internal/atomicfile"
)

// WriteFile gives the file name the content data in one step: a reader, or a
// run cut short, meets the old content or the new. A file that already holds
// data is not touched; wrote tells. Permissions of an existing file are kept. What
// is no file, such as a device or a link that leads nowhere, is refused: a file
// would take its place.
func WriteFile(name string, data []byte) (wrote bool, err error) {
	mode := os.FileMode(0o644)
	if info, err := os.Stat(name); err == nil {
		if !info.Mode().IsRegular() {
			return false, fmt.Errorf("%s: not a regular file: name a file to write", filepath.ToSlash(name))
		}
		mode = info.Mode().Perm()
		if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, data) {
			return false, nil
		}
	} else if _, err := os.Lstat(name); err == nil {
		return false, fmt.Errorf("%s: a link that leads nowhere: make the file that it means, or remove the link", filepath.ToSlash(name))
	}
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	err = atomicfile.Replace(name, mode, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
	return err == nil, err
}

// CreateFile writes data to a file that must not exist yet.
func CreateFile(name string, data []byte) (err error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(name)
		}
	}()
	if _, err = f.Write(data); err != nil {
		_ = f.Close()
		return err
	}
	if err = f.Sync(); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}
