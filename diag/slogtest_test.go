package diag_test

import (
	"bytes"
	"encoding/json"
	"log"
	"log/slog"
	"os"
	"testing"
	"testing/slogtest"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/diag/diagtest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func testSlogtestText(t *testing.T) {
	var b bytes.Buffer
	slogtest.Run(t, func(*testing.T) slog.Handler {
		b.Reset()
		return diag.NewHandler(&b, diag.Options{Time: diag.TimeOn, ShowLevel: true})
	}, func(t *testing.T) map[string]any {
		rs, err := diagtest.ParseText(b.Bytes())
		require.NoError(t, err, b.String())
		require.Len(t, rs, 1)
		m := rs[0].Map()
		if !rs[0].Time.IsZero() {
			m[slog.TimeKey] = rs[0].Time
		}
		m[slog.LevelKey], m[slog.MessageKey] = rs[0].Level, rs[0].Message
		return m
	})
}

func testSlogtestJSON(t *testing.T) {
	var b bytes.Buffer
	slogtest.Run(t, func(*testing.T) slog.Handler {
		b.Reset()
		return diag.NewHandler(&b, diag.Options{Format: diag.JSON})
	}, func(t *testing.T) map[string]any {
		var m map[string]any
		require.NoError(t, json.Unmarshal(b.Bytes(), &m), b.String())
		fields, _ := m["fields"].(map[string]any)
		for k, v := range fields {
			m[k] = v
		}
		return m
	})
}

func testPlainRecords(t *testing.T) {
	var b bytes.Buffer
	l := slog.New(diag.NewHandler(&b, diag.Options{}))
	l.Info("hello")
	l.Warn("[TST0001] not a code", "k", "v")
	l.Log(t.Context(), slog.LevelInfo+2, "")
	l.With("a", 1).WithGroup("g").With("b", 2).Error("m", "c", 3)
	l.Info("code by text is no code", "code", "TST0001")
	assert.Equal(t, `INFO hello
WARN "[TST0001] not a code"
  k=v
INFO+2 ""
ERROR m
  a=1 g.b=2 g.c=3
INFO code by text is no code
  code=TST0001
`, b.String())
}

func TestCodedRecordsThroughSlog(t *testing.T) {
	var b bytes.Buffer
	h := diag.NewHandler(&b, diag.Options{Links: diag.LinksNever})
	l := slog.New(h)
	l.Info("by hand", "code", TST0003, "cmd", "x", "stripped_count", 2)
	l.With("code", TST0005).Info("seen", "token", "hunter2", "url", "mine")
	assert.Equal(t, `[TST0003] by hand
  cmd=x stripped_count=2
[TST0005] seen
  token=[redacted] url=mine
`, b.String())
}

// TestSameThroughOtherHandlers checks that a record that reaches our handler by
// way of another one comes out the same.
func TestSameThroughOtherHandlers(t *testing.T) {
	for _, format := range []diag.Format{diag.Text, diag.JSON} {
		var direct, by bytes.Buffer
		o := diag.Options{Format: format, Time: diag.TimeOff}
		emit := func() {
			diag.Emit(TST0001, slog.Any("vars", []string{"A", "B C"}))
			diag.Emit(TST0002, slog.String("path", "/x"))
			diag.Emit(TST0005, slog.String("user", "u"), slog.String("token", "hunter2"))
			diag.Emit(TST0003, slog.String("nope", "x"), slog.Any("deep", map[string]any{"k": []int{1}}))
			diag.Emit(testCode("TST9999"), slog.Int("n", 1))
			diag.Emit(TST0007, slog.Group("g", slog.Int("n", 1)))
			diag.Emit(TST0007, slog.Group("g", slog.Any("s", struct{ A string }{"a b"})))
			diag.Emit(TST0002, slog.Group("path", slog.Any("s", struct{ A string }{"a b"})))
		}
		old := diag.SetDefault(diag.NewHandler(&direct, o))
		emit()
		diag.SetDefault(slog.NewMultiHandler(diag.NewHandler(&by, o)))
		emit()
		diag.SetDefault(old)
		assert.Equal(t, direct.String(), by.String())
		assert.NotContains(t, by.String(), "hunter2")
	}
}

func TestForeignHandlers(t *testing.T) {
	var b bytes.Buffer
	noTime := func(g []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey && len(g) == 0 {
			return slog.Attr{}
		}
		return a
	}
	old := diag.SetDefault(slog.NewJSONHandler(&b, &slog.HandlerOptions{ReplaceAttr: noTime}))
	defer diag.SetDefault(old)
	diag.Emit(TST0005, slog.String("user", "u"), slog.String("token", "hunter2"))
	diag.Emit(TST0007, slog.Any("list", []secret{"hunter2"}), slog.Any("s", struct{ T *secret }{ptr(secret("hunter2"))}))
	assert.Equal(t, `{"level":"INFO","msg":"login of u with [redacted]","code":"TST0005","url":"https://example.com/codes/TST0005.md","fields":{"user":"u","token":"[redacted]"}}
{"level":"ERROR","msg":"free","code":"TST0007","fields":{"list":["REDACTED"],"s":{"T":"REDACTED"}}}
`, b.String())
	b.Reset()
	diag.SetDefault(slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: noTime}))
	diag.Emit(TST0007, slog.Any("list", []secret{"hunter2"}))
	assert.Equal(t, "level=ERROR msg=free code=TST0007 fields.list=[REDACTED]\n", b.String())
}

func ptr[T any](v T) *T { return &v }

func TestForeignMessagesDriveNoTerminal(t *testing.T) {
	const s = "x\n[TST0001] forged \x1b[2J"
	var b bytes.Buffer
	log.SetOutput(&b)
	defer log.SetOutput(os.Stderr)
	flags := log.Flags()
	log.SetFlags(0)
	defer log.SetFlags(flags)
	diag.EmitContext(diag.WithHandler(t.Context(), slog.Default().Handler()), TST0002, slog.String("path", s))
	assert.Equal(t, `ERROR denied: x\n[TST0001] forged \x1b[2J code=TST0002 url=https://example.com/codes/TST0002.md fields.path="x\n[TST0001] forged \x1b[2J"`+"\n", b.String())

	var direct, through bytes.Buffer
	for w, h := range map[*bytes.Buffer]slog.Handler{
		&direct:  diag.NewHandler(&direct, diag.Options{}),
		&through: slog.NewMultiHandler(diag.NewHandler(&through, diag.Options{})),
	} {
		diag.EmitContext(diag.WithHandler(t.Context(), h), TST0002, slog.String("path", s))
		assert.NotEmpty(t, w.String())
	}
	assert.Equal(t, direct.String(), through.String(), "our handlers still print the message of the event")
}

// testStandardLog checks the bridges from package log.
func testStandardLog(t *testing.T) {
	var b bytes.Buffer
	h := diag.NewHandler(&b, diag.Options{})
	old, flags := slog.Default(), log.Flags()
	slog.SetDefault(slog.New(h))
	log.Print("hello\nERROR forged \x1b[2J")
	slog.SetDefault(old)
	log.SetOutput(os.Stderr)
	log.SetFlags(flags)
	slog.NewLogLogger(h, slog.LevelWarn).Print("bridged")
	assert.Equal(t, `INFO "hello\nERROR forged \x1b[2J"`+"\nWARN bridged\n", b.String()) // row 2/23
}
