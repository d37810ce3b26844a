package magus_test

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The catalog of another team is a module of its own, which go test ./... does
// not enter.
func TestAcme(t *testing.T) {
	if testing.Short() {
		t.Skip("builds another module")
	}
	for _, verb := range []string{"vet", "test"} {
		cmd := exec.Command("go", verb, "./...")
		cmd.Dir = "examples/acme"
		out, err := cmd.CombinedOutput()
		assert.NoError(t, err, "go %s in %s:\n%s", verb, cmd.Dir, out)
	}
}
