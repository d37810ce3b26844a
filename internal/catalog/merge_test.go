package catalog

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// git runs git in the shelf's folder, away from the settings of the user.
func (s shelf) git(args ...string) {
	s.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull,
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	out, err := cmd.CombinedOutput()
	require.NoError(s, err, "git %v: %s", args, out)
}

func (s shelf) commit(msg string) {
	s.git("add", "-A")
	s.git("commit", "-qm", msg)
}

// Two branches that each add a page at the same place of the lock merge without
// a conflict, without renumbering, and generate clean.
func TestMerge(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git on this machine")
	}
	s := newShelf(t)
	s.write(".gitattributes", "codes.lock merge=union\n")
	s.git("init", "-qb", "main")
	s.ship()
	s.commit("base")

	s.git("checkout", "-qb", "left")
	s.write("one/TST1004.md", front("TST1004: left", "name: Left", "level: error"))
	s.write("one/TST1008.md", front("TST1008: left too", "level: error"))
	s.ship()
	s.commit("left")

	s.git("checkout", "-q", "main")
	s.git("checkout", "-qb", "right")
	s.write("one/TST1005.md", front("TST1005: right", "name: Right", "level: warn"))
	s.edit("one/TST1001.md", "level:", "status: {state: deprecated}\nlevel:")
	s.ship()
	s.commit("right")

	s.git("merge", "-q", "--no-edit", "left")
	s.ship()
	lock, err := os.ReadFile(s.dir + "/codes.lock")
	require.NoError(t, err)
	assert.Equal(t, `TST1001 FileUnreadable one error deprecated (path:path,reason:error)
TST1002 Several one info active first(n:int) second@warn(s:string,t:string)
TST1003 Gone one warn retired
TST1004 Left one error active
TST1005 Right one warn active
TST1008 - one error active
TST2001 - two warn active
`, string(lock))

	// Both branches change the promise of one code: somebody has to choose.
	s.commit("merged")
	s.git("checkout", "-qb", "louder")
	s.edit("one/TST1004.md", "level: error", "level: warn")
	s.ship("TST1004")
	s.commit("louder")
	s.git("checkout", "-q", "right")
	s.edit("one/TST1004.md", "name: Left", "name: Left\nmessage: \"x\"")
	s.edit("one/TST1004.md", "level: error", "level: info")
	s.ship("TST1004")
	s.commit("quieter")
	cmd := exec.Command("git", "merge", "-q", "louder")
	cmd.Dir = s.dir
	_ = cmd.Run() // the page has a conflict, the lock has both lines
	_, msg := s.load()
	assert.Contains(t, msg, "two different lines for TST1004, as a merge can leave them")
	assert.Contains(t, msg, "remove the one that its page contradicts")
}
