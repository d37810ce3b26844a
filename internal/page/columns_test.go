package page_test

import (
	"testing"
	"unicode/utf8"

	"github.com/egladman/magus/internal/page"
	"github.com/stretchr/testify/require"
)

// Columns are the same in whatever order they are asked for.
func TestColumns(t *testing.T) {
	lines := []string{"", "aé𝄞b", "x: {é: 1, ü: 2}"}
	for _, steps := range [][]int{{0, 1, 2, 2, 3, 4, 5, 9}, {4, 4, 1, 3, 0, 2}, {9, 1}} {
		var c page.Columns
		for _, i := range steps {
			for n, line := range lines {
				want := 1
				for range min(i, utf8.RuneCountInString(line)) {
					_, size := utf8.DecodeRuneInString(line[want-1:])
					want += size
				}
				require.Equal(t, want, c.Byte([]byte(line), n+1, i+1), "%q %d", line, i)
				require.Equal(t, want, c.Byte([]byte(line), n+1, i+1), "again")
			}
		}
	}
}
