package termmd

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files of this package")

func TestGolden(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("testdata", "page.md"))
	require.NoError(t, err)
	for _, width := range []int{20, 40, 80, 120, 300} {
		for _, look := range []string{"plain", "color"} {
			name := fmt.Sprintf("%d.%s", width, look)
			t.Run(name, func(t *testing.T) {
				o := Options{Width: width, Color: look == "color", LinkText: pageCommand}
				golden(t, name, string(Render(nil, page, o)), o)
			})
		}
	}
	t.Run("hyperlinks", func(t *testing.T) {
		o := Options{Width: 60, Color: true, Hyperlinks: true, LinkText: pageCommand}
		golden(t, "60.links", string(Render(nil, page, o)), o)
	})
	t.Run("ascii", func(t *testing.T) {
		o := Options{Width: 60, ASCII: true, LinkText: pageCommand}
		golden(t, "60.ascii", string(Render(nil, page, o)), o)
	})
}

func pageCommand(target string) (string, bool) {
	code, ok := strings.CutSuffix(strings.TrimPrefix(target, "./"), ".md")
	return "acme explain " + code, ok && !strings.Contains(code, "/")
}

func golden(t *testing.T, name, got string, o Options) {
	t.Helper()
	requireInert(t, got, o)
	file := filepath.Join("testdata", name+".golden")
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "write it by: go test ./internal/termmd -update")
	assert.Equal(t, string(want), got, "if this is meant: go test ./internal/termmd -update")
}
