//go:build unix

package explain

import (
	"bytes"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestClosedPipe(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	require.NoError(t, err)
	r.Close()
	defer w.Close()
	var errs bytes.Buffer
	cmd := process(t, "acme-explain", "ACM0042")
	cmd.Stdout, cmd.Stderr = w, &errs
	var exit *exec.ExitError
	require.ErrorAs(t, cmd.Run(), &exit)
	st := exit.Sys().(syscall.WaitStatus)
	assert.True(t, st.Signaled())
	assert.Equal(t, syscall.SIGPIPE, st.Signal())
	assert.Empty(t, errs.String())
}
