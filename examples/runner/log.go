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
// user asked for.
func (r *runner) setLog() error {
	level := new(slog.LevelVar)
	if r.verbose {
		level.Set(slog.LevelDebug)
	}
	o := diag.Options{Level: level, Catalogs: []*diag.Catalog{codes.Catalog()}}
	switch r.log {
	case "text":
	case "json":
		o.Format = diag.JSON
	case "charm":
		diag.SetDefault(charmlog.NewHandler(os.Stderr, o))
		return nil
	default:
		return fmt.Errorf("-log %q: want text, json or charm", r.log)
	}
	diag.SetDefault(diag.NewHandler(os.Stderr, o))
	return nil
}
