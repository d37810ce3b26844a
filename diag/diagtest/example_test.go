package diagtest_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/diag/diagtest"
)

// move is the code under test.
func move(ctx context.Context, names ...string) {
	diag.EmitContext(ctx, moved, slog.Int("n", len(names)), slog.Any("names", names))
}

// Tests that may run in parallel report to a Recorder in a context.
func ExampleRecorder() {
	var t testing.TB = &fakeTB{} // that of the test
	rec := diagtest.New(t).Strict()

	move(rec.Context(context.Background()), "a", "b")

	d := rec.Want(moved, slog.Int("n", 2))
	rec.None(gone)
	fmt.Println(d.Message, d.Field("names"))
	// Output: moved 2 files [a b]
}

func ExampleParseText() {
	records, err := diagtest.ParseText([]byte("[ACME1001] moved 2 files (see https://acme.example/1001)\n  names=[a \"b c\"]\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(records[0].Code, records[0].URL, records[0].Map())
	// Output: ACME1001 https://acme.example/1001 map[names:[a b c]]
}
