// Acme-explain prints the page of a code of acme.
package main

import (
	"os"

	"github.com/egladman/magus/explain"

	"example.com/acme/docs"
	"example.com/acme/internal/codes"
)

func main() {
	os.Exit(explain.Main(os.Args[1:], explain.Options{
		Name:      "acme-explain",
		EnvPrefix: "ACME",
		Sources:   []explain.Source{{Catalog: codes.Catalog(), Pages: docs.Pages, Dir: "codes"}},
	}))
}
