// Package sarif collects diagnostics into a SARIF 2.1.0 log, the form that
// code-scanning services read. The rules of the run come from the catalog, so
// that a result points at the page of its code:
//
//	log, err := sarif.Create("run.sarif", sarif.Options{
//		Tool: "runner", Version: version, Catalogs: []*diag.Catalog{codes.Catalog()},
//	})
//	if err != nil { … }
//	diag.SetDefault(log.Handler())
//	… the run …
//	err = log.Close() // writes the file, whole or not at all
//
// Records without a code are no results and are left out. What is kept is
// bounded by number and bytes; how many results did not fit stands in the log
// as a notification of the tool and in the run's properties as dropped.
//
// Levels are mapped error, warning, note, and none for debug, whose results
// have the kind informational, as the standard asks (SARIF 2.1.0, 3.27.9).
// Messages and rule texts are plain text in which braces are doubled (3.11.5)
// and nothing from outside makes a link (3.11.6).
//
// A result has a location when the record has a field file (or path, beside a
// line), and perhaps line, end_line, col and end_col; else the place of the
// call, when Options.Source asks for it. GitHub shows only results that have one.
package sarif
