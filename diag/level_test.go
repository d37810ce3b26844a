package diag_test

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"os/exec"
	"testing"

	"github.com/egladman/magus/diag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLevels(t *testing.T) {
	lv := new(slog.LevelVar)
	b := into(t, diag.Options{Level: lv, Links: diag.LinksNever})
	emit := func() {
		diag.Emit(TST0004, slog.Int("n", 1))
		diag.Emit(TST0004, slog.Int("m", 1))
		diag.Emit(TST0002, slog.String("path", "x"))
	}
	emit()
	assert.Equal(t, "[TST0004] something to see\n  m=1\n[TST0002] denied: x\n", b.String())
	b.Reset()
	lv.Set(slog.LevelDebug)
	assert.True(t, diag.On(slog.LevelDebug))
	emit()
	assert.Contains(t, b.String(), "nothing to see")
	lv.Set(slog.LevelError)
	assert.False(t, diag.On(slog.LevelWarn))
	assert.False(t, diag.Enabled(t.Context(), TST0004))
	assert.True(t, diag.Enabled(t.Context(), TST0002))
	assert.True(t, diag.Enabled(nil, testCode("TST9999")), "an unknown code is an error") //nolint:staticcheck // a nil context is legal here
}

func TestOverrides(t *testing.T) {
	b := into(t, diag.Options{Overrides: "tst*4=info, tst0002=off,TST0001=debug,TST0009=warn", Links: diag.LinksNever, ShowLevel: true})
	assert.True(t, diag.On(slog.LevelDebug), "a raised code has to get through")
	assert.True(t, diag.Enabled(t.Context(), TST0004))
	assert.False(t, diag.Enabled(t.Context(), TST0002))
	diag.Emit(TST0004, slog.Int("n", 1))
	diag.Emit(TST0004, slog.Int("m", 1))
	diag.Emit(TST0002, slog.String("path", "x"))
	diag.Emit(TST0001, slog.String("var", "x"))
	diag.Emit(TST0009)
	diag.Emit(TST0008)
	slog.New(slog.NewMultiHandler(diag.NewHandler(b, diag.Options{Overrides: "*=error", ShowLevel: true, Links: diag.LinksNever}))).Info("m", "code", TST0009)
	assert.Equal(t, `INFO [TST0004] nothing to see
  n=1
INFO [TST0004] something to see
  m=1
WARN [TST0009] idle
ERROR [TST0008] gone
ERROR [TST0009] m
`, b.String())
	b = into(t, diag.Options{Overrides: "TST*=off,TST0007=info"})
	diag.Emit(TST0009)
	diag.Emit(TST0007)
	slog.New(diag.NewHandler(b, diag.Options{Overrides: "*=debug"})).Debug("a plain record is no code's")
	assert.Equal(t, "[TST0007] free\n", b.String(), "the last match wins")
}

func TestOverrideMistakes(t *testing.T) {
	var b bytes.Buffer
	diag.NewHandler(&b, diag.Options{
		Overrides: "TST0008=info,TST0001=loud,TST7777=off,nope,ACME*=warn,=x,TST0001=warn",
		Catalogs:  []*diag.Catalog{testCatalog()},
	})
	assert.Equal(t, `WARN level overrides: "TST0001=loud": want the level debug, info, warn, error or off; "nope": want PATTERN=LEVEL, such as MGS2*=info; `+
		`"=x": want PATTERN=LEVEL, such as MGS2*=info; "TST0008": is retired and no longer emitted; "TST7777": no such code; "ACME*": matches no code`+"\n", b.String())
	b.Reset()
	diag.NewHandler(&b, diag.Options{Overrides: "TST7777=off"})
	assert.Empty(t, b.String(), "without catalogs no code is unknown")
}

func TestOptionsWith(t *testing.T) {
	o, err := diag.Options{Overrides: "A=off"}.With("json, links=always,color=never,time=on,show-level=on,source=on,MGS2*=info,MGS2008=off,warn")
	require.NoError(t, err)
	assert.Equal(t, slog.LevelWarn, o.Level.Level())
	o.Level = nil
	assert.Equal(t, diag.Options{Format: diag.JSON, Links: diag.LinksAlways, Color: diag.ColorNever, Time: diag.TimeOn,
		ShowLevel: true, Source: true, Overrides: "A=off,MGS2*=info,MGS2008=off"}, o)
	_, err = diag.Options{}.With("")
	assert.NoError(t, err)
	o, err = diag.Options{}.With("loud,links=x,level=y,format=z,color=,time=1,source=yes,sources=off,debug")
	assert.Equal(t, slog.LevelDebug, o.Level.Level(), "good entries count beside bad ones")
	assert.EqualError(t, err, `"loud": want a level, text, json, or SETTING=VALUE; "links=x": want first, always or never; `+
		`"level=y": want the level debug, info, warn, error or off; "format=z": want text or json; "color=": want auto, always or never; `+
		`"time=1": want on or off; "source=yes": want on or off; "sources=off": want a setting or PATTERN=LEVEL, with the level debug, info, warn, error or off`)
}

func TestMain(m *testing.M) {
	if os.Getenv("DIAG_TEST_CHILD") == "fresh" {
		emitFresh()
		os.Exit(0)
	}
	if os.Getenv("DIAG_TEST_CHILD") != "" {
		diag.Emit(TST0003, slog.String("cmd", "x"), slog.Int("stripped_count", 1))
		diag.Emit(TST0004, slog.Int("n", 1))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestBuiltinDefault runs a program that never sets a handler.
func TestBuiltinDefault(t *testing.T) {
	for env, want := range map[string]string{
		"":                                "[TST0003] env vars stripped from child process by sandbox (see https://example.com/codes/TST0003.md)\n  cmd=x stripped_count=1\n",
		"off":                             "",
		"links=never,TST4=info":           "[TST0003] env vars stripped from child process by sandbox\n  cmd=x stripped_count=1\n",
		"TST0003=off,debug":               "[TST0004] nothing to see (see https://example.com/codes/TST0004.md)\n  n=1\n",
		"TST0004=warn,TST0003=debug":      "[TST0004] nothing to see (see https://example.com/codes/TST0004.md)\n  n=1\n",
		"json,time=off,TST0003=off,x=y\n": `{"level":"WARN","msg":"MAGUS_DIAG: \"x=y\": want a setting or PATTERN=LEVEL, with the level debug, info, warn, error or off"}` + "\n",
	} {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), "DIAG_TEST_CHILD=1", "MAGUS_DIAG="+env)
		var stderr bytes.Buffer
		c.Stderr = &stderr
		require.NoError(t, c.Run())
		assert.Equal(t, want, stderr.String(), "MAGUS_DIAG=%q", env)
	}
}

type ctxKey struct{}

// ctxHandler adds a value of the context to each record.
type ctxHandler struct{ slog.Handler }

func (h ctxHandler) Handle(ctx context.Context, r slog.Record) error {
	r.AddAttrs(slog.Any("trace", ctx.Value(ctxKey{})))
	return h.Handler.Handle(ctx, r)
}

func testContextReachesTheHandler(t *testing.T) {
	var b bytes.Buffer
	h := ctxHandler{diag.NewHandler(&b, diag.Options{})}
	ctx := diag.WithHandler(context.WithValue(context.Background(), ctxKey{}, "abc"), h)
	diag.EmitContext(ctx, TST0007)
	assert.Equal(t, "[TST0007] free\n  trace=abc\n", b.String())
	old := diag.SetDefault(h)
	defer diag.SetDefault(old)
	b.Reset()
	diag.Emit(TST0007)
	diag.EmitContext(nil, TST0007) //nolint:staticcheck // a nil context is legal here
	assert.Equal(t, "[TST0007] free\n  trace=<nil>\n[TST0007] free\n  trace=<nil>\n", b.String())
}

func TestHandlersInContext(t *testing.T) {
	b := into(t, diag.Options{})
	var quiet, loud bytes.Buffer
	lv := atLevel(slog.LevelDebug)
	ctx := diag.WithHandler(t.Context(), diag.NewHandler(&loud, diag.Options{Level: lv}))
	inner := diag.WithHandler(ctx, diag.NewHandler(&quiet, diag.Options{Level: atLevel(slog.LevelError)}))
	assert.Same(t, ctx, diag.WithHandler(ctx, nil))
	for _, c := range []context.Context{t.Context(), ctx, inner} {
		diag.EmitContext(c, TST0004, slog.Int("n", 1))
		if diag.On(slog.LevelDebug) {
			diag.EmitEvent(c, TST0004, 1, slog.Int("m", 2))
		}
	}
	assert.Contains(t, b.String(), "something to see")
	assert.NotContains(t, b.String(), "nothing to see")
	assert.Contains(t, loud.String(), "nothing to see")
	assert.Empty(t, quiet.String())
	for range 100 { // more level sources than are told apart
		diag.WithHandler(ctx, diag.NewHandler(&quiet, diag.Options{Level: new(slog.LevelVar)}))
	}
	diag.EmitContext(ctx, TST0004, slog.Int("n", 3))
	assert.Contains(t, loud.String(), "n=3")
	assert.NotContains(t, b.String(), "nothing to see")
}

func TestSetDefaultGivesBackTheOld(t *testing.T) {
	h := diag.NewHandler(new(bytes.Buffer), diag.Options{})
	old := diag.SetDefault(h)
	assert.NotNil(t, old)
	assert.Same(t, h, diag.SetDefault(nil))
	diag.SetDefault(old)
}
