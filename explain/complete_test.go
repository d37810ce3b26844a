package explain

import (
	"bytes"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/diag"
)

// hostileTitle is what a shell would act on if a script let it.
const hostileTitle = "a: [b] {c} $(touch pwned) `touch pwned` ; 'q' \"d\" \\ * ~ %s %F{red} \tx\n\x1b[31m ${HOME}"

func hostileOptions() Options {
	o := testOptions()
	o.Sources = []Source{{Catalog: prepared(&diag.Catalog{Prefix: "ACM", MinDigits: 4, MaxDigits: 4, Codes: []*diag.Descriptor{
		{Code: "ACM0042", Name: "DiskFull", Title: hostileTitle, Family: "fs", Level: slog.LevelError, Tags: []string{"$(touch pwned)", "a b", "io"}},
		{Code: "ACM0043", Name: "DiskSlow", Title: hostileTitle, Family: "net", Level: slog.LevelError},
	}})}}
	return o
}

func TestCandidates(t *testing.T) {
	a := testApp(false)
	for args, want := range map[string]string{
		".ACM004":             "ACM0042 ACM0043",
		".acm01":              "ACM0100 ACM0101",
		".01":                 "ACM0100 ACM0101",
		".Peer":               "PeerGone",
		".disk":               "DiskFull",
		"ACM0042|.ACM20":      "ACM2008",
		".com":                "completion",
		"completion|.":        "bash zsh fish powershell",
		"completion|.f":       "fish",
		"--format|.":          "text plain md json",
		"--format|=|.js":      "json",
		"--format|.=":         "text plain md json",
		".--format=p":         "--format=plain",
		".--nope=p":           "",
		"--family|.":          "fs net",
		"--tag|.d":            "disk",
		"--level|.w":          "warn",
		"--log|.":             ":files",
		"--fail-on|.e":        "error",
		".--fa":               "--family --fail-on",
		"--url|.ACM0042":      "ACM0042",
		"--search|.x":         "",
		"--|.--u":             "",
		"ACM0042|--color|.al": "always",
	} {
		var got []string
		for _, c := range a.candidates(strings.Split(args, "|")) {
			got = append(got, c.word)
		}
		assert.Equal(t, want, strings.Join(got, " "), args)
	}
	assert.Len(t, a.candidates([]string{"."}), 5)
	assert.Empty(t, a.candidates(nil))
}

func TestCompletionAnswersAreLines(t *testing.T) {
	status, out, _ := run(hostileOptions(), completeWord, ".ACM")
	assert.Equal(t, exitOK, status)
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	require.Len(t, lines, 2)
	for _, line := range lines {
		assert.Equal(t, 1, strings.Count(line, "\t"))
		assert.NotContains(t, line, "\x1b")
	}
	_, out, _ = run(hostileOptions(), completeWord, "--tag", ".")
	assert.Equal(t, "io\n", out, "a tag that is no single word is not offered")
}

func TestCompletionScriptsNameTheCommand(t *testing.T) {
	o := testOptions()
	o.Name = "runner explain"
	for _, shell := range shells {
		status, out, _ := run(o, "completion", shell)
		assert.Equal(t, exitOK, status, shell)
		assert.NotRegexp(t, "@[A-Z]+@", out, shell)
		assert.Contains(t, out, "runner", shell)
		assert.Contains(t, out, completeWord, shell)
	}
}

// completing lets a real shell complete a command line, with the hostile
// catalog, and returns what it printed.
func completing(t *testing.T, shell, script string) string {
	t.Helper()
	path, err := exec.LookPath(shell)
	if err != nil {
		t.Skipf("%s is not installed", shell)
	}
	dir := t.TempDir()
	exe, err := os.Executable()
	require.NoError(t, err)
	for _, name := range []string{"hostile-explain", "hostile"} {
		require.NoError(t, os.Symlink(exe, filepath.Join(dir, name)))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "run.log"), nil, 0o600))
	cmd := exec.Command(path, strings.Fields(map[string]string{"bash": "--norc", "zsh": "-f", "fish": "--no-config"}[shell])...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "HOME="+dir, "LANG=C.UTF-8", "TERM=dumb")
	cmd.Stdin = strings.NewReader(script)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	require.NoError(t, err, errs.String())
	assert.Empty(t, errs.String(), "what a script says stands on the line that is typed")
	assert.NoFileExists(t, filepath.Join(dir, "pwned"))
	return string(out)
}

func TestBash(t *testing.T) {
	t.Parallel()
	script := `
source <(hostile-explain completion bash)
try() { COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); COMPREPLY=(); $f; printf '<%s>' "${COMPREPLY[@]}"; echo; }
f=_hostile_explain_complete
try hostile-explain acm
try hostile-explain Disk
try hostile-explain --form
try hostile-explain --format = js
try hostile-explain --log ru
try hostile-explain --tag ''
COMP_TYPE=63 try hostile-explain ACM
try hostile-explain nothing
source <(hostile explain completion bash)
f=_hostile_explain_complete
try hostile explain ACM0042 ACM00
try hostile other ACM
try hostile ex
`
	lines := strings.Split(completing(t, "bash", script), "\n")
	require.Len(t, lines, 12)
	assert.Equal(t, "<ACM0042><ACM0043>", lines[0])
	assert.Equal(t, "<DiskFull><DiskSlow>", lines[1])
	assert.Equal(t, "<--format>", lines[2])
	assert.Equal(t, "<json>", lines[3])
	assert.Equal(t, "<run.log>", lines[4])
	assert.Equal(t, `<io>`, lines[5])
	assert.Contains(t, lines[6], "<ACM0042  a: [b] {c} $(touch pwned)")
	assert.Equal(t, "<>", lines[7])
	assert.Equal(t, "<ACM0042><ACM0043>", lines[8])
	assert.Equal(t, "<>", lines[9])
	assert.Equal(t, "<>", lines[10])
}

func TestFish(t *testing.T) {
	t.Parallel()
	out := completing(t, "fish", `
hostile-explain completion fish | source
complete -C 'hostile-explain acm'
echo ==
complete -C 'hostile-explain '
echo ==
complete -C 'hostile-explain --format '
echo ==
complete -C 'hostile-explain --log ru'
echo ==
complete -C 'hostile-explain --log=ru'
echo ==
complete -C '~/hostile-explain acm'
echo ==
complete -C '$nowhere/hostile-explain acm'
echo ==
hostile explain completion fish | source
complete -C 'hostile explain Disk'
echo ==
complete -C 'hostile other Disk'
`)
	parts := strings.Split(out, "==\n")
	require.Len(t, parts, 9)
	assert.Contains(t, parts[0], "ACM0042\ta: [b] {c} $(touch pwned)")
	assert.Contains(t, parts[1], "ACM0043\t")
	assert.Contains(t, parts[2], "json")
	assert.Contains(t, parts[3], "run.log")
	assert.Contains(t, parts[4], "--log=run.log")
	assert.Contains(t, parts[5], "ACM0042\t", "HOME is the folder of the test")
	assert.NotContains(t, parts[6], "ACM0042")
	assert.Contains(t, parts[7], "DiskFull\tACM0042")
	assert.NotContains(t, parts[8], "DiskFull")
}

// Zsh completes in its line editor only, so the test stands in for the two
// builtins that the script calls there.
func TestZsh(t *testing.T) {
	t.Parallel()
	out := completing(t, "zsh", `
compdef() { }
compset() { print -r -- "compset $*" }
_files() { print -r -- FILES }
compadd() { [[ $1 == -U ]] && { print -r -- UNCHECKED; shift }; local d=$argv[(i)-d]; local name=$argv[d+1]; print -r -- "$argv[d+3,-1]"; print -rl -- ${(P)name} }
eval "$(hostile-explain completion zsh)"
try() { words=("$@"); CURRENT=$#; _hostile_explain_complete }
try hostile-explain acm
try hostile-explain --log ''
try hostile-explain --format ''
try hostile-explain 004
eval "$(hostile explain completion zsh)"
try hostile explain Disk
try hostile other Disk; print -r -- "status $?"
`)
	assert.Contains(t, out, "ACM0042 ACM0043\nACM0042  a: [b] {c} $(touch pwned) `touch pwned`")
	assert.Contains(t, out, "compset -P --*=\nFILES\n")
	assert.Contains(t, out, "UNCHECKED\nACM0042 ACM0043\n")
	assert.Equal(t, 1, strings.Count(out, "UNCHECKED"))
	assert.Contains(t, out, "text plain md json\n")
	assert.Contains(t, out, "DiskFull DiskSlow\n")
	assert.Contains(t, out, "status 1\n")
}
