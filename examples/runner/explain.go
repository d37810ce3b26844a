package main

import (
	"os"

	"github.com/egladman/magus/codes"
	"github.com/egladman/magus/docs"
	"github.com/egladman/magus/explain"
)

// explainCodes is the explain command as any program can have it.
func explainCodes(args []string) int {
	return explain.Main(args, explain.Options{
		Name:      "runner explain",
		EnvPrefix: "MAGUS",
		Sources:   []explain.Source{{Catalog: codes.Catalog(), Pages: docs.Pages, Dir: "codes"}},
		Stdin:     os.Stdin,
		Stdout:    os.Stdout,
		Stderr:    os.Stderr,
	})
}
