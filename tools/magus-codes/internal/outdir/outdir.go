// Package outdir writes a folder of generated files so that a reader sees the
// old folder or the new one and never half of either.
package outdir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Replace calls write with a new folder beside dir and, when write succeeds,
// puts it in the place of dir. A dir that exists must be empty or hold a file
// named marker, which says that an earlier run made it; anything else is left
// alone with an error. Write must create the marker. The folder's parent must
// exist.
func Replace(dir, marker string, write func(tmp string) error) (err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return err
	}
	if err := replaceable(dir, marker); err != nil {
		return err
	}
	parent, base := filepath.Split(dir)
	tmp, err := os.MkdirTemp(parent, "."+base+newMark+"*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(tmp)
		}
	}()
	if err := os.Chmod(tmp, 0o755); err != nil {
		return err
	}
	if err := write(tmp); err != nil {
		return err
	}
	if err := swap(tmp, dir); err != nil {
		return err
	}
	sweep(parent, base)
	return nil
}

// leftAfter is how old a folder must be before no run can be at work in it.
const leftAfter = time.Hour

// sweep removes the folders that runs for base left when they were killed. That one
// cannot be removed is no fault of this run.
func sweep(parent, base string) {
	entries, _ := os.ReadDir(parent)
	for _, e := range entries {
		number, ours := strings.CutPrefix(e.Name(), "."+base+newMark)
		number = strings.TrimSuffix(number, oldMark)
		if !ours || !e.IsDir() || number == "" || strings.Trim(number, "0123456789") != "" {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > leftAfter {
			_ = os.RemoveAll(filepath.Join(parent, e.Name()))
		}
	}
}

// The names of a folder that is being written, and of one that was replaced, are
// .BASE.new-NUMBER and .BASE.new-NUMBER.old.
const newMark, oldMark = ".new-", ".old"

func swap(tmp, dir string) error {
	if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
		return os.Rename(tmp, dir)
	}
	old := tmp + oldMark
	if err := os.Rename(dir, old); err != nil {
		return err
	}
	if err := os.Rename(tmp, dir); err != nil {
		return errors.Join(err, os.Rename(old, dir))
	}
	return os.RemoveAll(old)
}

func replaceable(dir, marker string) error {
	info, err := os.Lstat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s: is no folder: name a folder that may be replaced", dir)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) == 0 {
		return err
	}
	if _, err := os.Lstat(filepath.Join(dir, marker)); err != nil {
		return fmt.Errorf("%s: holds %s and other things that this command did not write (no %s): name a new or empty folder",
			dir, entries[0].Name(), marker)
	}
	return nil
}
