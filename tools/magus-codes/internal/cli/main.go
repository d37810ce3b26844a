package cli

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/egladman/magus/internal/page"
	"github.com/egladman/magus/internal/text"
)

const program = "magus-codes"

// commands is the grammar of the command line.
type commands struct {
	Catalog string `help:"Folder with catalog.yaml, codes.lock and pages in FAMILY/CODE.md." default:"docs/codes" placeholder:"DIR"`

	Check  checkCmd  `cmd:"" help:"Tell all that is wrong with the pages."`
	New    newCmd    `cmd:"" help:"Write a page with the next free number of a family."`
	List   listCmd   `cmd:"" help:"Show the pages, and the files that are none and why."`
	Links  linksCmd  `cmd:"" help:"Make indexes and address tables, and prove that printed addresses exist."`
	Export exportCmd `cmd:"" help:"Write the catalog in a form for other programs."`
	Site   siteCmd   `cmd:"" help:"Write the catalog as a static web site."`
	Diff   diffCmd   `cmd:"" help:"Tell what changed between two versions of a catalog."`
	Schema schemaCmd `cmd:"" help:"Print the JSON Schema of front matter, catalog.yaml or the JSON export."`
}

// A run is what a command needs of the world.
type run struct {
	catalog        string
	stdout, stderr io.Writer
}

func (r *run) notef(format string, args ...any) {
	fmt.Fprintf(r.stderr, "note: %s\n", text.Visible(fmt.Sprintf(format, args...)))
}

// errFound ends a command whose findings are already printed.
var errFound = errors.New("findings")

// A usageError is a command line that cannot be meant.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// exit carries a status out of the parser, which would end the process.
type exit int

// Main runs the command with the arguments after the program's name and
// returns the exit status.
func Main(args []string, stdout, stderr io.Writer) (status int) {
	out := &watched{w: stdout}
	defer func() {
		if out.err != nil && status != 1 {
			report(stderr, out.err)
			status = 1
		}
	}()
	defer func() {
		if r := recover(); r != nil {
			code, ok := r.(exit)
			if !ok {
				panic(r)
			}
			status = int(code)
		}
	}()
	var c commands
	parser, err := kong.New(&c, kong.Name(program), kong.Writers(out, stderr),
		kong.Description("Check, extend and publish the pages of a catalog of diagnostic codes."),
		kong.Exit(func(code int) { panic(exit(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}))
	if err != nil {
		panic(err) // the grammar above is wrong
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	ctx, err := parser.Parse(doubleDashes(args))
	if err == nil {
		err = ctx.Run(&run{catalog: c.Catalog, stdout: out, stderr: stderr})
	} else if out.err == nil {
		err = usageError{err}
	}
	var usage usageError
	switch {
	case out.err != nil:
		report(stderr, out.err)
	case err == nil:
		return 0
	case errors.As(err, &usage):
		return misuse(stderr, err)
	case !errors.Is(err, errFound):
		report(stderr, err)
	}
	return 1
}

// A watched writer remembers that something could not be written, so that no
// command ends well whose output is lost.
type watched struct {
	w   io.Writer
	err error
}

// Write implements io.Writer.
func (w *watched) Write(b []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	n, err := w.w.Write(b)
	w.err = err
	return n, err
}

func misuse(stderr io.Writer, err error) int {
	fmt.Fprintf(stderr, "%s: %s\nRun %s --help for help.\n", program, text.Visible(err.Error()), program)
	return 2
}

// report prints an error, one line for each fault of a list.
func report(stderr io.Writer, err error) {
	var faults page.Errors
	if !errors.As(err, &faults) {
		fmt.Fprintf(stderr, "%s: %s\n", program, text.Visible(err.Error()))
		return
	}
	for _, f := range faults {
		fmt.Fprintln(stderr, f.Error())
	}
	fmt.Fprintf(stderr, "%s: %s in the catalog: nothing is done until they are mended\n", program, plural(len(faults), "fault"))
}

// plural counts; ending is that of more than one, "s" without it.
func plural(n int, what string, ending ...string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %s%s", n, what, strings.Join(append(ending, "s")[:1], ""))
}

var singleDash = regexp.MustCompile(`^-[a-z][a-z-]+(=|$)`)

// doubleDashes lets -catalog stand for --catalog, as Go's own commands spell
// flags. There are no joined one-letter flags that it could be mistaken for.
func doubleDashes(args []string) []string {
	out := make([]string, len(args))
	rest := false
	for i, a := range args {
		rest = rest || a == "--"
		if !rest && singleDash.MatchString(a) && !strings.HasPrefix(a, "--") {
			a = "-" + a
		}
		out[i] = a
	}
	return out
}
