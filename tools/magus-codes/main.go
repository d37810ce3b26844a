// Magus-codes is the page author's command: it checks the pages of a catalog
// of diagnostic codes, adds to them, and publishes what is made of them. See
// docs/authoring.md.
package main

import (
	"os"

	"github.com/egladman/magus/tools/magus-codes/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr))
}
