package diag_test

import (
	"context"
	"log/slog"
	"os"

	"github.com/egladman/magus/diag"
)

// toStdout makes the default handler write to standard output, where an example
// is compared.
func toStdout(o diag.Options) func() {
	old := diag.SetDefault(diag.NewHandler(os.Stdout, o))
	return func() { diag.SetDefault(old) }
}

// The event is chosen by the names of the fields.
func ExampleEmit() {
	defer toStdout(diag.Options{})()

	diag.Emit(AcmeFilesMoved, slog.Int("count", 3), slog.String("to", "/srv/new place"))
	diag.Emit(AcmeFilesMoved, slog.Any("names", []string{"a.txt", "b c.txt"}))
	// Output:
	// [ACME1001] moved 3 files (see https://acme.example/1001)
	//   to="/srv/new place"
	// [ACME1001] kept files that are in use
	//   names=[a.txt "b c.txt"]
}

func ExampleEmitContext() {
	jobs := diag.NewHandler(os.Stdout, diag.Options{Links: diag.LinksNever}).WithAttrs([]slog.Attr{slog.Int("job", 7)})
	ctx := diag.WithHandler(context.Background(), jobs)

	diag.EmitContext(ctx, AcmeFilesMoved, slog.Int("count", 3), slog.String("to", "/srv"))
	// Output:
	// [ACME1001] moved 3 files
	//   job=7 to=/srv
}

func ExampleEnabled() {
	defer toStdout(diag.Options{Overrides: "ACME1001=debug"})()

	if diag.Enabled(context.Background(), AcmeFilesMoved) {
		diag.Emit(AcmeFilesMoved, slog.Any("names", findThem()))
	}
	// Output:
}

func findThem() []string { panic("so much work") }
