package envguard

import (
	"log/slog"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	link2008 = " (see https://github.com/egladman/magus/blob/main/docs/codes/sandbox/MGS2008.md)"
	link2003 = " (see https://github.com/egladman/magus/blob/main/docs/codes/sandbox/MGS2003.md)"
	withheld = "[MGS2008] withheld magus daemon pointer(s) from op subprocess (done regardless of sandbox.enabled)"
	injected = "[MGS2008] daemon socket injected into recursive magus invocation"
	refusal  = "[MGS2008] refused override of magus daemon pointer(s)"
	stripped = "[MGS2003] env vars stripped from child process by sandbox"
)

func lines(l ...string) string { return strings.Join(l, "\n") + "\n" }

func TestRecords(t *testing.T) {
	base := []string{addr, "HOME=/h", sock, "GITHUB_TOKEN=1", "JUNK", "SECRET=2"}
	bad := []string{"MAGUS_DAEMON_SOCKET=mine"}
	cases := map[string]struct {
		mode            Mode
		level           slog.Level
		base, overrides []string
		want            string
	}{
		"sandbox off": {Inherit, slog.LevelDebug, base, nil, lines(withheld+link2008, "  vars=[MAGUS_DAEMON_SOCKET MAGUS_DAEMON_ADDRESS]")},
		"sandbox on": {Rebuild, slog.LevelDebug, base, nil, lines(withheld+link2008, "  vars=[MAGUS_DAEMON_SOCKET MAGUS_DAEMON_ADDRESS]",
			stripped+link2003, "  cmd=prog stripped_count=2")},
		"sandbox off at info": {Inherit, slog.LevelInfo, base, nil, ""},
		"sandbox on at info":  {Rebuild, slog.LevelInfo, base, nil, lines(stripped+link2003, "  cmd=prog stripped_count=2")},
		"nothing to strip":    {Rebuild, slog.LevelInfo, []string{"HOME=/h", sock, "JUNK", ""}, nil, ""},
		"nothing withheld":    {Inherit, slog.LevelDebug, []string{"HOME=/h"}, nil, ""},
		"refused": {Inherit, slog.LevelDebug, []string{sock}, bad, lines(withheld+link2008, "  vars=[MAGUS_DAEMON_SOCKET]",
			refusal, "  overrides=[MAGUS_DAEMON_SOCKET]")},
		"refused at info":  {Inherit, slog.LevelInfo, []string{sock}, bad, lines(refusal+link2008, "  overrides=[MAGUS_DAEMON_SOCKET]")},
		"refused at error": {Rebuild, slog.LevelError, base, bad, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			ctx, out := capturing(t, c.level)
			r, err := compile(t, Config{Mode: c.mode}).Apply(&exec.Cmd{Path: "/usr/lib/prog", Args: []string{"prog", "--token=" + canary}}, c.base, c.overrides)
			require.NoError(t, err)
			r.Log(ctx)
			assert.Equal(t, c.want, out.String())
		})
	}
}

func TestRecordsOfARecursiveRun(t *testing.T) {
	self, err := OpenSelf()
	require.NoError(t, err)
	exe := filepath.Base(self.path)
	cases := map[string]struct {
		mode               Mode
		environ, base, bad []string
		want               string
	}{
		"both": {Inherit, []string{addr, sock}, []string{addr, sock}, nil,
			lines(injected+link2008, "  var=MAGUS_DAEMON_SOCKET", injected, "  var=MAGUS_DAEMON_ADDRESS")},
		"one":  {Inherit, []string{addr}, []string{addr}, nil, lines(injected+link2008, "  var=MAGUS_DAEMON_ADDRESS")},
		"none": {Inherit, nil, nil, nil, ""},
		"set after the capture": {Inherit, []string{sock}, []string{sock, addr}, nil,
			lines(withheld+link2008, "  vars=[MAGUS_DAEMON_ADDRESS]", injected, "  var=MAGUS_DAEMON_SOCKET")},
		"empty is withheld and not injected": {Inherit, []string{"MAGUS_DAEMON_SOCKET="}, []string{"MAGUS_DAEMON_SOCKET="}, nil,
			lines(withheld+link2008, "  vars=[MAGUS_DAEMON_SOCKET]")},
		"with overrides, sandboxed": {Rebuild, []string{sock}, []string{sock, "A=1", "B=2"}, []string{"MAGUS_DAEMON_ADDRESS=mine"},
			lines(injected+link2008, "  var=MAGUS_DAEMON_SOCKET", refusal, "  overrides=[MAGUS_DAEMON_ADDRESS]",
				stripped+link2003, "  cmd="+exe+" stripped_count=2")},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			ctx, out := capturing(t, slog.LevelDebug)
			ptr, err := Capture(c.environ)
			require.NoError(t, err)
			cmd, grant, err := self.Command(ctx, ptr)
			require.NoError(t, err)
			r, err := compile(t, Config{Mode: c.mode}).ApplyRecursive(cmd, grant, c.base, c.bad)
			require.NoError(t, err)
			r.Log(ctx)
			assert.Equal(t, c.want, out.String())
		})
	}
}

func TestRecordsComeBeforeTheStart(t *testing.T) {
	ctx, out := capturing(t, slog.LevelDebug)
	err := compile(t, Config{Mode: Inherit}).Start(ctx, &exec.Cmd{Path: "/nonexistent/prog"}, []string{sock}, nil)
	require.ErrorContains(t, err, "no such file")
	assert.Equal(t, lines(withheld+link2008, "  vars=[MAGUS_DAEMON_SOCKET]"), out.String())
}

func TestNamesFromOutsideCannotDriveTheTerminal(t *testing.T) {
	ctx, out := capturing(t, slog.LevelDebug)
	evil := "magus_daemon_\u017focket"
	p := compile(t, Config{Mode: Rebuild, Fold: FoldWindows})
	r, err := p.Apply(&exec.Cmd{Path: "/x/\x1b[2Jprog\n"}, []string{"\x1b[2J=1"}, []string{evil + "=1", "==MAGUS_DAEMON_ADDRESS=1"})
	require.NoError(t, err)
	assert.Equal(t, []string{`"magus_daemon_\u017focket"`, `"==MAGUS_DAEMON_ADDRESS"`}, r.Refused())
	r.Log(ctx)
	assert.NotContains(t, out.String(), "\x1b")
	assert.Equal(t, 4, strings.Count(out.String(), "\n"))
}

func TestZeroReportSaysNothing(t *testing.T) {
	ctx, out := capturing(t, slog.LevelDebug)
	Report{}.Log(ctx)
	assert.Empty(t, out.String())
	assert.Nil(t, Report{}.Withheld())
}
