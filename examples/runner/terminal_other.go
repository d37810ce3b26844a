//go:build !unix

package main

import "os"

// fromTerminal reports whether s was sent by a key, and so to the child as well.
func fromTerminal(s os.Signal) bool { return s == os.Interrupt }
