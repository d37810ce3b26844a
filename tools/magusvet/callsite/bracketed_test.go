package callsite

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Codes of every legal form are found in a text, and what has none of the forms is
// not.
func TestBracketed(t *testing.T) {
	for text, want := range map[string]string{
		"[E1] x": "E1", "x [E-123456]": "E-123456", "[A1B-02] x": "A1B-02", "[MGS2008]": "MGS2008",
		"[E1234567]": "", "[1] x": "", "[MGS]": "", "[mgs2008]": "", "[MGS 2008]": "", "MGS2008": "",
	} {
		m := bracketed().FindStringSubmatch(text)
		if want == "" {
			assert.Nil(t, m, text)
		} else if assert.NotNil(t, m, text) {
			assert.Equal(t, want, m[1])
		}
	}
}
