package envguard

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/egladman/magus/diag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// recursive applies p to a run of our own image that is handed sock and addr.
func recursive(t *testing.T, p *Policy, base, overrides []string) ([]string, []string) {
	t.Helper()
	self, err := OpenSelf()
	require.NoError(t, err)
	ptr, err := Capture([]string{sock, addr})
	require.NoError(t, err)
	c, g, err := self.Command(t.Context(), ptr, "a", "b")
	require.NoError(t, err)
	_, err = p.ApplyRecursive(c, g, base, overrides)
	require.NoError(t, err)
	return c.Env, c.Args
}

func TestHandingOnLeavesOurOwnEnvironmentAlone(t *testing.T) {
	before := os.Environ()
	recursive(t, compile(t, Config{Mode: Inherit}), []string{"A=1"}, nil)
	assert.Equal(t, before, os.Environ())
}

// TestNothingSetsTheProcessEnvironment: what stands there for a moment, some
// child inherits.
func TestNothingSetsTheProcessEnvironment(t *testing.T) {
	names, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			if x, ok := n.(*ast.SelectorExpr); ok {
				assert.NotContains(t, []string{"Setenv", "SetEnvironmentVariable", "Clearenv"}, x.Sel.Name, name)
			}
			return true
		})
	}
}

// TestStartLooksAtTheCommandOnceMore: whatever a handler of the records does to
// the command, nothing starts that has a pointer by other means.
func TestStartLooksAtTheCommandOnceMore(t *testing.T) {
	self, err := OpenSelf()
	require.NoError(t, err)
	ptr, err := Capture([]string{addr})
	require.NoError(t, err)
	p := compile(t, Config{Mode: Inherit})
	for name, start := range map[string]func(*exec.Cmd, context.Context, Grant) error{
		"Start": func(c *exec.Cmd, ctx context.Context, _ Grant) error { return p.Start(ctx, c, []string{sock}, nil) },
		"StartRecursive": func(c *exec.Cmd, ctx context.Context, g Grant) error {
			return p.StartRecursive(ctx, c, g, []string{sock}, nil)
		},
	} {
		for _, env := range [][]string{nil, {sock}, {addr, addr}} {
			t.Run(fmt.Sprint(name, env), func(t *testing.T) {
				c, g, err := self.Command(t.Context(), ptr, "child:print")
				require.NoError(t, err)
				ctx := diag.WithHandler(t.Context(), meddler{slog.DiscardHandler, func() { c.Env = env }})
				require.ErrorContains(t, start(c, ctx, g), "envguard: ")
				assert.Nil(t, c.Process)
			})
		}
	}
}

// meddler is a handler that does something at each record.
type meddler struct {
	slog.Handler
	meddle func()
}

func (meddler) Enabled(context.Context, slog.Level) bool { return true }

func (m meddler) Handle(context.Context, slog.Record) error {
	m.meddle()
	return nil
}

func TestPointersAreNoArguments(t *testing.T) {
	_, args := recursive(t, compile(t, Config{Mode: Inherit}), nil, nil)
	for _, arg := range args {
		assert.NotContains(t, arg, "p.sock")
		assert.NotContains(t, arg, "127.0.0.1:7")
	}
}

func TestOneListIsWithheldCapturedAndInjected(t *testing.T) {
	var base []string
	for _, name := range pointerNames {
		base = append(base, name+"=v")
	}
	ptr, err := Capture(base)
	require.NoError(t, err)
	env, r, err := compile(t, Config{Mode: Inherit}).AppendOp(nil, base, nil)
	require.NoError(t, err)
	assert.Empty(t, env)
	assert.Equal(t, pointerNames[:], ptr.Names())
	assert.Equal(t, pointerNames[:], r.Withheld())
	env, _ = recursive(t, compile(t, Config{Mode: Rebuild}), base, nil)
	assert.Equal(t, []string{sock, addr}, env)
}

func TestBaseIsTheArgumentNotTheProcess(t *testing.T) {
	t.Setenv("OF_THE_FIRST_CLIENT", "1")
	t.Setenv("HOME", "/of-the-first-client")
	for _, mode := range []Mode{Inherit, Rebuild} {
		env, _, err := compile(t, Config{Mode: mode}).AppendOp(nil, []string{"HOME=/h"}, nil)
		require.NoError(t, err)
		assert.Equal(t, []string{"HOME=/h"}, env)
	}
}

func TestACancelledContextStartsNothing(t *testing.T) {
	self, err := OpenSelf()
	require.NoError(t, err)
	ptr, err := Capture([]string{sock})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	c, g, err := self.Command(ctx, ptr, "child:print")
	require.NoError(t, err)
	cancel()
	p := compile(t, Config{Mode: Inherit})
	require.ErrorIs(t, p.StartRecursive(t.Context(), c, g, nil, nil), context.Canceled)
	assert.Nil(t, c.Process)
	c.Env = nil
	require.ErrorContains(t, p.StartRecursive(t.Context(), c, g, nil, nil), "used already")
}

func TestHugeEnvironments(t *testing.T) {
	base := make([]string, 0, 100_003)
	for range 50_000 {
		base = append(base, "\u212a"+strings.Repeat("x", 9)+"=1", "MAGUS_DAEMON_SOCKET")
	}
	base = append(base, "HOME="+strings.Repeat("h", 1<<20), strings.Repeat("\u017f", 1<<20)+"=1", sock)
	for _, fold := range []FoldRule{FoldNever, FoldWindows} {
		env, r, err := compile(t, Config{Mode: Rebuild, Fold: fold, Deny: []string{"S*", "KX"}, Allow: []string{"Q*"}}).AppendOp(nil, base, nil)
		require.NoError(t, err)
		assert.Equal(t, []string{base[100_000]}, env)
		assert.Equal(t, 50_001, r.Stripped())
		env, _, err = compile(t, Config{Mode: Inherit, Fold: fold}).AppendOp(nil, base, nil)
		require.NoError(t, err)
		assert.Len(t, env, 50_002)
	}
}

func TestManyRefusedOverridesMakeAShortError(t *testing.T) {
	overrides := slices.Repeat([]string{"MAGUS_DAEMON_SOCKET=" + canary}, 100_000)
	_, _, err := compile(t, Config{Mode: Inherit, Strict: true}).AppendOp(nil, nil, overrides)
	require.ErrorContains(t, err, "MAGUS_DAEMON_SOCKET")
	assert.Contains(t, err.Error(), " and 99992 more")
	assert.Less(t, len(err.Error()), 1000)
	assert.NotContains(t, err.Error(), canary)

	ctx, out := capturing(t, 0)
	_, r, err := compile(t, Config{Mode: Inherit}).AppendOp(nil, nil, overrides)
	require.NoError(t, err)
	r.Log(ctx)
	assert.Less(t, out.Len(), 20_000, "diag bounds a value")
}

func TestGobSendsNoValue(t *testing.T) {
	ptr, err := Capture([]string{"MAGUS_DAEMON_SOCKET=" + canary})
	require.NoError(t, err)
	for _, v := range []any{ptr, Grant{}, Report{}, compile(t, Config{Mode: Inherit, StripEchoes: ptr})} {
		var out bytes.Buffer
		require.Error(t, gob.NewEncoder(&out).Encode(v))
		assert.NotContains(t, out.String(), canary)
	}
}

func TestVisibleIsWhatAnOpSees(t *testing.T) {
	for _, name := range []string{"A[0]", "B*", "C?", "BASH_FUNC_f%%", "ProgramFiles(x86)"} {
		p := compile(t, Config{Mode: Inherit})
		env, _, err := p.AppendOp(nil, []string{name + "=1"}, nil)
		require.NoError(t, err)
		assert.Equal(t, len(env) == 1, p.Visible(name), name)
		assert.True(t, p.Settable(name), name)
	}
}
