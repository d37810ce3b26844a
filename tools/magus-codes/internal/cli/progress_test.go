package cli

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestProgress(t *testing.T) {
	var b bytes.Buffer
	assert.Nil(t, newProgress(&b).w, "no terminal")

	late := &progress{w: &b, start: time.Now().Add(-time.Minute)}
	for n := range 1000 {
		late.step(n + 1)
	}
	late.end()
	assert.Equal(t, ".....\n", b.String())

	b.Reset()
	soon := &progress{w: &b, start: time.Now().Add(time.Hour)}
	soon.step(filesPerDot)
	soon.end()
	assert.Empty(t, b.String())
}
