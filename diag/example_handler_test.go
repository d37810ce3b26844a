package diag_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"github.com/egladman/magus/diag"
)

// A handler of ours takes the records of any slog.Logger too.
func ExampleNewHandler() {
	level := new(slog.LevelVar) // for the flags of the program to change
	h := diag.NewHandler(os.Stdout, diag.Options{Level: level})
	defer diag.SetDefault(diag.SetDefault(h))

	slog.New(h).Info("starting", "jobs", 4)
	diag.Emit(AcmeNoSpace, slog.String("volume", "/srv"))
	// Output:
	// INFO starting
	//   jobs=4
	// [ACME1002] no space left on /srv (see https://acme.example/1002)
}

func ExampleNewHandler_json() {
	defer toStdout(diag.Options{Format: diag.JSON, Time: diag.TimeOff})()

	diag.Emit(AcmeFilesMoved, slog.Int("count", 3), slog.String("to", "/srv"))
	// Output:
	// {"level":"INFO","code":"ACME1001","name":"FilesMoved","event":"moved","url":"https://acme.example/1001","msg":"moved 3 files","fields":{"count":3,"to":"/srv"}}
}

// A program that has a handler of its own obeys MAGUS_DIAG like this.
func ExampleOptions_With() {
	o, err := diag.Options{Format: diag.JSON}.With("text,ACME1001=warn,show-level=on,colour=red") // os.Getenv(diag.EnvVar)
	fmt.Println(err)
	defer toStdout(o)()

	diag.Emit(AcmeFilesMoved, slog.Any("names", []string{"a"}))
	// Output:
	// "colour=red": want a setting or PATTERN=LEVEL, with the level debug, info, warn, error or off
	// WARN [ACME1001] kept files that are in use (see https://acme.example/1001)
	//   names=[a]
}

// counter is a handler that counts records by code.
type counter map[diag.Code]int

func (counter) Enabled(context.Context, slog.Level) bool   { return true }
func (c counter) WithAttrs(attrs []slog.Attr) slog.Handler { return c }
func (c counter) WithGroup(name string) slog.Handler       { return c }
func (c counter) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		if code, ok := a.Value.Any().(diag.Code); ok && a.Key == "code" {
			c[code]++
		}
		return true
	})
	return nil
}

// Any slog.Handler can take diagnostics: the attributes are code, event, url and
// a group fields.
func ExampleSetDefault_ownHandler() {
	counts := counter{}
	defer diag.SetDefault(diag.SetDefault(counts))

	diag.Emit(AcmeNoSpace, slog.String("volume", "/srv"))
	diag.Emit(AcmeNoSpace, slog.String("volume", "/tmp"))
	fmt.Println(counts[AcmeNoSpace])
	// Output: 2
}
