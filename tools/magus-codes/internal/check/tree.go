package check

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// A tree is the folder that relative links must not leave: that of the
// repository around the catalog, else the catalog's own.
type tree struct {
	root string // absolute
	mu   sync.Mutex
	dirs map[string]map[string]os.DirEntry // entries by name, nil for no folder
}

func findTree(dir string) (*tree, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	t := &tree{root: abs, dirs: map[string]map[string]os.DirEntry{}}
	for at := abs; ; {
		for _, mark := range []string{".git", "go.mod"} {
			if _, err := os.Lstat(filepath.Join(at, mark)); err == nil {
				t.root = at
			}
		}
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return t, nil
		}
		up := filepath.Dir(at)
		if up == at {
			return t, nil
		}
		at = up
	}
}

// key names a file the same whatever way leads to it.
func (t *tree) key(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		name = abs
	}
	return filepath.ToSlash(filepath.Clean(name))
}

// inside reports whether an absolute path lies in the tree.
func (t *tree) inside(abs string) bool {
	rel, err := filepath.Rel(t.root, abs)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// look finds a path of the tree as its letters stand, on file systems too that
// take upper and lower case for the same.
func (t *tree) look(abs string) (found kind, spelled string) {
	rel, err := filepath.Rel(t.root, abs)
	if err != nil {
		return missing, ""
	}
	at, spelled, same := t.root, "", true
	parts := strings.Split(filepath.ToSlash(rel), "/")
	isDir := true
	for _, part := range parts {
		if part == "." {
			continue
		}
		entries := t.list(at)
		name := part
		if entries[name] == nil {
			if name = folded(entries, part); name == "" {
				return missing, ""
			}
			same = false
		}
		isDir = entries[name].IsDir()
		at = filepath.Join(at, name)
		if entries[name].Type()&os.ModeSymlink != 0 {
			info, err := os.Stat(at)
			if err != nil {
				return missing, ""
			}
			isDir = info.IsDir()
		}
	}
	switch {
	case !same:
		return otherCase, at
	case isDir:
		return folderKind, at
	}
	return fileKind, at
}

type kind int

const (
	missing kind = iota
	otherCase
	folderKind
	fileKind
)

func folded(entries map[string]os.DirEntry, part string) string {
	for name := range entries {
		if strings.EqualFold(name, part) {
			return name
		}
	}
	return ""
}

func (t *tree) list(dir string) map[string]os.DirEntry {
	t.mu.Lock()
	defer t.mu.Unlock()
	if entries, known := t.dirs[dir]; known {
		return entries
	}
	var entries map[string]os.DirEntry
	if list, err := os.ReadDir(dir); err == nil {
		entries = make(map[string]os.DirEntry, len(list))
		for _, e := range list {
			entries[e.Name()] = e
		}
	}
	t.dirs[dir] = entries
	return entries
}
