package diag_test

import (
	"errors"
	"fmt"
	"log/slog"

	"github.com/egladman/magus/diag"
)

// Blob is the type of the codes of a second catalog.
type Blob string

// BlobNoSpace has the text of a code of Acme. That is no clash: its type
// tells it apart.
const BlobNoSpace Blob = "ACME1002"

func (c Blob) Error() string { return string(c) }

func (c Blob) Descriptor() *diag.Descriptor {
	if c == BlobNoSpace {
		return &blob
	}
	return nil
}

var blob = diag.Descriptor{Code: "ACME1002", Title: "blob store full", URL: "https://blob.example/1002", Level: slog.LevelError}

func init() { blob.Prepare() }

// Catalogs live side by side: each generated package has a type of its own.
func Example_twoCatalogs() {
	defer toStdout(diag.Options{})()

	diag.Emit(AcmeNoSpace, slog.String("volume", "/srv"))
	diag.Emit(BlobNoSpace)
	err := diag.Wrap(diag.New(BlobNoSpace), AcmeFilesMoved)
	fmt.Println(errors.Is(err, BlobNoSpace), errors.Is(err, AcmeNoSpace))
	// Output:
	// [ACME1002] no space left on /srv (see https://acme.example/1002)
	// [ACME1002] blob store full (see https://blob.example/1002)
	// true false
}
