package diag_test

import (
	"bytes"
	"context"
	"runtime"
	"strings"

	"github.com/egladman/magus/diag"
)

func bytesContain(b *bytes.Buffer, s string) bool { return strings.Contains(b.String(), s) }

// wrapper reports in the name of its caller.
func wrapper() { wrapped() }

func wrapped() {
	var pcs [1]uintptr
	runtime.Callers(3, pcs[:])
	diag.EmitPC(context.Background(), pcs[0], TST0007)
}
