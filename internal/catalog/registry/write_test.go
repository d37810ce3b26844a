package registry

import (
	"os"
	"path/filepath"
	"testing"

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
