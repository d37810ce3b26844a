// Gen makes codes/registry.go and codes.lock of the pages of a catalog: see
// gen -h. It serves this module and, with -catalog and -out, any other.
package main

import (
	"os"

	"github.com/egladman/magus/internal/catalog/registry"
)

func main() {
	os.Exit(registry.Main(os.Args[1:], os.Stdout, os.Stderr))
}
