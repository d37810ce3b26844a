package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func say(s string, fault error) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return errors.Join(err, fault)
	}
}

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	require.NoError(t, Replace(name, 0o644, say("one", nil)))
	full := errors.New("no space left")
	require.ErrorIs(t, Replace(name, 0o600, say("tw", full)), full)
	require.ErrorIs(t, Replace(filepath.Join(dir, "g"), 0o600, say("tw", full)), full)
	require.Error(t, Replace(filepath.Join(dir, "no", "f"), 0o600, say("", nil)))

	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1, "nothing half written")
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "one", string(data))

	require.NoError(t, Replace(name, 0o600, say("two", nil)))
	info, err := os.Stat(name)
	require.NoError(t, err)
	if runtime.GOOS != "windows" { // which has no such permissions
		assert.Equal(t, os.FileMode(0o600), info.Mode())
	}
}

// A reader at any time meets one of the contents whole.
func TestReaderMeetsWholeFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows refuses to replace a file that is open, and says so")
	}
	name := filepath.Join(t.TempDir(), "f")
	require.NoError(t, Replace(name, 0o644, say("aaaa", nil)))
	done := make(chan error)
	go func() {
		for range 50 {
			for _, s := range []string{"bbbbbbbb", "aaaa"} {
				if err := Replace(name, 0o644, say(s, nil)); err != nil {
					done <- err
					return
				}
			}
		}
		close(done)
	}()
	for {
		select {
		case err := <-done:
			require.NoError(t, err)
			return
		default:
		}
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Contains(t, []string{"bbbbbbbb", "aaaa"}, string(data))
	}
}
