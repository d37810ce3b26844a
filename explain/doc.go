// Package explain is the command that answers what a diagnostic code means,
// for any program and any number of catalogs:
//
//	func main() {
//		os.Exit(explain.Main(os.Args[1:], explain.Options{
//			Name:      "acme explain",
//			EnvPrefix: "ACME",
//			Sources:   []explain.Source{{Catalog: codes.Catalog(), Pages: docs.Pages, Dir: "codes"}},
//		}))
//	}
//
// That gives the whole command: pages in the terminal, the list, search,
// reports on logs, JSON, completion, help and man page, under the program's
// own name. Catalogs and pages come in as values; the package knows none.
//
// # What it promises
//
// Page text and log text never drive the terminal, and the terminal is never
// asked anything. Output to a pipe is plain text without escape sequences. A
// closed pipe ends the program quietly.
//
// # Exit status
//
//	0  found, also when the code is retired, deprecated or came by an alias; a log
//	   was read, whatever it holds
//	1  unknown or ambiguous code, nothing to list, or --fail-on met
//	2  wrong usage
//	3  a page or log cannot be read, or the output cannot be written
//	141  the reader of the output went away
//
// # Why the flags are read by hand
//
// Showing one page must end within two and a half times what an empty Go
// program takes. The Markdown parser alone takes about two of these, a
// command library about 0.8 more, mostly for work before main. The flags here
// are one table, which parsing, help, man page and completion share.
package explain
