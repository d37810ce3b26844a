package envguard

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestApplyRefuses(t *testing.T) {
	p := compile(t, Config{Mode: Inherit})
	started := printCommand(t)
	require.NoError(t, p.Start(t.Context(), started, nil, nil))
	require.NoError(t, started.Wait())
	started.Env = nil
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("prog", []byte("#!/bin/sh\n"), 0o777))
	t.Setenv("PATH", ".")
	cases := map[string]struct {
		c    *exec.Cmd
		want string
	}{
		"nil":                  {nil, "the command is nil"},
		"env set":              {&exec.Cmd{Path: "/bin/true", Env: []string{"A=" + canary}}, "Env is set already"},
		"empty env set":        {&exec.Cmd{Path: "/bin/true", Env: []string{}}, "Env is set already"},
		"no program":           {&exec.Cmd{}, "no program"},
		"not found":            {exec.Command("no-such-program-at-all"), "executable file not found"},
		"in the current place": {exec.Command("prog"), "cannot run executable found relative to current directory"},
		"started":              {started, "started already"},
		"NUL in dir":           {&exec.Cmd{Path: "/bin/true", Dir: "a\x00b"}, "NUL"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if name == "NUL in dir" && runtime.GOOS == "windows" {
				t.Skip("PWD is not set on Windows; os/exec refuses the directory")
			}
			_, err := p.Apply(c.c, []string{"A=1"}, nil)
			require.ErrorContains(t, err, c.want)
			assert.NotContains(t, err.Error(), canary)
		})
	}
	err := p.Start(t.Context(), exec.Command("prog"), nil, nil)
	require.ErrorIs(t, err, exec.ErrDot)
}

func TestApplySetsPWDFromDir(t *testing.T) {
	dir := t.TempDir()
	base := []string{"PWD=/stale", "HOME=/h", "PWD=/staler"}
	for _, c := range []struct {
		mode Mode
		fold FoldRule
		dir  string
		want []string
	}{
		{Inherit, FoldNever, dir, []string{"HOME=/h", "PWD=" + dir}},
		{Rebuild, FoldNever, dir, []string{"HOME=/h", "PWD=" + dir}},
		{Inherit, FoldNever, "", base},
		{Rebuild, FoldNever, "", []string{"HOME=/h"}},
		{Inherit, FoldWindows, dir, base},
		{Rebuild, FoldWindows, dir, []string{"HOME=/h"}},
	} {
		cmd := &exec.Cmd{Path: "/bin/true", Dir: c.dir}
		r, err := compile(t, Config{Mode: c.mode, Fold: c.fold}).Apply(cmd, base, nil)
		require.NoError(t, err)
		assert.Equal(t, c.want, cmd.Env)
		wantStripped := 0
		if c.mode == Rebuild && len(c.want) == 1 {
			wantStripped = 2
		}
		assert.Equal(t, wantStripped, r.Stripped(), "what was replaced is not stripped")
	}
	t.Chdir(dir)
	cmd := &exec.Cmd{Path: "/bin/true", Dir: "sub/../x"}
	_, err := compile(t, Config{Mode: Inherit, Fold: FoldNever}).Apply(cmd, nil, []string{"A=1"})
	require.NoError(t, err)
	abs, err := filepath.Abs("x")
	require.NoError(t, err)
	assert.Equal(t, []string{"PWD=" + abs, "A=1"}, cmd.Env)
}

func TestApplyLeavesEnvNonNil(t *testing.T) {
	for _, mode := range []Mode{Inherit, Rebuild} {
		c := printCommand(t)
		p := compile(t, Config{Mode: mode})
		_, err := p.Apply(c, []string{sock}, nil)
		require.NoError(t, err)
		require.NotNil(t, c.Env)
		require.Empty(t, c.Env)
		require.NoError(t, p.Verify(c))
	}
}

func TestVerify(t *testing.T) {
	p := compile(t, Config{Mode: Inherit})
	apply := func() *exec.Cmd {
		c := &exec.Cmd{Path: "/bin/true"}
		_, err := p.Apply(c, []string{"A=1"}, nil)
		require.NoError(t, err)
		return c
	}
	require.NoError(t, p.Verify(apply()))
	for _, add := range []string{"MAGUS_DAEMON_SOCKET=" + canary, "MAGUS_DAEMON_ADDRESS", "=MAGUS_DAEMON_SOCKET=" + canary} {
		c := apply()
		c.Env = append(c.Env, add)
		err := p.Verify(c)
		require.ErrorContains(t, err, "was put into the command's Env after Apply")
		assert.NotContains(t, err.Error(), canary)
	}
	c := apply()
	c.Env = append(c.Env, "B=2", "")
	require.NoError(t, p.Verify(c))
	c.Env = nil
	require.ErrorContains(t, p.Verify(c), "inherit everything")
	require.ErrorContains(t, p.Verify(nil), "the command is nil")
	require.NoError(t, compile(t, Config{Mode: Inherit, Fold: FoldNever}).Verify(&exec.Cmd{Env: []string{"magus_daemon_socket=1"}}))
	require.Error(t, compile(t, Config{Mode: Inherit, Fold: FoldWindows}).Verify(&exec.Cmd{Env: []string{"magus_daemon_socket=1"}}))
}

func TestGrant(t *testing.T) {
	self, err := OpenSelf()
	require.NoError(t, err)
	ptr, err := Capture([]string{sock, addr})
	require.NoError(t, err)
	p := compile(t, Config{Mode: Inherit})
	command := func() (*exec.Cmd, Grant) {
		c, g, err := self.Command(t.Context(), ptr, "child:print")
		require.NoError(t, err)
		return c, g
	}
	refused := func(c *exec.Cmd, g Grant, want string) {
		t.Helper()
		_, err := p.ApplyRecursive(c, g, []string{"A=1"}, nil)
		require.ErrorContains(t, err, want)
		if c != nil {
			assert.NotContains(t, c.Env, sock)
		}
	}

	c, g := command()
	refused(c, Grant{}, "the grant is zero")
	refused(nil, g, "belongs to another command")
	other, _ := command()
	refused(other, g, "belongs to another command")
	same := *c
	refused(&same, g, "belongs to another command")
	refused(printCommand(t), g, "belongs to another command")

	c, g = command()
	c.Path = "/bin/sh"
	refused(c, g, "Path was changed")

	c, g = command()
	c.Err = exec.ErrDot
	refused(c, g, exec.ErrDot.Error())

	c, g = command()
	c.Env = []string{}
	refused(c, g, "Env is set already")
	c.Env = nil
	refused(c, g, "used already")

	c, g = command()
	_, err = p.ApplyRecursive(c, g, nil, nil)
	require.NoError(t, err)
	c.Env = nil
	refused(c, g, "used already")

	extra, err := Capture([]string{"EXTRA=1"}, "EXTRA")
	require.NoError(t, err)
	c, g, err = self.Command(t.Context(), extra)
	require.NoError(t, err)
	refused(c, g, "pointer EXTRA was captured but this policy does not withhold it")

	for _, s := range []*Self{nil, {}} {
		_, _, err = s.Command(t.Context(), ptr)
		require.ErrorContains(t, err, "made by OpenSelf")
	}
	_, _, err = self.Command(nil, ptr) //nolint:staticcheck // the refusal is the test
	require.ErrorContains(t, err, "context is nil")
}

func TestVerifyRecursive(t *testing.T) {
	self, err := OpenSelf()
	require.NoError(t, err)
	ptr, err := Capture([]string{sock, addr})
	require.NoError(t, err)
	p := compile(t, Config{Mode: Inherit})
	apply := func() (*exec.Cmd, Grant) {
		c, g, err := self.Command(t.Context(), ptr, "child:print")
		require.NoError(t, err)
		_, err = p.ApplyRecursive(c, g, []string{"A=1", sock}, nil)
		require.NoError(t, err)
		return c, g
	}
	c, g := apply()
	require.NoError(t, p.VerifyRecursive(c, g))
	require.ErrorContains(t, p.Verify(c), "was put into", "it is no op")

	for name, change := range map[string]func(c *exec.Cmd){
		"was put into the command's Env": func(c *exec.Cmd) { c.Env = append(c.Env, sock) },
		"was put into":                   func(c *exec.Cmd) { c.Env = append(c.Env, "MAGUS_DAEMON_SOCKET=x") },
		"is missing":                     func(c *exec.Cmd) { c.Env = c.Env[:len(c.Env)-1] },
		"inherit everything":             func(c *exec.Cmd) { c.Env = nil },
		"Path was changed":               func(c *exec.Cmd) { c.Path = "/bin/sh" },
		"another command":                func(c *exec.Cmd) {},
	} {
		c, g := apply()
		change(c)
		if name == "another command" {
			c, _ = apply()
		}
		err := p.VerifyRecursive(c, g)
		require.ErrorContains(t, err, name)
		assert.NotContains(t, err.Error(), "p.sock")
	}
	require.ErrorContains(t, p.VerifyRecursive(c, Grant{}), "the grant is zero")
}

func TestVerifyRecursiveByAnotherPolicy(t *testing.T) {
	self, err := OpenSelf()
	require.NoError(t, err)
	ptr, err := Capture([]string{sock, "TOKEN_FILE=/run/token"}, "TOKEN_FILE")
	require.NoError(t, err)
	c, g, err := self.Command(t.Context(), ptr, "child:print")
	require.NoError(t, err)
	_, err = compile(t, Config{Mode: Inherit, Withhold: []string{"TOKEN_FILE"}}).ApplyRecursive(c, g, nil, nil)
	require.NoError(t, err)
	err = compile(t, Config{Mode: Inherit}).VerifyRecursive(c, g)
	require.ErrorContains(t, err, "TOKEN_FILE was captured but this policy does not withhold it")
}

func TestVerifyRecursiveTakesTheSpellingThatWasCaptured(t *testing.T) {
	self, err := OpenSelf()
	require.NoError(t, err)
	ptr, err := Capture([]string{"TOKEN_FILE=/run/token"}, "TOKEN_FILE")
	require.NoError(t, err)
	p := compile(t, Config{Mode: Inherit, Withhold: []string{"Token_File"}, Fold: FoldWindows})
	c, g, err := self.Command(t.Context(), ptr, "child:print")
	require.NoError(t, err)
	_, err = p.ApplyRecursive(c, g, nil, nil)
	require.NoError(t, err)
	require.NoError(t, p.VerifyRecursive(c, g))
	c.Env = append(c.Env, "token_file=/run/token")
	require.ErrorContains(t, p.VerifyRecursive(c, g), "was put into")
}
