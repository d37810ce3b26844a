package main

import (
	"fmt"
	"os"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/internal/text"
)

// fail prints err for a person and returns the exit status that it asks for.
// A coded error stands at the start of its line, as in every other program.
func fail(err error) int {
	if _, ok := diag.CodeOf(err); ok {
		return diag.Report(os.Stderr, err)
	}
	fmt.Fprintln(os.Stderr, "runner:", text.Visible(err.Error()))
	return 1
}
