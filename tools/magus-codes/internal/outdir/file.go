package outdir

import (
	"bytes"
	"os"
	"path/filepath"
)

// WriteFile gives the file name the content data in one step: a reader, or a
// run cut short, meets the old content or the new. A file that already holds
// data is not touched; wrote tells. Permissions of an existing file are kept.
func WriteFile(name string, data []byte) (wrote bool, err error) {
	mode := os.FileMode(0o644)
	if info, err := os.Stat(name); err == nil {
		mode = info.Mode().Perm()
		if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, data) {
			return false, nil
		}
	}
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".new-*")
	if err != nil {
		return false, err
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			_ = os.Remove(f.Name())
		}
	}()
	if _, err = f.Write(data); err != nil {
		return false, err
	}
	if err = f.Chmod(mode); err != nil {
		return false, err
	}
	if err = f.Sync(); err != nil {
		return false, err
	}
	if err = f.Close(); err != nil {
		return false, err
	}
	return true, os.Rename(f.Name(), name)
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
