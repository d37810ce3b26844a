package diag_test

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"

	"github.com/egladman/magus/diag"
)

func ExampleNew() {
	err := diag.New(AcmeNoSpace, slog.String("volume", "/srv"))
	fmt.Println(err)
	fmt.Println(errors.Is(err, AcmeNoSpace))
	// Output:
	// [ACME1002] no space left on /srv (see https://acme.example/1002)
	// true
}

func ExampleErrorf() {
	err := diag.Errorf(AcmeFilesMoved, "move %q: %w", "a.txt", fs.ErrPermission)
	fmt.Println(err)
	fmt.Println(errors.Is(err, fs.ErrPermission))
	// Output:
	// [ACME1001] move "a.txt": permission denied (see https://acme.example/1001)
	// true
}

func ExampleCodes() {
	low := diag.Wrap(fs.ErrInvalid, AcmeNoSpace, slog.String("volume", "/srv"))
	err := fmt.Errorf("start: %w", errors.Join(fs.ErrExist, diag.Errorf(AcmeFilesMoved, "move: %w", low)))
	for c := range diag.Codes(err) {
		fmt.Println(c, c.Descriptor().Title)
	}
	// Output:
	// ACME1001 files moved
	// ACME1002 no space left
}

// Report is for the end of main: os.Exit(diag.Report(os.Stderr, run())).
func ExampleReport() {
	low := diag.Wrap(errors.New("write /srv/a.txt: disk quota exceeded"), AcmeNoSpace, slog.String("volume", "/srv"))
	status := diag.Report(os.Stdout, diag.Errorf(AcmeFilesMoved, "move a.txt: %w", low))
	fmt.Println("exit", status)
	// Output:
	// [ACME1001] move a.txt (see https://acme.example/1001)
	// caused by: [ACME1002] no space left on /srv (see https://acme.example/1002)
	//   hint: free some space, then run again
	// caused by: write /srv/a.txt: disk quota exceeded
	// exit 28
}
