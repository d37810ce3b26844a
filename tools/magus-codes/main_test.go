package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/tools/magus-codes/internal/cli"
)

var update = flag.Bool("update", false, "rewrite the expected output in testdata/script")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"magus-codes": func() { os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr)) },
	})
}

// Each script starts in a folder with a copy of testdata/catalog in docs/codes.
func TestScripts(t *testing.T) {
	fixture, err := filepath.Abs(filepath.Join("testdata", "catalog"))
	require.NoError(t, err)
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("CTRL", "v1\n")
			e.Setenv("LONG", strings.Repeat("long ", 100)+"title")
			e.Setenv("GIT_CONFIG_NOSYSTEM", "1")
			e.Setenv("GIT_AUTHOR_NAME", "A")
			e.Setenv("GIT_AUTHOR_EMAIL", "a@example.org")
			e.Setenv("GIT_COMMITTER_NAME", "A")
			e.Setenv("GIT_COMMITTER_EMAIL", "a@example.org")
			return os.CopyFS(filepath.Join(e.WorkDir, "docs", "codes"), os.DirFS(fixture))
		},
	})
}
