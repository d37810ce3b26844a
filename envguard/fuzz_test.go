package envguard

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fuzzConfigs are the policies that fuzzing runs every input through.
func fuzzConfigs() []model {
	var all []model
	for _, fold := range []FoldRule{FoldNever, FoldWindows} {
		for _, c := range []Config{
			{Mode: Inherit},
			{Mode: Inherit, Withhold: []string{"KEY", "SK"}, Self: []string{"MAGUS=/m", "K=v"}, Overridable: []string{"K"}},
			{Mode: Rebuild},
			{Mode: Rebuild, Allow: []string{"MAGUS_*", "K*", "S", "A_*", "\xc3*"}, Deny: []string{"KS*", "SK", "A_K", "A_S*"}, Withhold: []string{"KEY"}, Self: []string{"S=v"}},
		} {
			c.Fold = fold
			all = append(all, model{c, fold == FoldWindows})
		}
	}
	return all
}

func FuzzAppendOp(f *testing.F) {
	for _, c := range faults {
		f.Add(strings.Join(c.base, "|"), strings.Join(c.overrides, "|"))
	}
	f.Add("K=1|KEY=2|SK=3|KS_X=4|A_\u212a=5|A_\u017fx=6|\u212a=7|=K:=8|k=9", "K=1|k=2|S=3|MAGUS=4|KEY=5|A=\x00")
	configs := fuzzConfigs()
	policies := make([]*Policy, len(configs))
	for i, m := range configs {
		policies[i] = compile(f, m.Config)
	}
	f.Fuzz(func(t *testing.T, baseText, overrideText string) {
		base, overrides := marked(baseText), marked(overrideText)
		ctx, out := capturing(t, slog.LevelDebug)
		for i, m := range configs {
			want := m.run(base, overrides)
			env, r, err := policies[i].AppendOp(nil, base, overrides)
			out.Reset()
			r.Log(ctx)
			said := fmt.Sprintf("%v %+v %#v %v %s", r, r, r, err, out)
			require.NotContains(t, said, canary)
			require.NotContains(t, out.String(), "\x1b")
			if want.nulFrom >= 0 {
				require.ErrorContains(t, err, fmt.Sprintf("override %d ", want.nulFrom))
				require.Nil(t, env)
				continue
			}
			require.NoError(t, err)
			require.NotNil(t, env)
			require.Equal(t, want.env, env)
			require.Equal(t, want.withheld, r.Withheld())
			require.Equal(t, quoted(want.refused), r.Refused())
			require.Equal(t, quoted(want.dropped), r.Dropped())
			require.Equal(t, [2]int{want.malformed, want.stripped}, [2]int{r.Malformed(), r.Stripped()})
			holds(t, m, base, overrides, env)

			again, _, err := policies[i].AppendOp(make([]string, 0, len(env)+8), env, nil)
			require.NoError(t, err)
			if len(m.Self) == 0 && m.Mode == Inherit {
				require.Equal(t, env, again, "a second pass changes nothing")
			}
			inPlace := append([]string(nil), base...)
			inPlace, _, err = policies[i].AppendOp(inPlace[:0], inPlace, overrides)
			require.NoError(t, err)
			require.Equal(t, env, inPlace)
		}
	})
}

// marked splits text into entries and puts the canary into each value.
func marked(text string) []string {
	if text == "" {
		return nil
	}
	list := strings.Split(text, "|")
	for i, e := range list {
		if _, has, _ := parts(e); has {
			list[i] = e + canary
		}
	}
	return list
}

func quoted(names []string) []string {
	for i, n := range names {
		names[i] = quoteName(n)
	}
	return names
}

// holds checks what must be true without any model: env is base thinned out,
// then the policy's own, then overrides thinned out, and holds no withheld
// name however spelled.
func holds(t *testing.T, m model, base, overrides, env []string) {
	t.Helper()
	source := append(append(append([]string{}, base...), m.Self...), overrides...)
	for _, e := range env {
		for len(source) > 0 && source[0] != e {
			source = source[1:]
		}
		require.NotEmpty(t, source, "%q is no entry of the input, or not in its order", e)
		source = source[1:]
		require.NotContains(t, e, "\x00")
		for _, n := range append([]string{DaemonSocket, DaemonAddress}, m.Withhold...) {
			for cut := range len(e) + 1 {
				if cut < len(e) && e[cut] != '=' {
					continue
				}
				name := strings.TrimLeft(e[:cut], "=")
				if strings.Contains(name, "=") {
					break
				}
				require.False(t, name == n || m.windows && strings.EqualFold(name, n), "%q", e)
			}
		}
	}
}

func FuzzCompile(f *testing.F) {
	f.Add("A|B*", "B_C", "X", "MAGUS=/m|L=1", "L", uint8(2))
	f.Add("*|A**|=|\x00|A?", "", "MAGUS_DAEMON_SOCKET", "=|MAGUS_DAEMON_SOCKET=1|PWD=/|A", "Z", uint8(5))
	f.Add("\u212a*", "\xff", "\u017f", "\u212a=1|k=2", "", uint8(6))
	f.Fuzz(func(t *testing.T, allow, deny, withhold, self, overridable string, how uint8) {
		c := Config{Mode: Mode(how & 3), Fold: FoldRule(how >> 2 & 3), Strict: how&16 != 0, Dedup: how&32 != 0, StripLoader: how&64 != 0,
			Allow: marked(allow), Deny: marked(deny), Withhold: marked(withhold), Self: marked(self), Overridable: marked(overridable)}
		p, err := Compile(c)
		if err != nil {
			require.Nil(t, p)
			require.NotContains(t, err.Error(), canary)
			require.NotContains(t, err.Error(), "\x1b")
			return
		}
		base := append(append([]string{sock, addr, "A=1", "=C:=1"}, c.Allow...), c.Self...)
		env, _, err := p.AppendOp(nil, base, nil)
		require.NoError(t, err)
		for _, e := range env {
			name, _ := splitName(e)
			require.Negative(t, p.c.withheld(name), "%q", e)
		}
		for _, e := range c.Self {
			assert.Contains(t, env, e)
		}
	})
}

func FuzzCapture(f *testing.F) {
	f.Add(sock + "|A=1|" + addr)
	f.Add("MAGUS_DAEMON_SOCKET=|MAGUS_DAEMON_SOCKET=2|magus_daemon_address==")
	f.Fuzz(func(t *testing.T, text string) {
		environ := marked(text)
		for _, fold := range []FoldRule{FoldNever, FoldWindows} {
			p := capture(environ, pointerNames[:], fold)
			for _, v := range p.list() {
				require.NotEmpty(t, v.value)
				require.NotContains(t, v.value, "\x00")
			}
			said := fmt.Sprintf("%v %+v %#v %s %q %v", p, p, p, p, p, p.CheckListen())
			require.NotContains(t, said, canary)
		}
	})
}
