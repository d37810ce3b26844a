package page_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/egladman/magus/internal/page"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

const ownPage = "../../docs/codes/sandbox/MGS2008.md"

// BenchmarkParse stands beside BenchmarkYAML, which does no more than cut the
// front matter off and decode it.
func BenchmarkParse(b *testing.B) {
	src, err := os.ReadFile(ownPage)
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		if _, errs := page.Parse(ownPage, "sandbox", src, rules); len(errs) > 0 {
			b.Fatal(errs)
		}
	}
}

func BenchmarkYAML(b *testing.B) {
	src, err := os.ReadFile(ownPage)
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		front, _, _ := bytes.Cut(src[4:], []byte("\n---\n"))
		var n yaml.Node
		if err := yaml.Unmarshal(front, &n); err != nil {
			b.Fatal(err)
		}
	}
}
