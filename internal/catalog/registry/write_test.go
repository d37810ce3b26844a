package registry

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// When the second file cannot be written, the first gets back what it held.
func TestWriteAllOrNone(t *testing.T) {
	for _, existed := range []bool{true, false} {
		dir := t.TempDir()
		first := filepath.Join(dir, "first")
		if existed {
			require.NoError(t, os.WriteFile(first, []byte("old"), 0o640))
		}
		a, err := open(first, Text{[]byte("new")})
		require.NoError(t, err)
		require.True(t, a.stale)
		b, err := open(filepath.Join(dir, "\x00", "second"), Text{[]byte("new")})
		if err != nil { // some systems refuse the name at once
			b = &file{path: "second", target: filepath.Join(dir, "\x00", "second"), stale: true}
		}

		_, err = write([]*file{a, b})
		require.ErrorContains(t, err, "second: not written")
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		if !existed {
			assert.Empty(t, entries)
			continue
		}
		require.Len(t, entries, 1)
		content, err := os.ReadFile(first)
		require.NoError(t, err)
		assert.Equal(t, "old", string(content))
		info, err := os.Stat(first)
		require.NoError(t, err)
		if os.PathSeparator == '/' {
			assert.Equal(t, os.FileMode(0o640), info.Mode())
		}
	}
}

func TestStale(t *testing.T) {
	text := Text{[]byte("one\n"), nil, []byte("two\n")}
	for _, tt := range []struct {
		old   string
		stale bool
	}{
		{"one\ntwo\n", false},
		{"one\r\ntwo\r\n", false},
		{"one\ntwo", true},
		{"one\ntwo\nthree\n", true},
		{"one\n", true},
		{"", true},
		{"one\ntwo\r\n", true},
		{"One\ntwo\n", true},
	} {
		path := filepath.Join(t.TempDir(), "f")
		require.NoError(t, os.WriteFile(path, []byte(tt.old), 0o644))
		f, err := open(path, text)
		require.NoError(t, err)
		assert.Equal(t, tt.stale, f.stale, "%q", tt.old)
	}
}

// What killed runs left beside a target goes with the next run, and nothing else.
func TestSweep(t *testing.T) {
	for _, stale := range []bool{true, false} {
		dir := t.TempDir()
		path := filepath.Join(dir, "registry.go")
		long := time.Now().Add(-time.Hour)
		keep := []string{".other.go.1.tmp", ".registry.go.x.tmp", ".registry.go.tmp", ".registry.go..tmp", "registry.go.1.tmp", ".registry.go.1"}
		for _, name := range append(keep, ".registry.go.123.tmp", ".registry.go.4.tmp", ".registry.go.5.tmp") {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
			require.NoError(t, os.Chtimes(filepath.Join(dir, name), long, long))
		}
		now := time.Now()
		require.NoError(t, os.Chtimes(filepath.Join(dir, ".registry.go.5.tmp"), now, now))
		require.NoError(t, os.Mkdir(filepath.Join(dir, ".registry.go.6.tmp"), 0o700))
		require.NoError(t, os.Chtimes(filepath.Join(dir, ".registry.go.6.tmp"), long, long))
		if !stale {
			require.NoError(t, os.WriteFile(path, []byte("new"), 0o600))
		}
		f, err := open(path, Text{[]byte("new")})
		require.NoError(t, err)
		_, err = write([]*file{f})
		require.NoError(t, err)

		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		var left []string
		for _, e := range entries {
			left = append(left, e.Name())
		}
		assert.ElementsMatch(t, append(keep, "registry.go", ".registry.go.5.tmp", ".registry.go.6.tmp"), left)
	}
}
