package diag_test

import (
	"context"
	"fmt"
	"log/slog"
	"os/exec"
	"runtime"
	"testing"

	"github.com/egladman/magus/diag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTextForm(t *testing.T) {
	b := into(t, diag.Options{})
	diag.Emit(TST0001, slog.Any("vars", []string{"A"}))
	diag.Emit(TST0001, slog.String("var", "A"))
	diag.Emit(TST0002, slog.String("path", "/etc/x"))
	diag.Emit(TST0003, slog.Int("stripped_count", 3), slog.String("cmd", "go build"))
	diag.Emit(TST0007, slog.Group("g", slog.Int("k", 1), slog.Group("h", slog.String("empty", ""))))
	assert.Equal(t, `[TST0001] withheld pointer(s) (see https://example.com/codes/TST0001.md)
  vars=[A]
[TST0001] injected
  var=A
[TST0002] denied: /etc/x (see https://example.com/codes/TST0002.md)
[TST0003] env vars stripped from child process by sandbox (see https://example.com/codes/TST0003.md)
  cmd="go build" stripped_count=3
[TST0007] free
  g.k=1 g.h.empty=""
`, b.String())
}

func TestJSONForm(t *testing.T) {
	b := into(t, diag.Options{Format: diag.JSON, Time: diag.TimeOff})
	diag.Emit(TST0001, slog.Any("vars", []string{"A", "B C"}))
	diag.Emit(TST0002, slog.String("path", `C:\x`))
	diag.Emit(TST0007)
	assert.Equal(t, `{"level":"INFO","code":"TST0001","name":"SocketWithheld","event":"withheld","url":"https://example.com/codes/TST0001.md","msg":"withheld pointer(s)","fields":{"vars":["A","B C"]}}
{"level":"ERROR","code":"TST0002","name":"PathDenied","url":"https://example.com/codes/TST0002.md","msg":"denied: C:\\x","fields":{"path":"C:\\x"}}
{"level":"ERROR","code":"TST0007","name":"Free","msg":"free"}
`, b.String())
}

func TestFieldsThatFitNoEvent(t *testing.T) {
	b := into(t, diag.Options{Links: diag.LinksNever})
	diag.Emit(TST0001, slog.String("nope", "x"))
	diag.Emit(TST0002)
	diag.Emit(TST0001, slog.Bool("!misfit", false), slog.String("var", "x"))
	diag.Emit(TST0007, slog.Bool("!misfit", true))
	assert.Equal(t, `[TST0001] socket withheld
  nope=x !misfit=true
[TST0002] path denied
  !misfit=true
[TST0001] socket withheld
  var=x !misfit=true
[TST0007] free
  "!misfit"=true
`, b.String(), "only our mark stands unquoted")
}

// pointerCode is a code of a kind that no generator writes.
type pointerCode struct{ s string }

func (c *pointerCode) Error() string                { return c.s }
func (c *pointerCode) Descriptor() *diag.Descriptor { return nil }

func TestUnknownCodes(t *testing.T) {
	b := into(t, diag.Options{Level: atLevel(slog.LevelError)})
	diag.Emit(testCode("TST9999"), slog.Int("n", 1))
	diag.Emit(testCode(""))
	diag.Emit(nil)
	diag.Emit((*pointerCode)(nil))
	diag.Emit(testCode("a] b\n[TST0001"))
	assert.Equal(t, `[TST9999] !unknown
  n=1
[] !unknown
[] !unknown
[<nil>] !unknown
["a] b\n[TST0001"] !unknown
`, b.String())
	b = into(t, diag.Options{Format: diag.JSON, Time: diag.TimeOff})
	diag.Emit(testCode("TST9999"))
	assert.Equal(t, `{"level":"ERROR","code":"TST9999","msg":"!unknown"}`+"\n", b.String())
}

func TestLinks(t *testing.T) {
	for mode, want := range map[diag.LinkMode][2]bool{
		diag.LinksFirst: {true, false}, diag.LinksAlways: {true, true}, diag.LinksNever: {false, false},
	} {
		b := into(t, diag.Options{Links: mode})
		for i := range 2 {
			b.Reset()
			diag.Emit(TST0003, slog.String("cmd", "x"), slog.Int("stripped_count", 1))
			assert.Equal(t, want[i], bytesContain(b, "(see "), "mode %d, record %d", mode, i)
		}
	}
	one, two := into(t, diag.Options{}), into(t, diag.Options{})
	diag.Emit(TST0006)
	assert.Empty(t, one.String())
	assert.Contains(t, two.String(), "(see ", "each sink shows the link of its own")
}

func testSourceIsTheCallersLine(t *testing.T) {
	b := into(t, diag.Options{Source: true, Links: diag.LinksNever})
	diag.Emit(TST0007)
	diag.EmitContext(context.Background(), TST0007)
	EmitTyped(context.Background(), "x", 1)
	wrapper()
	_, _, line, _ := runtime.Caller(0)
	assert.Equal(t, fmt.Sprintf(`[TST0007] free
  !source=diag/emit_test.go:%d
[TST0007] free
  !source=diag/emit_test.go:%d
[TST0003] env vars stripped from child process by sandbox
  cmd=x stripped_count=1 !source=diag/emit_test.go:%d
[TST0007] free
  !source=diag/emit_test.go:%d
`, line-4, line-3, line-2, line-1), b.String())
	b = into(t, diag.Options{Source: true, Format: diag.JSON})
	diag.Emit(TST0007)
	assert.Contains(t, b.String(), `"source":{"function":"github.com/egladman/magus/diag_test.testSourceIsTheCallersLine","file":`)
}

// testSourceWithoutInlining runs the test above in a build where each function
// has a frame of its own: what counts frames must not rely on either way.
func testSourceWithoutInlining(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command on this machine")
	}
	out, err := exec.Command("go", "test", "-count=1", "-vet=off", "-gcflags=-l", "-run", "^TestFaultTable$/^2.6,", ".").CombinedOutput()
	require.NoError(t, err, string(out))
	assert.NotContains(t, string(out), "no tests to run")
}

func TestCounts(t *testing.T) {
	into(t, diag.Options{})
	before := countOf(TST0006)
	for range 3 {
		diag.Emit(TST0006)
	}
	diag.Emit(TST0004, slog.Int("n", 1)) // disabled: not counted
	assert.EqualValues(t, 3, countOf(TST0006)-before, "records that a limit holds back count too")
	assert.Equal(t, "", diag.Summary(nil, "x"))
	assert.Equal(t, "1 diagnostic: TST0001 ×14; magus-explain TST0001",
		diag.Summary([]diag.Count{{Descriptor: TST0001.Descriptor(), N: 14}}, "magus-explain"))
	assert.Equal(t, "2 diagnostics: TST0001 ×14, TST0003 ×1",
		diag.Summary([]diag.Count{{TST0001.Descriptor(), 14}, {TST0003.Descriptor(), 1}}, ""))
	assert.Equal(t, `1 diagnostic: X\n\x1b[2J ×1; magus-explain X\n\x1b[2J`,
		diag.Summary([]diag.Count{{&diag.Descriptor{Code: "X\n\x1b[2J"}, 1}}, "magus-explain"))
}

func countOf(c diag.Code) uint64 {
	for _, n := range diag.Counts() {
		if n.Descriptor == c.Descriptor() {
			return n.N
		}
	}
	return 0
}
