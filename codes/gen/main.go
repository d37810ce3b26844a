// Gen makes codes/registry.go and codes.lock of the pages of a catalog: see
// gen -h. It serves this module and, with -catalog and -out, any other.
package main

import (
	"os"
	"runtime/debug"

	"github.com/egladman/magus/internal/catalog/registry"
)

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // a short run: time is worth more than memory
	}
	os.Exit(registry.Main(os.Args[1:], os.Stdout, os.Stderr))
}
