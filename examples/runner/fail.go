package main

import (
	"fmt"
	"os"
)

// fail prints err for a person and returns the exit status that it asks for.
func fail(err error) int {
	fmt.Fprintln(os.Stderr, "runner:", err)
	return 1
}
