package registry

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWrongArgumentsDriveNoTerminal(t *testing.T) {
	for _, arg := range []string{"-\x1b[31mx", "-check=\x1b[31m", "\x1b[31mx"} {
		var out, errs bytes.Buffer
		assert.Equal(t, 2, Main([]string{arg}, &out, &errs), "%q", arg)
		assert.Contains(t, errs.String(), `\x1b[31m`, "%q", arg)
		assert.NotContains(t, errs.String(), "\x1b", "%q", arg)
	}
}
