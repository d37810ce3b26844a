//go:build !linux && !windows && !darwin && !freebsd && !netbsd && !openbsd && !dragonfly

package tty

func isTerminal(uintptr) bool { return false }
