package envguard

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	sock = "MAGUS_DAEMON_SOCKET=unix:///run/p.sock"
	addr = "MAGUS_DAEMON_ADDRESS=tcp://127.0.0.1:7"
)

// A fault is one way in which environments went wrong in some program, with
// the right behaviour. Where Windows rules or Rebuild differ from the answer
// of Inherit under Unix rules, the fields say so.
type fault struct {
	name            string
	base, overrides []string
	config          Config // Mode and Fold are set by the test; Allow and Deny are for Rebuild only

	inherit, inheritWin, rebuild, rebuildWin []string

	withheld, withheldWin   []string
	refused, refusedWin     []string
	dropped                 []string
	malformed, malformedWin int
	stripped, strippedWin   int // of Rebuild
}

var only = []string{"MAGUS_DAEMON_SOCKET"}

var faults = []fault{
	{
		name:    "duplicates of a withheld name all go, wherever they stand",
		base:    []string{sock, "HOME=/h", "MAGUS_DAEMON_SOCKET=2", "TERM=x", "MAGUS_DAEMON_SOCKET=3"},
		inherit: []string{"HOME=/h", "TERM=x"}, rebuild: []string{"HOME=/h", "TERM=x"}, withheld: only,
	},
	{
		name:    "duplicates of other names stay for os/exec, in order",
		base:    []string{"PATH=/a", "PATH=/b", "PATH=/c"},
		inherit: []string{"PATH=/a", "PATH=/b", "PATH=/c"}, rebuild: []string{"PATH=/a", "PATH=/b", "PATH=/c"},
	},
	{
		name: "dedup leaves the last of each", config: Config{Dedup: true},
		base: []string{"PATH=/a", "HOME=/h", "PATH=/b"}, overrides: []string{"HOME=/o"},
		inherit: []string{"PATH=/b", "HOME=/o"}, rebuild: []string{"PATH=/b", "HOME=/o"},
	},
	{
		name: "dedup folds on Windows", config: Config{Dedup: true},
		base:    []string{"Path=/a", "PATH=/b"},
		inherit: []string{"Path=/a", "PATH=/b"}, inheritWin: []string{"PATH=/b"},
		rebuild: []string{"PATH=/b"}, rebuildWin: []string{"PATH=/b"}, stripped: 1, strippedWin: 0,
	},
	{
		name:    "Path and PATH are two on Unix and both admitted on Windows",
		base:    []string{"Path=/a", "PATH=/b"},
		inherit: []string{"Path=/a", "PATH=/b"}, rebuild: []string{"PATH=/b"}, rebuildWin: []string{"Path=/a", "PATH=/b"},
		stripped: 1, strippedWin: 0,
	},
	{
		name:    "case does not count on Windows only",
		base:    []string{"magus_daemon_socket=1", "Magus_Daemon_Address=2", "home=/h"},
		inherit: []string{"magus_daemon_socket=1", "Magus_Daemon_Address=2", "home=/h"}, inheritWin: []string{"home=/h"},
		rebuild: []string{}, rebuildWin: []string{"home=/h"},
		withheldWin: []string{DaemonSocket, DaemonAddress}, stripped: 3, strippedWin: 0,
	},
	{
		name:    "Kelvin sign and long s count as K and S when withholding on Windows",
		base:    []string{"MAGUS_DAEMON_\u017fOC\u212aET=1"},
		inherit: []string{"MAGUS_DAEMON_\u017fOC\u212aET=1"}, inheritWin: []string{}, rebuild: []string{},
		withheldWin: only, stripped: 1, strippedWin: 0,
	},
	{
		name:    "Kelvin sign and long s do not count when admitting",
		base:    []string{"\u017fHELL=/bin/sh", "TO\u212aEN=1"},
		config:  Config{Allow: []string{"TOKEN"}},
		inherit: []string{"\u017fHELL=/bin/sh", "TO\u212aEN=1"}, rebuild: []string{}, stripped: 2, strippedWin: 2,
	},
	{
		name:    "Kelvin sign counts when denying on Windows",
		base:    []string{"NPM_TO\u212aEN=1", "NPM_OK=2"},
		config:  Config{Allow: []string{"NPM_*"}, Deny: []string{"NPM_TOKEN"}},
		inherit: []string{"NPM_TO\u212aEN=1", "NPM_OK=2"}, rebuild: []string{"NPM_TO\u212aEN=1", "NPM_OK=2"}, rebuildWin: []string{"NPM_OK=2"},
		strippedWin: 1,
	},
	{
		name:    "entries without an equals sign go, a bare withheld name is withheld",
		base:    []string{"JUNK", "MAGUS_DAEMON_SOCKET", "HOME=/h"},
		inherit: []string{"HOME=/h"}, rebuild: []string{"HOME=/h"}, withheld: only, malformed: 1, malformedWin: 1,
	},
	{
		name:    "drive entries of Windows live on in Inherit, both of them",
		base:    []string{`=C:=C:\src`, `=D:=D:\`, "=ExitCode=00000001"},
		inherit: []string{}, inheritWin: []string{`=C:=C:\src`, `=D:=D:\`, "=ExitCode=00000001"}, rebuild: []string{},
		malformed: 3, malformedWin: 0, strippedWin: 3,
	},
	{
		name:    "empty entries and empty names go",
		base:    []string{"", "=", "=x", "==", "==x=1", "HOME=/h"},
		inherit: []string{"HOME=/h"}, rebuild: []string{"HOME=/h"}, malformed: 5, malformedWin: 5,
	},
	{
		name:    "an equals sign in front does not hide a withheld name",
		base:    []string{"=MAGUS_DAEMON_SOCKET=x", "==MAGUS_DAEMON_SOCKET=x", "=MAGUS_DAEMON_SOCKET"},
		inherit: []string{}, rebuild: []string{}, withheld: only,
	},
	{
		name:    "a NUL byte in an inherited entry drops it",
		base:    []string{"A=1\x00MAGUS_DAEMON_SOCKET=x", "HOME\x00=1", "MAGUS_DAEMON_ADDRESS\x00=y", "HOME=/h"},
		inherit: []string{"HOME=/h"}, rebuild: []string{"HOME=/h"}, malformed: 3, malformedWin: 3,
	},
	{
		name:    "a newline in a value makes no new variable",
		base:    []string{"TERM=1\nMAGUS_DAEMON_SOCKET=x"},
		inherit: []string{"TERM=1\nMAGUS_DAEMON_SOCKET=x"}, rebuild: []string{"TERM=1\nMAGUS_DAEMON_SOCKET=x"},
	},
	{
		name:    "bytes that are no UTF-8 pass unchanged",
		base:    []string{"TERM=\xff\xfe", "LC_\xff=\x80", "HOME=a=b=c"},
		inherit: []string{"TERM=\xff\xfe", "LC_\xff=\x80", "HOME=a=b=c"}, rebuild: []string{"TERM=\xff\xfe", "LC_\xff=\x80", "HOME=a=b=c"},
	},
	{
		name:    "values are not trimmed and may be empty",
		base:    []string{"HOME= /h ", "TERM="},
		inherit: []string{"HOME= /h ", "TERM="}, rebuild: []string{"HOME= /h ", "TERM="},
	},
	{
		name:    "an exact entry is no prefix",
		base:    []string{"USER=u", "USER_API_TOKEN=t", "PATHS=p", "LC=l"},
		inherit: []string{"USER=u", "USER_API_TOKEN=t", "PATHS=p", "LC=l"}, rebuild: []string{"USER=u"}, stripped: 3, strippedWin: 3,
	},
	{
		name:    "deny beats allow in each pairing of name and pattern",
		base:    []string{"AA=1", "AB_X=1", "AC=1", "AD_X=1", "AD_Y=1", "OK=1"},
		config:  Config{Allow: []string{"AA", "AB_X", "AC*", "AD_*", "OK"}, Deny: []string{"AA", "AB_*", "AC", "AD_X*"}},
		inherit: []string{"AA=1", "AB_X=1", "AC=1", "AD_X=1", "AD_Y=1", "OK=1"}, rebuild: []string{"AD_Y=1", "OK=1"},
		stripped: 4, strippedWin: 4,
	},
	{
		name:    "deny beats the list of Rebuild",
		base:    []string{"HOME=/h", "LC_ALL=C", "LANG=C"},
		config:  Config{Deny: []string{"HOME", "LC_*"}},
		inherit: []string{"HOME=/h", "LC_ALL=C", "LANG=C"}, rebuild: []string{"LANG=C"}, stripped: 2, strippedWin: 2,
	},
	{
		name:    "withheld beats every allow",
		base:    []string{sock, "MAGUS_X=1", addr},
		config:  Config{Allow: []string{"MAGUS_*", "M*"}},
		inherit: []string{"MAGUS_X=1"}, rebuild: []string{"MAGUS_X=1"}, withheld: []string{DaemonSocket, DaemonAddress},
	},
	{
		name:    "nothing left is an empty environment, not all of it",
		base:    []string{sock},
		inherit: []string{}, rebuild: []string{}, withheld: only,
	},
	{
		name:    "no base is an empty environment, not all of it",
		inherit: []string{}, rebuild: []string{},
	},
	{
		name:    "an empty value counts as present",
		base:    []string{"MAGUS_DAEMON_SOCKET="},
		inherit: []string{}, rebuild: []string{}, withheld: only,
	},
	{
		name:    "reports follow the policy's order",
		base:    []string{"EXTRA=1", addr, sock},
		config:  Config{Withhold: []string{"EXTRA"}},
		inherit: []string{}, rebuild: []string{}, withheld: []string{DaemonSocket, DaemonAddress, "EXTRA"},
	},
	{
		name: "an override of a withheld name is refused and hides no report", base: []string{sock, "HOME=/h"},
		overrides: []string{"MAGUS_DAEMON_SOCKET=mine", "MAGUS_DAEMON_SOCKET=", "MAGUS_DAEMON_SOCKET", "=MAGUS_DAEMON_SOCKET=x", "A=1"},
		inherit:   []string{"HOME=/h", "A=1"}, rebuild: []string{"HOME=/h", "A=1"}, withheld: only,
		refused: []string{DaemonSocket, DaemonSocket, DaemonSocket, `"=MAGUS_DAEMON_SOCKET"`},
	},
	{
		name: "an override in another case is refused on Windows", overrides: []string{"magus_daemon_socket=mine"},
		inherit: []string{"magus_daemon_socket=mine"}, inheritWin: []string{}, rebuild: []string{"magus_daemon_socket=mine"}, rebuildWin: []string{},
		refusedWin: []string{"magus_daemon_socket"},
	},
	{
		name: "overrides need no allow and follow base", base: []string{"SECRET=b", "HOME=/h"}, overrides: []string{"SECRET=o", "HOME=/o"},
		config:  Config{Deny: []string{"SECRET"}},
		inherit: []string{"SECRET=b", "HOME=/h", "SECRET=o", "HOME=/o"}, rebuild: []string{"HOME=/h", "SECRET=o", "HOME=/o"}, stripped: 1, strippedWin: 1,
	},
	{
		name: "malformed overrides go", overrides: []string{"", "JUNK", "=", "=C:=C:\\", "A=1"},
		inherit: []string{"A=1"}, rebuild: []string{"A=1"}, malformed: 4, malformedWin: 4,
	},
	{
		name: "Self replaces what was inherited", base: []string{"MAGUS_LEVEL=7", "HOME=/h", "MAGUS_LEVEL=8", "magus_level=9"},
		config:  Config{Self: []string{"MAGUS_LEVEL=1"}},
		inherit: []string{"HOME=/h", "magus_level=9", "MAGUS_LEVEL=1"}, inheritWin: []string{"HOME=/h", "MAGUS_LEVEL=1"},
		rebuild: []string{"HOME=/h", "MAGUS_LEVEL=1"}, stripped: 1, strippedWin: 0,
	},
	{
		name: "an op cannot lie about what Self sets", overrides: []string{"MAGUS_LEVEL=9", "MAGUS=/evil"},
		config:  Config{Self: []string{"MAGUS=/bin/magus", "MAGUS_LEVEL=1"}, Overridable: []string{"MAGUS_LEVEL"}},
		inherit: []string{"MAGUS=/bin/magus", "MAGUS_LEVEL=1", "MAGUS_LEVEL=9"}, rebuild: []string{"MAGUS=/bin/magus", "MAGUS_LEVEL=1", "MAGUS_LEVEL=9"},
		dropped: []string{"MAGUS"},
	},
	{
		name:    "junk before the target does not stop the scan",
		base:    []string{"\x00", "=\x00", "\xff", "", "=", sock, "HOME=/h"},
		inherit: []string{"HOME=/h"}, rebuild: []string{"HOME=/h"}, withheld: only, malformed: 5, malformedWin: 5,
	},
	{
		name: "values of pointers under other names stay unless echoes are stripped", base: []string{"MY_COPY=unix:///run/p.sock", sock},
		inherit: []string{"MY_COPY=unix:///run/p.sock"}, rebuild: []string{}, withheld: only, stripped: 1, strippedWin: 1,
	},
	{
		name: "blanks around a name make another name", base: []string{" MAGUS_DAEMON_SOCKET=1", "MAGUS_DAEMON_SOCKET =2", "MAGUS_DAEMON_SOCKET_X=3", "MAGUS_DAEMON_SOCKE=4"},
		inherit: []string{" MAGUS_DAEMON_SOCKET=1", "MAGUS_DAEMON_SOCKET =2", "MAGUS_DAEMON_SOCKET_X=3", "MAGUS_DAEMON_SOCKE=4"}, rebuild: []string{}, stripped: 4, strippedWin: 4,
	},
	{
		name:    "Rebuild passes its list and nothing else",
		base:    rebuildSample,
		inherit: rebuildSample,
		rebuild: strings.Fields("HOME=1 PATH=1 USER=1 LOGNAME=1 SHELL=1 TMPDIR=1 TZ=1 LANG=1 LANGUAGE=1 LC_ALL=1 LC_X=1 TERM=1 COLORTERM=1 NO_COLOR=1 COLUMNS=1 LINES=1 MAGUS=1 MAGUS_LEVEL=1 MAGUS_DIAG=1"),
		rebuildWin: strings.Fields("HOME=1 PATH=1 USER=1 LOGNAME=1 SHELL=1 TMPDIR=1 TZ=1 LANG=1 LANGUAGE=1 LC_ALL=1 LC_X=1 TERM=1 COLORTERM=1 NO_COLOR=1 COLUMNS=1 LINES=1 MAGUS=1 MAGUS_LEVEL=1 MAGUS_DIAG=1 " +
			"SYSTEMROOT=1 WINDIR=1 COMSPEC=1 PATHEXT=1 TEMP=1 TMP=1 USERPROFILE=1"),
		stripped: 17, strippedWin: 10,
	},
}

var rebuildSample = strings.Fields("HOME=1 PATH=1 USER=1 LOGNAME=1 SHELL=1 TMPDIR=1 TZ=1 LANG=1 LANGUAGE=1 LC_ALL=1 LC_X=1 TERM=1 COLORTERM=1 NO_COLOR=1 COLUMNS=1 LINES=1 MAGUS=1 MAGUS_LEVEL=1 MAGUS_DIAG=1 " +
	"SYSTEMROOT=1 WINDIR=1 COMSPEC=1 PATHEXT=1 TEMP=1 TMP=1 USERPROFILE=1 PWD=1 OLDPWD=1 SSH_AUTH_SOCK=1 GITHUB_TOKEN=1 MAGUS_OTHER=1 LD_PRELOAD=1 LC=1 TERMINFO=1 PS1=1 EDITOR=1")

func TestFaults(t *testing.T) {
	for _, f := range faults {
		for _, mode := range []Mode{Inherit, Rebuild} {
			for _, fold := range []FoldRule{FoldAuto, FoldNever, FoldWindows} {
				t.Run(fmt.Sprintf("%s/%s/%s", f.name, mode, fold), func(t *testing.T) { f.run(t, mode, fold) })
			}
		}
	}
}

func (f fault) run(t *testing.T, mode Mode, fold FoldRule) {
	c := f.config
	c.Mode, c.Fold = mode, fold
	windows := fold == FoldWindows || fold == FoldAuto && runtime.GOOS == "windows"
	want, withheld, refused, malformed, stripped := f.inherit, f.withheld, f.refused, f.malformed, 0
	if mode == Inherit {
		c.Allow, c.Deny = nil, nil
		if windows && f.inheritWin != nil {
			want = f.inheritWin
		}
	} else {
		want, stripped = f.rebuild, f.stripped
		if windows && f.rebuildWin != nil {
			want = f.rebuildWin
		}
	}
	if windows {
		malformed = f.malformedWin
		if mode == Rebuild {
			stripped = f.strippedWin
		}
		if f.withheldWin != nil {
			withheld = f.withheldWin
		}
		if f.refusedWin != nil {
			refused = f.refusedWin
		}
	}
	got, r, err := compile(t, c).AppendOp(nil, f.base, f.overrides)
	require.NoError(t, err)
	require.NotNil(t, got)
	assert.Equal(t, want, got)
	assert.Equal(t, withheld, r.Withheld(), "withheld")
	assert.Equal(t, refused, r.Refused(), "refused")
	assert.Equal(t, f.dropped, r.Dropped(), "dropped")
	assert.Equal(t, malformed, r.Malformed(), "malformed")
	assert.Equal(t, stripped, r.Stripped(), "stripped")
	assert.Nil(t, r.Injected())
}
