package explain

import (
	"errors"
	"syscall"
)

// closedPipe reports whether the reader of standard output went away.
func closedPipe(err error) bool {
	const pipeIsClosing = syscall.Errno(232) // ERROR_NO_DATA
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ERROR_BROKEN_PIPE) || errors.Is(err, pipeIsClosing)
}
