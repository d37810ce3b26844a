// Package atomicfile replaces files whole: a reader, or a run that is cut short,
// finds either what a file held or all that it is to hold.
package atomicfile

import (
	"cmp"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Replace gives the file at target what write writes, and the permissions mode.
// It writes a file beside target, has it stored (fsync) and renames it, so that
// a target that is a symbolic link would lose it: resolve it first. With an error
// target is as it was. The folder must exist.
func Replace(target string, mode fs.FileMode, write func(io.Writer) error) (err error) {
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
	if err = write(tmp); err != nil {
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
		Sweep(target)
	}
	return err
}

// leftAfter is how old a temporary file is before nobody can be writing it.
const leftAfter = 10 * time.Minute

// Sweep removes what runs of Replace that were killed left beside target. That
// it cannot be removed is no fault of this run.
func Sweep(target string) {
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
