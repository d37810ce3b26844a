package explain

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output of scripts and golden files")

func testOptions() Options {
	return Options{
		Name: "acme-explain", EnvPrefix: "ACME", Version: "v1.2.3",
		Sources: []Source{{Catalog: testCatalog(), Pages: testPages(), Dir: "codes"}},
	}
}

// gorace spares the processes of a test with -race the second that they would
// wait at their end.
const gorace = "atexit_sleep_ms=0"

// TestMain lets the scripts run the command as a process of its own, once
// with one catalog and once with two.
func TestMain(m *testing.M) {
	os.Setenv("GORACE", gorace)
	testscript.Main(m, map[string]func(){
		"acme-explain": func() { os.Exit(Main(os.Args[1:], testOptions())) },
		"hostile-explain": func() {
			o := hostileOptions()
			o.Name = "hostile-explain"
			os.Exit(Main(os.Args[1:], o))
		},
		"hostile": func() { // explain as a subcommand of another program
			o := hostileOptions()
			o.Name = "hostile explain"
			if len(os.Args) < 2 || os.Args[1] != "explain" {
				os.Exit(2)
			}
			os.Exit(Main(os.Args[2:], o))
		},
		"two-explain": func() {
			o := testOptions()
			o.Name = "two-explain"
			o.Sources = append(o.Sources, Source{Catalog: secondCatalog()})
			os.Exit(Main(os.Args[1:], o))
		},
		"twin-explain": func() {
			o := testOptions()
			twin := testCatalog()
			twin.Prefix, twin.Package = "acm", "example.com/twin/codes"
			o.Sources = append(o.Sources, Source{Catalog: twin})
			os.Exit(Main(os.Args[1:], o))
		},
	})
}

// inProcess is the command explain of scripts: acme-explain without a process
// of its own, for scripts that need no file, input or signal.
func inProcess(ts *testscript.TestScript, neg bool, args []string) {
	o := testOptions()
	o.Stdin, o.Stdout, o.Stderr, o.Getenv = strings.NewReader(""), ts.Stdout(), ts.Stderr(), ts.Getenv
	if status := Main(args, o); (status != exitOK) != neg {
		ts.Fatalf("exit status %d", status)
	}
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"explain": inProcess},
		Setup: func(e *testscript.Env) error {
			for _, key := range []string{"NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "CLICOLOR", "FORCE_HYPERLINK", "COLUMNS", "ACME_WIDTH", "LC_CTYPE", "LC_ALL"} {
				e.Setenv(key, "")
			}
			e.Setenv("LANG", "C.UTF-8")
			e.Setenv("TERM", "xterm")
			e.Setenv("GORACE", gorace)
			return nil
		},
	})
}
