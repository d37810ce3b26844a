package envguard

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"github.com/egladman/magus/codes"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCapture(t *testing.T) {
	cases := map[string]struct {
		environ []string
		fold    FoldRule
		want    []pointer
	}{
		"both, in policy order":   {[]string{addr, "A=1", sock}, FoldNever, []pointer{{DaemonSocket, "unix:///run/p.sock"}, {DaemonAddress, "tcp://127.0.0.1:7"}}},
		"none":                    {[]string{"A=1"}, FoldNever, nil},
		"empty is none":           {[]string{"MAGUS_DAEMON_SOCKET="}, FoldNever, nil},
		"bare is none":            {[]string{"MAGUS_DAEMON_SOCKET"}, FoldNever, nil},
		"the first counts":        {[]string{"MAGUS_DAEMON_SOCKET=1", "MAGUS_DAEMON_SOCKET=2"}, FoldNever, []pointer{{DaemonSocket, "1"}}},
		"case counts":             {[]string{"magus_daemon_socket=1"}, FoldNever, nil},
		"case does not count":     {[]string{"magus_daemon_socket=1"}, FoldWindows, []pointer{{DaemonSocket, "1"}}},
		"value with equals signs": {[]string{"MAGUS_DAEMON_SOCKET==a=b="}, FoldNever, []pointer{{DaemonSocket, "=a=b="}}},
		"NUL is none":             {[]string{"MAGUS_DAEMON_SOCKET=a\x00b"}, FoldNever, nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, capture(c.environ, pointerNames[:], c.fold).list())
		})
	}
	_, err := Capture(nil, "A*")
	require.ErrorContains(t, err, "withheld name 0")
	p, err := Capture([]string{"EXTRA=1"}, "EXTRA")
	require.NoError(t, err)
	assert.Equal(t, []string{"EXTRA"}, p.Names())
}

func TestCaptureIsACopy(t *testing.T) {
	t.Setenv(DaemonSocket, "first")
	environ := os.Environ()
	p, err := Capture(environ)
	require.NoError(t, err)
	require.NoError(t, os.Setenv(DaemonSocket, "redirected"))
	clear(environ)
	assert.Equal(t, []pointer{{DaemonSocket, "first"}}, p.list())
}

func TestNothingPrintsAValue(t *testing.T) {
	environ := []string{"MAGUS_DAEMON_SOCKET=" + canary, "OTHER=" + canary}
	ptr, err := Capture(environ)
	require.NoError(t, err)
	self, err := OpenSelf()
	require.NoError(t, err)
	cmd, grant, err := self.Command(t.Context(), ptr)
	require.NoError(t, err)
	policy := compile(t, Config{Mode: Rebuild, Self: []string{"MAGUS=" + canary}, StripEchoes: ptr})
	report, err := policy.ApplyRecursive(cmd, grant, environ, []string{"MAGUS=" + canary, "MAGUS_DAEMON_SOCKET=" + canary, "COPY=" + canary})
	require.NoError(t, err)
	require.Equal(t, []string{DaemonSocket}, report.Injected())

	type holder struct{ v any }
	type hidden struct {
		p Pointers
		g Grant
		r Report
		q *Policy
		s *Self
	}
	for _, v := range []any{ptr, &ptr, grant, &grant, report, &report, policy, *policy, self, hidden{ptr, grant, report, policy, self}} {
		for _, v := range []any{v, holder{v}, []any{v}, map[string]any{"k": v}} {
			for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x"} {
				assert.False(t, strings.Contains(fmt.Sprintf(verb, v), canary), "%T with %s", v, verb)
			}
			for _, handler := range []func(*bytes.Buffer) slog.Handler{
				func(b *bytes.Buffer) slog.Handler { return slog.NewTextHandler(b, nil) },
				func(b *bytes.Buffer) slog.Handler { return slog.NewJSONHandler(b, nil) },
			} {
				var out bytes.Buffer
				slog.New(handler(&out)).Info("m", "v", v)
				assert.NotContains(t, out.String(), canary)
			}
			b, err := json.Marshal(v)
			if err == nil {
				assert.NotContains(t, string(b), canary)
			}
		}
	}
	// A dumper that follows pointers into unexported fields finds none either.
	for _, v := range []any{ptr, grant, policy, report, self} {
		assert.NotContains(t, strings.Join(stringsIn(reflect.ValueOf(v), map[uintptr]bool{}), "\n"), canary)
	}
	assert.Contains(t, stringsIn(reflect.ValueOf(policy), map[uintptr]bool{}), DaemonSocket, "the dumper works")

	assert.Equal(t, "Policy(rebuild)", fmt.Sprint(policy))
	assert.Equal(t, `Report{withheld=[] injected=[MAGUS_DAEMON_SOCKET] refused=[MAGUS_DAEMON_SOCKET] dropped=[MAGUS] echoes=[MAGUS COPY] stripped=1 malformed=0 declined=""}`, report.String())
	assert.Equal(t, "Pointers[MAGUS_DAEMON_SOCKET]", ptr.String())
	assert.Equal(t, "envguard.Pointers[MAGUS_DAEMON_SOCKET]", ptr.GoString())
	assert.Equal(t, "Grant[MAGUS_DAEMON_SOCKET]", grant.String())
	assert.Equal(t, "envguard.Grant[]", Grant{}.GoString())
	b, err := json.Marshal([]Pointers{ptr, {}})
	require.NoError(t, err)
	assert.JSONEq(t, `[["MAGUS_DAEMON_SOCKET"],[]]`, string(b))
}

// stringsIn returns the strings that reflection can reach from v.
func stringsIn(v reflect.Value, seen map[uintptr]bool) (found []string) {
	switch v.Kind() {
	case reflect.String:
		return []string{v.String()}
	case reflect.Pointer:
		if v.IsNil() || seen[v.Pointer()] {
			return nil
		}
		seen[v.Pointer()] = true
		return stringsIn(v.Elem(), seen)
	case reflect.Interface:
		return stringsIn(v.Elem(), seen)
	case reflect.Struct:
		for i := range v.NumField() {
			found = append(found, stringsIn(v.Field(i), seen)...)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			found = append(found, stringsIn(v.Index(i), seen)...)
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			found = append(found, append(stringsIn(k, seen), stringsIn(v.MapIndex(k), seen)...)...)
		}
	}
	return found
}

func TestEchoes(t *testing.T) {
	ptr, err := Capture([]string{sock, addr})
	require.NoError(t, err)
	c := &exec.Cmd{
		Args: []string{"p", "--at=/run/p.sock"},
		Env:  []string{"A=unix:///run/p.sock", "B=/run/p.sock.d", "C=127.0.0.1:7", "D=/run/p", sock, "", "/run/p.sock=1"},
	}
	assert.Equal(t, []string{"A", "B", "C", "argument 1"}, ptr.Echoes(c))
	assert.Nil(t, ptr.Echoes(nil))
	assert.Nil(t, Pointers{}.Echoes(c))

	env, r, err := compile(t, Config{Mode: Inherit, StripEchoes: ptr}).AppendOp([]string{"kept=/run/p.sock"}, []string{"A=x/run/p.sock", "B=1"}, []string{"C=tcp://127.0.0.1:7/", "D=2"})
	require.NoError(t, err)
	assert.Equal(t, []string{"kept=/run/p.sock", "B=1", "D=2"}, env)
	assert.Equal(t, []string{"A", "C"}, r.Echoes())
}

func TestShortPointersAreNotSearchedFor(t *testing.T) {
	ptr := capture([]string{"MAGUS_DAEMON_SOCKET=unix:/a"}, pointerNames[:], FoldNever)
	assert.Empty(t, ptr.needles())
}

func TestCheckListen(t *testing.T) {
	both, err := Capture([]string{addr, sock})
	require.NoError(t, err)
	require.ErrorIs(t, both.CheckListen(), codes.MGS2012)
	assert.Equal(t, "[MGS2012] already running under a parent magus: MAGUS_DAEMON_SOCKET is inherited "+
		"(see https://github.com/egladman/magus/blob/main/docs/codes/sandbox/MGS2012.md)", both.CheckListen().Error())
	second, err := Capture([]string{addr, "MAGUS_DAEMON_SOCKET="})
	require.NoError(t, err)
	assert.ErrorContains(t, second.CheckListen(), "MAGUS_DAEMON_ADDRESS is inherited")
	none, err := Capture([]string{"A=1"})
	require.NoError(t, err)
	assert.NoError(t, none.CheckListen())
	assert.NoError(t, Pointers{}.CheckListen())
}
