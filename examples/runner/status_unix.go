//go:build unix

package main

import (
	"os"
	"syscall"
)

// status is the exit status to end with: the child's, or 128+n when signal n
// ended it.
func status(s *os.ProcessState) int {
	if w, ok := s.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return 128 + int(w.Signal())
	}
	return s.ExitCode()
}
