package diag_test

import (
	"flag"
	"go/ast"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite testdata/api.txt")

// testAPI compares the exported declarations with those written down: a change
// that breaks callers cannot happen by accident.
func testAPI(t *testing.T) {
	var b strings.Builder
	fset := token.NewFileSet()
	names, err := filepath.Glob("*.go")
	require.NoError(t, err)
	var files []*ast.File
	for _, name := range names {
		if !strings.HasSuffix(name, "_test.go") {
			f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
			require.NoError(t, err)
			files = append(files, f)
		}
	}
	p, err := doc.NewFromFiles(fset, files, "github.com/egladman/magus/diag")
	require.NoError(t, err)
	show := func(decls ...ast.Decl) {
		for _, d := range decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				f.Body = nil
			}
			require.NoError(t, format.Node(&b, fset, d))
			b.WriteString("\n")
		}
	}
	funcs := func(fs []*doc.Func) {
		for _, f := range fs {
			show(f.Decl)
		}
	}
	values := func(vs []*doc.Value) {
		for _, v := range vs {
			show(v.Decl)
		}
	}
	values(p.Consts)
	values(p.Vars)
	funcs(p.Funcs)
	for _, ty := range p.Types {
		show(ty.Decl)
		values(ty.Consts)
		values(ty.Vars)
		funcs(ty.Funcs)
		funcs(ty.Methods)
	}
	const file = "testdata/api.txt"
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o777))
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o666))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), b.String(), "if the change is meant: go test ./diag -run FaultTable -update")
}
