package cli

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// full takes n bytes, and no more, as a full disk does.
type full struct{ n int }

func (f *full) Write(b []byte) (int, error) {
	if len(b) > f.n {
		return 0, errors.New("no space left on device")
	}
	f.n -= len(b)
	return len(b), nil
}

// No command ends well whose output is lost, and none takes it for wrong usage.
func TestLostOutputIsAnError(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "codes")
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "testdata", "catalog"))))
	for _, args := range [][]string{
		{"--help"}, {}, {"check", "--help"}, {"list"}, {"list", "--format", "json"}, {"links"}, {"links", "--format", "json"},
		{"links", "--index", "--check"}, {"export", "--format", "man"}, {"schema", "catalog"},
		{"new", "net", "port open", "--dry-run"}, {"check", "--format", "json"},
	} {
		if len(args) > 0 && args[0] != "--help" {
			args = append([]string{"--catalog", dir}, args...)
		}
		for _, room := range []int{0, 1} {
			var stderr bytes.Buffer
			assert.Equal(t, 1, Main(args, &full{room}, &stderr), args)
			assert.Contains(t, stderr.String(), "no space left on device", args)
			assert.NotContains(t, stderr.String(), "for help", args)
		}
	}
	var all, stderr bytes.Buffer
	assert.Equal(t, 1, Main([]string{"--catalog", dir, "new", "net", "port shut"}, &full{1}, &stderr), "the path is lost")
	assert.Contains(t, stderr.String(), "no space left on device")
	require.Equal(t, 0, Main([]string{"--catalog", dir, "list"}, &all, &stderr))
	assert.Equal(t, 1, Main([]string{"--catalog", dir, "list"}, &full{all.Len() - 1}, &stderr), "the last line is lost")
}
