package outdir

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func put(name string) func(string) error {
	return func(tmp string) error {
		return errors.Join(os.WriteFile(filepath.Join(tmp, "mark"), nil, 0o644), os.WriteFile(filepath.Join(tmp, name), nil, 0o644))
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func TestReplace(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "out")
	require.NoError(t, Replace(dir, "mark", put("a")))
	require.NoError(t, Replace(dir+string(filepath.Separator), "mark", put("b")))
	assert.Equal(t, []string{"b", "mark"}, names(t, dir))

	err := Replace(dir, "mark", func(tmp string) error { return errors.Join(put("c")(tmp), errors.New("no room")) })
	assert.ErrorContains(t, err, "no room")
	assert.Equal(t, []string{"b", "mark"}, names(t, dir))
	assert.Equal(t, []string{"out"}, names(t, root))

	empty := filepath.Join(root, "empty")
	require.NoError(t, os.Mkdir(empty, 0o755))
	require.NoError(t, Replace(empty, "mark", put("a")))

	assert.ErrorContains(t, Replace(root, "mark", put("a")), "did not write")
	assert.Error(t, Replace(filepath.Join(root, "no", "parent"), "mark", put("a")))
	assert.Equal(t, []string{"empty", "out"}, names(t, root))
}

func TestWriteFile(t *testing.T) {
	root := t.TempDir()
	name := filepath.Join(root, "f")
	for _, step := range []struct {
		data  string
		wrote bool
	}{{"a", true}, {"a", false}, {"b", true}} {
		wrote, err := WriteFile(name, []byte(step.data))
		require.NoError(t, err)
		assert.Equal(t, step.wrote, wrote, step.data)
	}
	require.NoError(t, os.Chmod(name, 0o600))
	_, err := WriteFile(name, []byte("c"))
	require.NoError(t, err)
	info, err := os.Stat(name)
	require.NoError(t, err)
	if runtime.GOOS != "windows" { // which has no such permissions
		assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
		require.NoError(t, os.Symlink("f", filepath.Join(root, "link")))
		_, err = WriteFile(filepath.Join(root, "link"), []byte("d"))
		require.NoError(t, err)
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Equal(t, "d", string(data))
		require.NoError(t, os.Symlink("none", filepath.Join(root, "nowhere")))
		_, err = WriteFile(filepath.Join(root, "nowhere"), []byte("e"))
		require.ErrorContains(t, err, "a link that leads nowhere: make the file that it means")
	}
	_, err = WriteFile(filepath.Join(root, "no", "f"), nil)
	assert.Error(t, err)
	_, err = WriteFile(root, nil) // a device, which a file could replace, is no better
	require.ErrorContains(t, err, "not a regular file: name a file to write")
}

func TestCreateFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	require.NoError(t, CreateFile(name, []byte("a")))
	assert.ErrorIs(t, CreateFile(name, []byte("b")), os.ErrExist)
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "a", string(data))
}

func TestSweep(t *testing.T) {
	root := t.TempDir()
	old := time.Now().Add(-time.Hour)
	for _, name := range []string{".out.new-12", ".out.new-13.old", ".out.new-x", ".other.new-12", "out.new-12"} {
		require.NoError(t, os.Mkdir(filepath.Join(root, name), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(root, name, "f"), nil, 0o644))
		require.NoError(t, os.Chtimes(filepath.Join(root, name), old, old))
	}
	require.NoError(t, os.Mkdir(filepath.Join(root, ".out.new-14"), 0o755), "of a run that goes on")
	require.NoError(t, os.WriteFile(filepath.Join(root, ".out.new-15"), nil, 0o644))
	require.NoError(t, os.Chtimes(filepath.Join(root, ".out.new-15"), old, old))
	require.NoError(t, Replace(filepath.Join(root, "out"), "mark", put("a")))
	assert.Equal(t, []string{".other.new-12", ".out.new-14", ".out.new-15", ".out.new-x", "out", "out.new-12"}, names(t, root))
}
