//go:build !windows

package explain

import (
	"errors"
	"syscall"
)

// closedPipe reports whether the reader of standard output went away. For
// the standard output of the process the Go runtime has ended it by SIGPIPE
// before anybody could ask, unless the program handles that signal.
func closedPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
