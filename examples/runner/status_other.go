//go:build !unix

package main

import "os"

// status is the exit status to end with: the child's.
func status(s *os.ProcessState) int { return s.ExitCode() }
