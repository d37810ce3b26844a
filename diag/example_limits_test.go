package diag_test

import (
	"fmt"
	"log/slog"
	"os"

	"github.com/egladman/magus/diag"
)

// Records that a limit holds back are counted, and told in the end.
func ExampleFlush() {
	defer toStdout(diag.Options{Limit: 2})()

	for i := range 1000 {
		diag.Emit(AcmeFilesMoved, slog.Int("count", i), slog.String("to", "/srv"))
	}
	if err := diag.Flush(nil); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	// Output:
	// [ACME1001] moved 0 files (see https://acme.example/1001)
	//   to=/srv
	// [ACME1001] moved 1 files
	//   to=/srv
	// [ACME1001] files moved
	//   suppressed=998
}

// The closing line of a run: diag.Summary(diag.Counts(), "magus-explain").
func ExampleSummary() {
	counts := []diag.Count{{Descriptor: AcmeNoSpace.Descriptor(), N: 1}, {Descriptor: AcmeFilesMoved.Descriptor(), N: 14}}
	fmt.Println(diag.Summary(counts, "magus-explain"))
	// Output: 2 diagnostics: ACME1002 ×1, ACME1001 ×14; magus-explain ACME1002
}
