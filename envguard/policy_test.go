package envguard

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const canary = "c4n4ry-v4lue"

func TestCompileRefuses(t *testing.T) {
	cases := map[string]struct {
		c    Config
		want string
	}{
		"no mode":                    {Config{}, "Config.Mode is not set"},
		"unknown mode":               {Config{Mode: 9}, "Config.Mode is not set"},
		"unknown fold":               {Config{Mode: Inherit, Fold: 9}, "Config.Fold 9"},
		"allow with inherit":         {Config{Mode: Inherit, Allow: []string{"A"}}, "need Mode Rebuild"},
		"deny with inherit":          {Config{Mode: Inherit, Deny: []string{"A"}}, "need Mode Rebuild"},
		"bare star":                  {Config{Mode: Rebuild, Allow: []string{"A", "*"}}, `Allow entry 1 "*": a star alone`},
		"inner star":                 {Config{Mode: Rebuild, Allow: []string{"A*B"}}, `Allow entry 0 "A*B": want at most one star, at the end`},
		"leading star":               {Config{Mode: Rebuild, Allow: []string{"*A"}}, "want at most one star"},
		"two stars":                  {Config{Mode: Rebuild, Deny: []string{"A**"}}, `Deny entry 0 "A**": want at most one star`},
		"empty":                      {Config{Mode: Rebuild, Allow: []string{""}}, `Allow entry 0 "": the name is empty`},
		"value in a name":            {Config{Mode: Rebuild, Allow: []string{"A=" + canary}}, `a name cannot hold "="`},
		"NUL in a name":              {Config{Mode: Rebuild, Allow: []string{"A\x00"}}, `Allow entry 0 "A\x00": a name cannot hold a NUL`},
		"other pattern":              {Config{Mode: Rebuild, Allow: []string{"A?"}}, "PREFIX*"},
		"allow of a withheld name":   {Config{Mode: Rebuild, Allow: []string{DaemonSocket}}, "Allow entry 0 MAGUS_DAEMON_SOCKET: the variable is withheld"},
		"in another case":            {Config{Mode: Rebuild, Allow: []string{"magus_daemon_socket"}, Fold: FoldWindows}, "is withheld"},
		"self of a withheld name":    {Config{Mode: Inherit, Self: []string{"MAGUS_DAEMON_ADDRESS=" + canary}}, "Self entry 0 MAGUS_DAEMON_ADDRESS: the variable is withheld"},
		"self without a value":       {Config{Mode: Inherit, Self: []string{canary}}, `Self entry 0: no "="`},
		"self without a name":        {Config{Mode: Inherit, Self: []string{"=" + canary}}, "Self entry 0 \"\": the name is empty"},
		"self with NUL":              {Config{Mode: Inherit, Self: []string{"A=" + canary + "\x00"}}, "Self entry 0 A: the value holds a NUL"},
		"self twice":                 {Config{Mode: Inherit, Self: []string{"A=1", "A=2"}}, "Self entry 1 A: the name is set twice"},
		"self PWD":                   {Config{Mode: Inherit, Self: []string{"PWD=/"}}, "follows the directory"},
		"overridable without self":   {Config{Mode: Inherit, Overridable: []string{"A"}}, "Overridable entry 0 A: want a name that Self sets"},
		"withhold pattern":           {Config{Mode: Inherit, Withhold: []string{"A*"}}, "withheld name 0 \"A*\""},
		"withhold twice":             {Config{Mode: Inherit, Withhold: []string{DaemonSocket}}, "it is withheld already"},
		"too many to withhold":       {Config{Mode: Inherit, Withhold: numbered(63)}, "65 withheld names: want at most 64"},
		"name with a control byte":   {Config{Mode: Rebuild, Allow: []string{"A\x1b[2J"}}, `"A\x1b[2J"`},
		"several faults, all listed": {Config{Mode: Rebuild, Allow: []string{"*", "A=1"}, Deny: []string{""}}, "Deny entry 0"},
		"long name is cut":           {Config{Mode: Rebuild, Allow: []string{strings.Repeat("x", 1000) + "?"}}, strings.Repeat("x", 64) + "..."},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			p, err := Compile(c.c)
			require.ErrorContains(t, err, c.want)
			assert.Nil(t, p)
			assert.NotContains(t, err.Error(), canary)
			for line := range strings.Lines(err.Error()) {
				assert.True(t, strings.HasPrefix(line, "envguard: "), line)
			}
		})
	}
}

func TestSixtyFourWithheldNamesWork(t *testing.T) {
	names := numbered(62)
	p := compile(t, Config{Mode: Inherit, Withhold: names})
	var base []string
	for _, n := range names {
		base = append(base, n+"=1")
	}
	env, r, err := p.AppendOp(nil, append(base, sock, addr), nil)
	require.NoError(t, err)
	assert.Empty(t, env)
	assert.Equal(t, append([]string{DaemonSocket, DaemonAddress}, names...), r.Withheld())
}

func numbered(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = "N" + strings.Repeat("I", i)
	}
	return names
}

func TestZeroAndNilPoliciesRefuse(t *testing.T) {
	for _, p := range []*Policy{nil, {}} {
		_, _, err := p.AppendOp(nil, nil, nil)
		require.ErrorIs(t, err, errNoPolicy)
		c := printCommand(t)
		require.ErrorIs(t, p.Start(t.Context(), c, nil, nil), errNoPolicy)
		require.ErrorIs(t, p.StartRecursive(t.Context(), c, Grant{}, nil, nil), errNoPolicy)
		require.ErrorIs(t, p.Verify(c), errNoPolicy)
		assert.Nil(t, c.Process)
		assert.False(t, p.Visible("HOME"))
		assert.False(t, p.Settable("HOME"))
	}
}

func TestPrefixesOfPrefixes(t *testing.T) {
	p := compile(t, Config{Mode: Rebuild, Allow: []string{"AB*", "A*", "ABC*", "B_*", "B_X*", "Ca*"}})
	base := []string{"A=1", "AB=1", "ABCD=1", "AZ=1", "B=1", "B_=1", "B_Y=1", "C=1", "Cb=1", "Ca=1", "@=1", "Z=1"}
	env, _, err := p.AppendOp(nil, base, nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"A=1", "AB=1", "ABCD=1", "AZ=1", "B_=1", "B_Y=1", "Ca=1"}, env)
}

func TestManyNamesWithOneFirstLetter(t *testing.T) {
	names := numbered(100)
	p := compile(t, Config{Mode: Rebuild, Allow: names})
	var base []string
	for _, n := range numbered(200) {
		base = append(base, n+"=1")
	}
	env, r, err := p.AppendOp(nil, base, nil)
	require.NoError(t, err)
	assert.Equal(t, base[:100], env)
	assert.Equal(t, 100, r.Stripped())
	assert.Equal(t, 1.0, testing.AllocsPerRun(10, func() { env, _, _ = p.AppendOp(nil, base, nil) }), "more pass than the first guess has room for")
}

func TestVisibleAndSettable(t *testing.T) {
	config := Config{Mode: Inherit, Self: []string{"MAGUS=/m", "MAGUS_LEVEL=1"}, Overridable: []string{"MAGUS_LEVEL"}}
	inherit := compile(t, config)
	config.Mode, config.Allow, config.Deny = Rebuild, []string{"GO*"}, []string{"GOFLAGS"}
	rebuild := compile(t, config)
	for _, c := range []struct {
		name                       string
		inherit, rebuild, settable bool
	}{
		{"HOME", true, true, true},
		{DaemonSocket, false, false, false},
		{"=" + DaemonSocket, false, false, false},
		{"SECRET", true, false, true},
		{"GOPATH", true, true, true},
		{"GOFLAGS", true, false, true},
		{"MAGUS", true, true, false},
		{"MAGUS_LEVEL", true, true, true},
		{"", false, false, false},
		{"A=B", false, false, false},
		{"A\x00", false, false, false},
	} {
		assert.Equal(t, c.inherit, inherit.Visible(c.name), "%q", c.name)
		assert.Equal(t, c.rebuild, rebuild.Visible(c.name), "%q", c.name)
		assert.Equal(t, c.settable, inherit.Settable(c.name), "%q", c.name)
		assert.Equal(t, c.settable, rebuild.Settable(c.name), "%q", c.name)
	}
}

func TestOverrideErrors(t *testing.T) {
	for _, mode := range []Mode{Inherit, Rebuild} {
		lax, strict := compile(t, Config{Mode: mode, Self: []string{"MAGUS=/m"}}), compile(t, Config{Mode: mode, Self: []string{"MAGUS=/m"}, Strict: true})
		for _, c := range []struct {
			override, lax, strict string
		}{
			{"A=" + canary + "\x00", "override 1 A holds a NUL byte", "override 1 A holds a NUL byte"},
			{"A\x00B=" + canary, `override 1 "A\x00B" holds a NUL byte`, `override 1 "A\x00B" holds a NUL byte`},
			{"MAGUS_DAEMON_SOCKET=" + canary, "", "[MGS2008] refused override of magus daemon pointer(s): MAGUS_DAEMON_SOCKET"},
			{"MAGUS_DAEMON_SOCKET", "", "[MGS2008] refused override"},
			{"MAGUS=" + canary, "", "override 1 MAGUS: the runner sets this variable itself"},
		} {
			for p, want := range map[*Policy]string{lax: c.lax, strict: c.strict} {
				env, r, err := p.AppendOp(nil, []string{"HOME=/h"}, []string{"OK=1", c.override})
				if want == "" {
					require.NoError(t, err)
					assert.Equal(t, []string{"HOME=/h", "MAGUS=/m", "OK=1"}, env)
					continue
				}
				require.ErrorContains(t, err, want)
				assert.NotContains(t, err.Error(), canary)
				assert.Nil(t, env)
				assert.Zero(t, r)
			}
		}
	}
}

func TestOrderIsBaseSelfDirOverrideGrant(t *testing.T) {
	p := compile(t, Config{Mode: Inherit, Self: []string{"MAGUS=/m", "LEVEL=1"}, Overridable: []string{"LEVEL"}})
	env, _, err := p.c.build(nil, []string{"A=1", "PWD=/old", "MAGUS=/x"}, []string{"A=2", "PWD=/o", "LEVEL=2"}, "/dir",
		[]pointer{{DaemonSocket, "s"}}, true)
	require.NoError(t, err)
	assert.Equal(t, []string{"A=1", "MAGUS=/m", "LEVEL=1", "PWD=/dir", "A=2", "PWD=/o", "LEVEL=2", "MAGUS_DAEMON_SOCKET=s"}, env)
}

func TestDestinationMayBeTheBase(t *testing.T) {
	base := []string{sock, "A=1", "JUNK", "B=2", addr, "C=3"}
	want := []string{"A=1", "B=2", "C=3", "S=1", "O=1"}
	p := compile(t, Config{Mode: Inherit, Self: []string{"S=1"}})

	in := append([]string(nil), base...)
	got, _, err := p.AppendOp(in[:0], in, []string{"O=1"})
	require.NoError(t, err)
	assert.Equal(t, want, got)
	assert.Same(t, &in[0], &got[0], "no new slice")

	in = append([]string(nil), base...)
	got, _, err = p.AppendOp(in[:3], in, []string{"O=1"})
	require.NoError(t, err)
	assert.Equal(t, append([]string{sock, "A=1", "JUNK"}, want...), got)
	assert.Equal(t, base, in, "the base is as it was")

	in = append(append([]string(nil), base...), "O=1")
	got, _, err = p.AppendOp(in[:0], in[:6], in[6:])
	require.NoError(t, err)
	assert.Equal(t, want, got)

	for _, mode := range []Mode{Inherit, Rebuild} {
		in = []string{"HOME=1", "PATH=2", "USER=3", "TERM=4"}
		got, _, err = compile(t, Config{Mode: mode}).AppendOp(in[:0:2], in, []string{"O=1"})
		require.NoError(t, err)
		assert.Equal(t, []string{"HOME=1", "PATH=2", "USER=3", "TERM=4", "O=1"}, got, "%s with too little room", mode)
	}

	shifted := append([]string{"X=1"}, base...)
	got, _, err = p.AppendOp(shifted[:1], shifted[1:], nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"X=1", "A=1", "B=2", "C=3", "S=1"}, got)
}

func TestLoaderNamesOfARecursiveRun(t *testing.T) {
	overrides := []string{"LD_PRELOAD=/x", "LD_LIBRARY_PATH=/x", "LD_AUDIT=/x", "DYLD_INSERT_LIBRARIES=/x", "GODEBUG=x", "GOTRACEBACK=x", "GOCOVERDIR=/x", "LD_OTHER=1", "GOFLAGS=1"}
	base := []string{"LD_PRELOAD=/mine"}
	on, off := compile(t, Config{Mode: Inherit, StripLoader: true}), compile(t, Config{Mode: Inherit})

	env, r, err := on.c.build(nil, base, overrides, "", nil, true)
	require.NoError(t, err)
	assert.Equal(t, []string{"LD_PRELOAD=/mine", "LD_OTHER=1", "GOFLAGS=1"}, env, "what the user set stays")
	assert.Equal(t, []string{"LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "GODEBUG", "GOTRACEBACK", "GOCOVERDIR"}, r.Dropped())

	env, _, err = on.AppendOp(nil, base, overrides)
	require.NoError(t, err)
	assert.Len(t, env, 10, "an op may have them")

	env, _, err = off.c.build(nil, base, overrides, "", nil, true)
	require.NoError(t, err)
	assert.Len(t, env, 10)
}
