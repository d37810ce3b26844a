package ghactions

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/diag/internal/testcat"
)

// sinkOf returns a context that carries a handler of this package onto b.
func sinkOf(b *bytes.Buffer, o diag.Options, env map[string]string) context.Context {
	if o.Level == nil {
		o.Level = new(slog.LevelVar)
		o.Level.Set(slog.LevelDebug)
	}
	h := newHandler(b, o, func(k string) string { return env[k] })
	return diag.WithHandler(context.Background(), h)
}

func TestAnnotations(t *testing.T) {
	var b bytes.Buffer
	ctx := sinkOf(&b, diag.Options{}, map[string]string{"GITHUB_WORKSPACE": "/home/ci/p"})
	diag.EmitContext(ctx, testcat.Note, slog.String("file", "/home/ci/p/a/b.go"), slog.Int("line", 7), slog.String("detail", "x y"))
	diag.EmitContext(ctx, testcat.Warn, slog.Any("what", []string{"a", "b c"}), slog.String("token", "hunter2"))
	diag.EmitContext(ctx, testcat.Fail)
	diag.EmitContext(ctx, testcat.Trace)
	diag.EmitContext(ctx, testcat.Unknown, slog.Int("k", 1))
	diag.EmitContext(ctx, testcat.Code(""))

	assert.Equal(t, []string{
		"::notice file=a/b.go,line=7,title=TST1001 ThingNoted::[TST1001] noted a thing (see https://example.com/codes/TST1001.md)" +
			`%0A  file=/home/ci/p/a/b.go line=7 detail="x y"`,
		"::warning title=TST1002 TST1002::" + `[TST1002] doubt about [a "b c"] (see relative/TST1002.md)` +
			`%0A  what=[a "b c"] token=[redacted]`,
		"::error title=TST1003::[TST1003] thing gone wrong (see https://example.com/codes/TST1003.md)",
		"::debug::[TST1004] thing traced",
		"::error title=TST9999::[TST9999] !unknown%0A  k=1",
		"::error::[] !unknown",
		"",
	}, strings.Split(b.String(), "\n"))
}

func TestOrdinaryRecords(t *testing.T) {
	var b bytes.Buffer
	h := newHandler(&b, diag.Options{Source: true}, func(string) string { return "" })
	l := slog.New(h).With("w", 1).WithGroup("g")
	l.Warn("50% done: now, then", "k", "v")

	assert.Regexp(t, `^::warning file=[^,:]+handler_test\.go,line=\d+::50%25 done: now, then%0A  w=1 g\.k=v\n$`, b.String())
}

func TestPlaces(t *testing.T) {
	for want, fields := range map[string][]slog.Attr{
		" file=x%3Ay%2Cz.go,line=3,endLine=3,col=5,endColumn=6": {
			slog.String("file", "x:y,z.go"), slog.Int("line", 3), slog.Int("end_line", 3), slog.Int("col", 5), slog.Int("end_col", 6),
		},
		" file=a.go,line=3,endLine=4": { // several lines have no columns
			slog.String("file", "a.go"), slog.Int("line", 3), slog.Int("end_line", 4), slog.Int("col", 5), slog.Int("end_col", 6),
		},
		" file=b.go,line=3,col=5": { // ends before the beginning
			slog.String("file", "b.go"), slog.Int("line", 3), slog.Int("end_line", 2), slog.Int("col", 5), slog.Int("end_col", 4),
		},
		" file=c.go":        {slog.String("file", "c.go"), slog.Int("end_line", 2), slog.Int("col", 5), slog.Int("end_col", 6)},
		" file=d.go,line=1": {slog.String("file", "d.go"), slog.Int("line", 1), slog.Int("end_col", 6)},
		" file=p.go,line=3": {slog.String("path", "p.go"), slog.String("line", "03")},
		" file=f.go":        {slog.String("file", "f.go"), slog.Int("line", -1), slog.String("col", "1,title=x")},
		"":                  {slog.String("path", "/etc/passwd"), slog.Int("line", 0)},
	} {
		var b bytes.Buffer
		h := newHandler(&b, diag.Options{}, func(string) string { return "" })
		slog.New(h).LogAttrs(t.Context(), slog.LevelError, "m", fields...)
		assert.True(t, strings.HasPrefix(b.String(), "::error"+want+"::m%0A"), "%q in %q", want, b.String())
	}
}

func TestWorkspaceOfWindows(t *testing.T) {
	s := sink{workspace: `D:\a\p\p`}
	assert.Equal(t, "x/y.go", s.relative(`D:\a\p\p\x\y.go`))
	assert.Equal(t, `D:\a\q\y.go`, s.relative(`D:\a\q\y.go`))
	assert.Equal(t, "x.go", s.relative("x.go"))
}

func TestLinksNever(t *testing.T) {
	var b bytes.Buffer
	ctx := sinkOf(&b, diag.Options{Links: diag.LinksNever}, nil)
	diag.EmitContext(ctx, testcat.Fail)
	assert.Equal(t, "::error title=TST1003::[TST1003] thing gone wrong\n", b.String())
}

// unescape is what the runner does with a command line: its name, its
// properties and its message. It fails the test when there is no command.
func unescape(t *testing.T, line string) (name string, props map[string]string, msg string) {
	t.Helper()
	rest, ok := strings.CutPrefix(line, "::")
	require.True(t, ok, "%q", line)
	head, msg, ok := strings.Cut(rest, "::")
	require.True(t, ok, "%q", line)
	name, list, _ := strings.Cut(head, " ")
	props = map[string]string{}
	if list != "" {
		for p := range strings.SplitSeq(list, ",") {
			k, v, ok := strings.Cut(p, "=")
			require.True(t, ok, "%q", line)
			require.NotContains(t, props, k)
			props[k] = strings.NewReplacer("%3A", ":", "%2C", ",", "%0D", "\r", "%0A", "\n", "%25", "%").Replace(v)
		}
	}
	return name, props, strings.NewReplacer("%0D", "\r", "%0A", "\n", "%25", "%").Replace(msg)
}

func FuzzOneCommandPerRecord(f *testing.F) {
	f.Add("msg", "key", "value", "file.go")
	f.Add("a\n::error::forged", "k\r\n::stop-commands::x", "##[set-env name=A]b", "f,line=9::x")
	f.Add("%0A::warning::x", "%", "\x1b[2J\u202e\u009b", "a%2C\n")
	f.Add("::add-mask::x", "", "\xff", "::")
	f.Fuzz(func(t *testing.T, msg, key, value, file string) {
		var b bytes.Buffer
		h := newHandler(&b, diag.Options{}, func(string) string { return "" })
		slog.New(h).LogAttrs(t.Context(), slog.LevelWarn, msg, slog.String("file", file), slog.String(key, value))
		ctx := diag.WithHandler(t.Context(), h)
		diag.EmitContext(ctx, testcat.Code(msg), slog.String(key, value))

		lines := strings.Split(b.String(), "\n")
		require.Len(t, lines, 3)
		require.Empty(t, lines[2])
		for i, line := range lines[:2] {
			require.NotContains(t, line, "\r")
			for _, c := range []byte(line) {
				require.False(t, c < ' ' || c == 0x7f, "%q", line)
			}
			name, props, text := unescape(t, line)
			require.Equal(t, []string{"warning", "error"}[i], name)
			for k := range props {
				require.Contains(t, []string{"file", "line", "endLine", "col", "endColumn", "title"}, k)
			}
			for _, l := range strings.Split(text, "\n")[1:] {
				require.True(t, strings.HasPrefix(l, "  "), "%q", text)
			}
		}
	})
}
