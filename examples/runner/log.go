package main

import (
	"fmt"
	"log/slog"
	"os"

	"github.com/egladman/magus/codes"
	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/diag/charmlog"
)

// setLog makes standard error the place of diagnostics, in the form that the
// user asked for: by flags, and by MAGUS_DIAG, which has the last word.
func (r *runner) setLog() error {
	level := new(slog.LevelVar)
	if r.verbose {
		level.Set(slog.LevelDebug)
	}
	o := diag.Options{Level: level, Catalogs: []*diag.Catalog{codes.Catalog()}}
	newHandler := diag.NewHandler
	switch r.log {
	case "text":
	case "json":
		o.Format = diag.JSON
	case "charm":
		newHandler = charmlog.NewHandler
	default:
		return fmt.Errorf("-log %q: want text, json or charm", r.log)
	}
	o, err := o.With(os.Getenv(diag.EnvVar))
	if err != nil { // a slip there is no reason not to run
		fmt.Fprintf(os.Stderr, "runner: %s: %v\n", diag.EnvVar, err)
	}
	diag.SetDefault(newHandler(os.Stderr, o))
	return nil
}
