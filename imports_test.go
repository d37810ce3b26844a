package magus_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/egladman/magus"

// An importRule says what one package may reach, directly or through others.
// Exactly one of only and never is set.
type importRule struct {
	pkg    string   // below the module
	only   []string // packages outside the standard library that it may reach
	never  []string // packages, with all below them, that it must not reach
	reason string
}

// Words that stand for what a caller of Emit must never pay for.
var heavy = []string{"github.com/yuin/goldmark", "github.com/adrg/frontmatter", "go.yaml.in/yaml/v3", "github.com/charmbracelet/log", "charm.land/log/v2"}

var importRules = []importRule{
	{pkg: "internal/text", only: []string{}, reason: "everything stands on it"},
	{pkg: "internal/tty", only: []string{}, reason: "everything stands on it"},
	{pkg: "internal/atomicfile", only: []string{}, reason: "it writes files and knows no pages"},
	{pkg: "diag", only: []string{module + "/internal/text", module + "/internal/tty"}, reason: "a call of Emit must not bring modules into the caller's build"},
	{pkg: "codes", only: []string{module + "/internal/text", module + "/internal/tty", module + "/diag"}, reason: "as diag"},
	{pkg: "envguard", only: []string{module + "/internal/text", module + "/internal/tty", module + "/diag", module + "/codes", "golang.org/x/sys"}, reason: "security code stays readable only with few parts"},
	{pkg: "docs", only: []string{}, reason: "it holds the pages and nothing else"},
	{pkg: "internal/page", never: []string{module + "/codes"}, reason: "the generator must run when the registry is broken"},
	{pkg: "internal/catalog", never: []string{module + "/codes"}, reason: "the generator must run when the registry is broken"},
	{pkg: "codes/gen", never: []string{module + "/codes"}, reason: "the generator must run when the registry is broken"},
	{pkg: "tools/magus-codes", never: []string{module + "/codes"}, reason: "an author repairs a broken registry with it"},
	{pkg: "internal/page", never: []string{module + "/internal/catalog"}, reason: "a page knows nothing of the others"},
	{pkg: "explain", never: []string{module + "/codes", module + "/docs", module + "/internal/page", module + "/internal/catalog", "go.yaml.in/yaml/v3"}, reason: "catalogs come in as values; nothing is parsed that is not shown"},
	{pkg: "internal/termmd", never: []string{module + "/diag"}, reason: "it lays out Markdown and knows no codes"},
	{pkg: "cmd/magus-explain", never: []string{module + "/internal/catalog", module + "/envguard", "go.yaml.in/yaml/v3"}, reason: "its start-up time is a promise"},
}

func TestImportRules(t *testing.T) {
	all := map[string]bool{}
	for _, p := range goList(t, ".", "list", "./...") {
		all[p] = true
	}
	for _, p := range goList(t, ".", "list", "-test", "-deps", "./...") {
		all[p] = true
	}
	for _, r := range importRules {
		t.Run(r.pkg, func(t *testing.T) {
			require.NotEmpty(t, r.reason)
			require.True(t, all[module+"/"+r.pkg], "the rule names no package")
			require.NotEqual(t, r.only == nil, r.never == nil, "set one of only and never")
			for _, b := range append(r.only, r.never...) {
				require.True(t, known(all, b), "%s is no package that this module could import", b)
			}
			for _, dep := range goList(t, ".", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", "./"+r.pkg) {
				if dep == module+"/"+r.pkg {
					continue
				}
				if r.only != nil {
					require.True(t, under(r.only, dep), "%s reaches %s; it may only reach %v: %s", r.pkg, dep, r.only, r.reason)
				} else if dep != r.pkg {
					// codes/gen lies below codes and is no part of it.
					require.False(t, under(r.never, dep) && dep != module+"/codes/gen", "%s must not reach %s: %s", r.pkg, dep, r.reason)
				}
			}
		})
	}
}

// A program that only emits must be free of everything heavy, as seen from
// another module.
func TestForeignProgramStaysLight(t *testing.T) {
	root, err := os.Getwd()
	require.NoError(t, err)
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	write("go.mod", "module example.test/light\n\ngo 1.26.0\n\nrequire "+module+" v0.0.0\n\nreplace "+module+" => "+filepath.ToSlash(root)+"\n")
	write("main.go", `package main

import (
	"log/slog"

	"github.com/egladman/magus/codes"
	"github.com/egladman/magus/diag"
)

func main() { diag.Emit(codes.MGS2003, slog.String("cmd", "x"), slog.Int("stripped_count", 1)) }
`)
	deps := goList(t, dir, "list", "-mod=mod", "-deps", ".")
	require.Contains(t, deps, module+"/diag")
	for _, dep := range deps {
		require.False(t, under(heavy, dep), "a program that only emits builds %s", dep)
		require.NotContains(t, dep, "charm")
		require.NotContains(t, dep, "yaml")
	}
}

func goList(t *testing.T, dir string, args ...string) []string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, stderr.String())
	return strings.Fields(string(out))
}

func under(roots []string, pkg string) bool {
	for _, r := range roots {
		if pkg == r || strings.HasPrefix(pkg, r+"/") {
			return true
		}
	}
	return false
}

func known(all map[string]bool, root string) bool {
	for p := range all {
		if under([]string{root}, p) {
			return true
		}
	}
	return false
}
