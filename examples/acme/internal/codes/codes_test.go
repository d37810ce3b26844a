package codes_test

import (
	"bytes"
	"errors"
	"os/exec"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	magus "github.com/egladman/magus/codes"
	"github.com/egladman/magus/diag"
	magusdocs "github.com/egladman/magus/docs"
	"github.com/egladman/magus/explain"

	"example.com/acme/docs"
	"example.com/acme/internal/codes"
)

func TestFresh(t *testing.T) {
	cmd := exec.Command("go", "tool", "gen", "-catalog", "docs/codes", "-out", "internal/codes/registry.go", "-check")
	cmd.Dir = "../.."
	out, err := cmd.CombinedOutput()
	assert.NoError(t, err, "%s", out)
}

// Two catalogs in one program have codes of two types, which no call mixes up.
func TestTwoCatalogs(t *testing.T) {
	var ours, theirs diag.Code = codes.ACME1001, magus.MGS2008
	assert.NotEqual(t, reflect.TypeOf(ours), reflect.TypeOf(theirs))
	assert.Equal(t, "ACME", codes.Catalog().Prefix)
	assert.Equal(t, "MGS", magus.Catalog().Prefix)

	_, ok := codes.Lookup("MGS2008")
	assert.False(t, ok)
	assert.NotErrorIs(t, codes.NewACME1101("v1"), magus.MGS2007)

	err := errors.Join(codes.NewACME1101("v1"), magus.NewMGS2007("/bin/x"))
	assert.ErrorIs(t, err, codes.ACME1101)
	assert.ErrorIs(t, err, magus.MGS2007)
}

func TestOneSink(t *testing.T) {
	var out bytes.Buffer
	ctx := diag.WithHandler(t.Context(), diag.NewHandler(&out, diag.Options{}))
	codes.EmitACME1002Timeout(ctx, "web-3", 30*time.Second, "http://10.0.0.7:8080/healthz")
	magus.EmitMGS2003(ctx, "npm", 41)
	assert.Equal(t, `[ACME1002] instance web-3 gave no healthy answer within 30s (see https://acme.example.com/errors/ACME1002/?v=main)
  url=http://10.0.0.7:8080/healthz
[MGS2003] env vars stripped from child process by sandbox (see https://github.com/egladman/magus/blob/main/docs/codes/sandbox/MGS2003.md)
  cmd=npm stripped_count=41
`, out.String())
}

// A field that its page calls secret never leaves the program.
func TestSecret(t *testing.T) {
	for _, format := range []diag.Format{diag.Text, diag.JSON} {
		var out bytes.Buffer
		ctx := diag.WithHandler(t.Context(), diag.NewHandler(&out, diag.Options{Format: format}))
		codes.EmitACME1004(ctx, "db-password", "https://vault.example.com", "hunter2")
		assert.Contains(t, out.String(), "[redacted]")
		assert.NotContains(t, out.String(), "hunter2")
	}
	assert.NotContains(t, codes.NewACME1004("a", "b", "hunter2").Error(), "hunter2")
}

func run(t *testing.T, args []string, sources ...explain.Source) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = explain.Main(args, explain.Options{
		Name: "explain", Sources: sources, Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" },
	})
	return status, out.String(), errs.String()
}

func TestOneExplain(t *testing.T) {
	acme := explain.Source{Catalog: codes.Catalog(), Pages: docs.Pages, Dir: "codes"}
	mgs := explain.Source{Catalog: magus.Catalog(), Pages: magusdocs.Pages, Dir: "codes"}
	status, out, errs := run(t, []string{"Reverted", "MGS2008"}, acme, mgs)
	require.Zero(t, status, errs)
	assert.Contains(t, out, "ACME1003: rolled back")
	assert.Contains(t, out, "MGS2008: daemon socket withheld")

	// Equal prefixes are an error that names both owners.
	other := *codes.Catalog()
	other.Package = "example.com/rival/codes"
	status, _, errs = run(t, []string{"ACME1001"}, acme, explain.Source{Catalog: &other, Pages: docs.Pages, Dir: "codes"})
	assert.NotZero(t, status)
	assert.Contains(t, errs, "example.com/acme/internal/codes")
	assert.Contains(t, errs, "example.com/rival/codes")
}
