// Magus-explain shows what a diagnostic code of magus means, offline and as
// of the version that it was built from:
//
//	magus-explain MGS2008
//	magus-explain --search socket
//	some-run 2>&1 | magus-explain --log -
//
// It is a few lines over package explain, with the catalog and pages of magus.
package main

import (
	"os"

	"github.com/egladman/magus/codes"
	"github.com/egladman/magus/docs"
	"github.com/egladman/magus/explain"
)

func main() {
	os.Exit(explain.Main(os.Args[1:], options()))
}

func options() explain.Options {
	return explain.Options{
		Name:      "magus-explain",
		EnvPrefix: "MAGUS",
		Sources:   []explain.Source{{Catalog: codes.Catalog(), Pages: docs.Pages, Dir: "codes"}},
	}
}
