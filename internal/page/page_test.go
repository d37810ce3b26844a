package page_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/egladman/magus/internal/page"
	"github.com/stretchr/testify/require"
)

var rules = page.Rules{Prefix: "MGS", MinDigits: 4, MaxDigits: 4}

func TestOwnPages(t *testing.T) {
	files, err := filepath.Glob("../../docs/codes/*/MGS*.md")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		src, err := os.ReadFile(file)
		require.NoError(t, err)
		p, errs := page.Parse(filepath.ToSlash(file), filepath.Base(filepath.Dir(file)), src, rules)
		require.NoError(t, errs.Err())
		require.Equal(t, p.Code+".md", filepath.Base(file))
	}
}
