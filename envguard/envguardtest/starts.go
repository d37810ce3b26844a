// Package envguardtest proves that a module starts processes in one place.
//
// A rule about child environments holds only when every start goes through
// it, and a new exec.Command far away goes unnoticed until a pointer leaks.
// So a module that uses envguard writes one test:
//
//	func TestStarts(t *testing.T) {
//		envguardtest.StartsOnlyIn(t, "../..", map[string]string{
//			"internal/run/op.go": "the one place that starts ops",
//		})
//	}
package envguardtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// starters lists what starts a process or makes the means to, by import path.
// Mentioning one counts, so that a function value does not hide a start.
var starters = map[string][]string{
	"os":                       {"StartProcess"},
	"os/exec":                  {"Command", "CommandContext", "Cmd"},
	"syscall":                  append([]string{"Exec", "ForkExec", "StartProcess", "CreateProcessAsUser"}, callNumbers...),
	"golang.org/x/sys/execabs": {"Command", "CommandContext", "Cmd"},
	"golang.org/x/sys/plan9":   {"Exec", "ForkExec"},
	"golang.org/x/sys/unix":    append([]string{"Exec", "ForkExec"}, callNumbers...),
	"golang.org/x/sys/windows": {"CreateProcess", "CreateProcessAsUser", "ShellExecute"},
}

// callNumbers are the raw system calls that do the same.
var callNumbers = []string{"SYS_EXECVE", "SYS_EXECVEAT", "SYS_FORK", "SYS_VFORK", "SYS_CLONE", "SYS_CLONE3", "SYS_POSIX_SPAWN"}

// StartsOnlyIn fails t for each Go file of the module at root, other than
// those in allow, that mentions a means to start a process, and for each entry
// of allow that no longer does. The keys of allow are paths from root with
// forward slashes, the values say why. Files that import "C" count, for what
// C code starts cannot be seen; so do files of every system and build tag.
// Tests, testdata, vendor, hidden folders and nested modules are left out.
func StartsOnlyIn(t testing.TB, root string, allow map[string]string) {
	t.Helper()
	found, err := Starts(os.DirFS(filepath.Clean(root)))
	if err != nil {
		t.Errorf("envguardtest: %v", err)
		return
	}
	used := make(map[string]bool)
	for _, s := range found {
		if allow[s.File] == "" {
			t.Errorf("%s:%d: %s starts a process outside of the allowed places: go through envguard, or list the file with a reason", s.File, s.Line, s.What)
		}
		used[s.File] = true
	}
	for _, file := range slices.Sorted(maps.Keys(allow)) {
		switch {
		case allow[file] == "":
			t.Errorf("%s is allowed without a reason", file)
		case !used[file]:
			t.Errorf("%s is allowed (%s) but starts no process: remove the entry", file, allow[file])
		}
	}
}

// A Start is one mention of a means to start a process.
type Start struct {
	File string // from the root, with forward slashes
	Line int
	What string // such as "exec.Command"
}

// Starts finds the mentions in the Go files of a module, in file order.
func Starts(module fs.FS) ([]Start, error) {
	var found []Start
	err := fs.WalkDir(module, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return enter(module, name, d.Name())
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		src, err := fs.ReadFile(module, name)
		if err != nil {
			return err
		}
		in, err := startsIn(name, src)
		found = append(found, in...)
		return err
	})
	return found, err
}

func enter(module fs.FS, name, base string) error {
	if name == "." {
		return nil
	}
	if base == "testdata" || base == "vendor" || base[0] == '.' || base[0] == '_' {
		return fs.SkipDir
	}
	if _, err := fs.Stat(module, path.Join(name, "go.mod")); err == nil {
		return fs.SkipDir
	}
	return nil
}

func startsIn(name string, src []byte) ([]Start, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, src, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		return nil, err
	}
	var found []Start
	add := func(at token.Pos, what string) {
		found = append(found, Start{name, set.Position(at).Line, what})
	}
	local := make(map[string]string) // name in the file -> import path
	for _, imp := range file.Imports {
		p, err := strconv.Unquote(imp.Path.Value)
		if err != nil {
			return nil, fmt.Errorf("%s: import %s: %w", name, imp.Path.Value, err)
		}
		as := path.Base(p)
		if imp.Name != nil {
			as = imp.Name.Name
		}
		switch {
		case p == "C":
			add(imp.Pos(), `import "C"`)
		case as == "." && starters[p] != nil:
			add(imp.Pos(), "import . "+imp.Path.Value)
		case starters[p] != nil:
			local[as] = p
		}
	}
	pointed := make(map[ast.Expr]bool) // the exec.Cmd of a *exec.Cmd, a mere type
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StarExpr:
			pointed[n.X] = true
		case *ast.SelectorExpr:
			x, ok := n.X.(*ast.Ident)
			if ok && slices.Contains(starters[local[x.Name]], n.Sel.Name) && !(n.Sel.Name == "Cmd" && pointed[n]) {
				add(n.Pos(), x.Name+"."+n.Sel.Name)
			}
		}
		return true
	})
	for _, group := range file.Comments {
		for _, c := range group.List {
			if f := strings.Fields(c.Text); len(f) == 3 && f[0] == "//go:linkname" && linksStart(f[2]) {
				add(c.Pos(), "go:linkname "+f[2])
			}
		}
	}
	return found, nil
}

func linksStart(target string) bool {
	dot := strings.LastIndexByte(target, '.')
	return dot > 0 && (slices.Contains(starters[target[:dot]], target[dot+1:]) || target[:dot] == "syscall" && target[dot+1:] == "forkExec")
}
