package registry

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/egladman/magus/internal/catalog"
	"github.com/egladman/magus/internal/text"
)

// What the command takes without flags: the layout of a module of which the
// catalog is the main thing.
const (
	defaultCatalog = "docs/codes"
	defaultOut     = "codes/registry.go"
)

const usage = `usage: gen [-catalog DIR] [-out FILE] [-check | -accept CODES] [-ref REF] [-skipped]

gen makes a Go package of the pages of a catalog: a constant for each code, its
level, typed functions for its events, and its link. It also keeps codes.lock,
which holds a line for every code ever shipped. Without faults in the pages it
replaces both files where they differ, whole or not at all; with faults it lists
all of them as file:line:column and writes nothing.

  -catalog DIR   folder with catalog.yaml, codes.lock and pages in FAMILY/CODE.md
                 (default docs/codes)
  -out FILE      Go file to write (default codes/registry.go)
  -check         write nothing; when a file is stale, print the difference and
                 the command that repairs it, and exit 1
  -accept CODES  record in codes.lock that these codes (CODE,CODE...) change what
                 they shipped with: level, events, fields, family
  -ref REF       for a trial: put REF for {ref} in links instead of the catalog's ref
  -skipped       also list the files that are no pages of this catalog
  -h, -help      print this

What an error asks for is an edit of the page, of catalog.yaml or of codes.lock,
or a run with -accept. A code that goes away keeps its page, with a status.

Exit status: 0 up to date or written; 1 faults in the pages, a stale file under
-check, or a file that cannot be read or written; 2 wrong usage.
`

// Main is the command codes/gen. It takes the arguments after the program's
// name and returns the exit status.
func Main(args []string, stdout, stderr io.Writer) int {
	o := Options{Write: true}
	fs := flag.NewFlagSet("gen", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&o.Catalog, "catalog", defaultCatalog, "")
	fs.StringVar(&o.Out, "out", defaultOut, "")
	fs.StringVar(&o.Ref, "ref", "", "")
	accept := fs.String("accept", "", "")
	check := fs.Bool("check", false, "")
	skipped := fs.Bool("skipped", false, "")
	err := fs.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, usage)
		return 0
	case err != nil:
		return misuse(stderr, err.Error())
	case fs.NArg() > 0:
		return misuse(stderr, fmt.Sprintf("unexpected argument %q", fs.Arg(0)))
	case o.Catalog == "" || o.Out == "":
		return misuse(stderr, "-catalog and -out need a value")
	case *check && *accept != "":
		return misuse(stderr, "-accept writes and -check does not: use one of them")
	}
	for code := range strings.FieldsFuncSeq(*accept, func(r rune) bool { return r == ',' || r == ' ' }) {
		o.Accept = append(o.Accept, code)
	}
	o.Write = !*check
	r, err := Sync(o)
	if err != nil {
		fmt.Fprintln(stderr, text.VisibleLines(err.Error()))
		return 1
	}
	return report(r, o, *skipped, stdout, stderr)
}

// report tells what Sync found and returns the exit status.
func report(r *Result, o Options, skipped bool, stdout, stderr io.Writer) int {
	for _, n := range r.Notes {
		fmt.Fprintln(stderr, "note:", text.Visible(n))
	}
	if skipped {
		var list strings.Builder
		for _, s := range r.Skipped {
			fmt.Fprintln(&list, "skipped", text.Visible(s))
		}
		if _, err := io.WriteString(stdout, list.String()); err != nil {
			fmt.Fprintln(stderr, "gen:", err)
			return 1
		}
	}
	for _, w := range r.Written {
		fmt.Fprintln(stderr, "gen: wrote", text.Visible(filepath.ToSlash(w)))
	}
	if len(r.Stale) == 0 {
		return 0
	}
	_, _ = stdout.Write(r.Diff)
	fmt.Fprintln(stderr, text.Visible(Repair(r, o)))
	return 1
}

// Repair says which files are stale and how to bring them up to date.
func Repair(r *Result, o Options) string {
	names := make([]string, len(r.Stale))
	for i, s := range r.Stale {
		names[i] = filepath.ToSlash(s)
	}
	verb := "is"
	if len(names) > 1 {
		verb = "are"
	}
	return fmt.Sprintf("gen: %s %s stale; to bring up to date, run: %s", strings.Join(names, " and "), verb, command(o))
}

func misuse(stderr io.Writer, msg string) int {
	fmt.Fprintf(stderr, "gen: %s\nRun gen -h for help.\n", text.Visible(msg))
	return 2
}

const self = "github.com/egladman/magus"

// command returns how to run the generator again, in writing, from the folder
// that it was started in.
func command(o Options) string {
	words := []string{"go", "run", self + "/codes/gen"}
	if b, ok := debug.ReadBuildInfo(); ok && b.Main.Path == self && isFile("codes/gen/main.go") {
		words[2] = "./codes/gen"
	}
	for _, f := range []struct{ name, value, unset string }{
		{"-catalog", o.Catalog, defaultCatalog},
		{"-out", o.Out, defaultOut},
		{"-ref", o.Ref, ""},
	} {
		if f.value != f.unset {
			words = append(words, f.name, catalog.ShellQuote(f.value))
		}
	}
	return strings.Join(words, " ")
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}
