package callsite_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/egladman/magus/tools/magusvet/callsite"
)

// The cases are a module of their own over the real diag and codes, so that
// the analyzer is held to what the generator really writes.
func TestAnalyzer(t *testing.T) {
	root, err := filepath.Abs("../../..")
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("testdata/src")))
	mod := "module example.test/vet\n\ngo 1.26.0\n\nrequire github.com/egladman/magus v0.0.0\n\nreplace github.com/egladman/magus => " + filepath.ToSlash(root) + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o600))
	analysistest.RunWithSuggestedFixes(t, dir, callsite.Analyzer, "./...")
}
