package diag_test

import (
	"log/slog"

	"github.com/egladman/magus/diag"
)

// Password never shows itself.
type Password string

func (Password) LogValue() slog.Value { return slog.StringValue("***") }

// A field that its page declares secret is replaced in every form. A value that
// hides itself by LogValue stays hidden wherever it stands.
func Example_secretFields() {
	defer toStdout(diag.Options{Links: diag.LinksNever})()

	diag.Emit(AcmeLogin, slog.String("user", "ann"), slog.String("token", "s3cr3t"))
	diag.Emit(AcmeLogin, slog.Any("tried", []Password{"hunter2"}))
	// Output:
	// [ACME1003] logged in
	//   user=ann token=[redacted]
	// [ACME1003] login
	//   tried=[***] !misfit=true
}
