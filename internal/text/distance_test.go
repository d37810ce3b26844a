package text_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/egladman/magus/internal/text"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"a", "", 1}, {"", "abc", 3}, {"abc", "abc", 0}, {"abc", "acb", 1}, {"kitten", "sitting", 3}, {"MGS2O08", "MGS2008", 1}} {
		assert.Equal(t, c.want, text.Distance(c.a, c.b), "%q %q", c.a, c.b)
		assert.Equal(t, c.want, text.Distance(c.b, c.a), "%q %q", c.b, c.a)
	}
}
