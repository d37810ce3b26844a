package codes_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A program that imports the registry pays nothing for it at start-up: the
// compiler must have laid everything out as data, so that the linker finds no
// task to run.
func TestNoInit(t *testing.T) {
	dir := t.TempDir()
	program := `package main

import "github.com/egladman/magus/codes"

func main() {
	for _, d := range codes.Catalog().Codes {
		c, _ := codes.Lookup(d.Code)
		println(c, c.Descriptor().URL)
	}
}
`
	source, binary := filepath.Join(dir, "main.go"), filepath.Join(dir, "program")
	require.NoError(t, os.WriteFile(source, []byte(program), 0o644))
	out, err := exec.Command("go", "build", "-o", binary, source).CombinedOutput()
	require.NoError(t, err, "%s", out)
	out, err = exec.Command("go", "tool", "nm", binary).CombinedOutput()
	require.NoError(t, err, "%s", out)
	symbols := regexp.MustCompile(`\S*/magus/codes\.\S*`).FindAllString(string(out), -1)
	assert.Contains(t, symbols, "github.com/egladman/magus/codes.table", "the symbols are those of the program")
	assert.NotContains(t, symbols, "github.com/egladman/magus/codes.init")
	assert.NotContains(t, symbols, "github.com/egladman/magus/codes..inittask")
}
