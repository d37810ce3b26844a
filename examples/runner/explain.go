package main

import (
	"os"

	"github.com/egladman/magus/codes"
	"github.com/egladman/magus/docs"
	"github.com/egladman/magus/envguard"
	"github.com/egladman/magus/explain"
)

// explain is the explain command as any program can have it. The pager that it
// may start is a foreign program too, so the pointers go first.
func (r *runner) explain(args []string) int {
	for _, name := range []string{envguard.DaemonSocket, envguard.DaemonAddress} {
		if err := os.Unsetenv(name); err != nil {
			return fail(err)
		}
	}
	return explain.Main(args, explain.Options{
		Name:      "runner explain",
		EnvPrefix: "MAGUS",
		Sources:   []explain.Source{{Catalog: codes.Catalog(), Pages: docs.Pages, Dir: "codes"}},
		Stdin:     os.Stdin,
		Stdout:    os.Stdout,
		Stderr:    os.Stderr,
	})
}
