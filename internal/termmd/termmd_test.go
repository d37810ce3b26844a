package termmd

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func render(src string, o Options) string { return string(Render(nil, []byte(src), o)) }

func TestRenderQuoteKeepsItsBar(t *testing.T) {
	got := render("> [!WARNING]\n> Do not do this. It has a very bad effect on your data and it lasts.\n", Options{Width: 40})
	require.Equal(t, "│ WARNING\n│ Do not do this. It has a very bad\n│ effect on your data and it lasts.\n", got)
}
