package diag_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/diag/diagtest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// emitted returns what TST0007 with these fields prints in text and in JSON,
// after both were found well-formed; a handler of others is given them too.
func emitted(t *testing.T, as ...slog.Attr) (text, json string) {
	var out [2]bytes.Buffer
	for i, format := range []diag.Format{diag.Text, diag.JSON} {
		diag.EmitContext(diag.WithHandler(t.Context(), diag.NewHandler(&out[i], diag.Options{Format: format, Time: diag.TimeOff})), TST0007, as...)
	}
	_, err := diagtest.ParseText(out[0].Bytes())
	require.NoError(t, err, "%.1000s", out[0].String())
	require.NoError(t, strictJSON(out[1].Bytes()), "%.1000s", out[1].String())
	diag.EmitContext(diag.WithHandler(t.Context(), slog.NewJSONHandler(io.Discard, nil)), TST0007, as...)
	return out[0].String(), out[1].String()
}

type groupForEver struct{}

func (groupForEver) LogValue() slog.Value { return slog.GroupValue(slog.Any("x", groupForEver{})) }

type bomb struct{ key string }

func (b bomb) LogValue() slog.Value {
	return slog.GroupValue(slog.Any(b.key, b), slog.Any(b.key+b.key, b))
}

func TestGroupsWithoutEnd(t *testing.T) {
	for _, v := range []any{groupForEver{}, bomb{"a"}, bomb{""}} {
		text, json := emitted(t, slog.Any("l", []any{v}), slog.Any("m", map[any]any{v: v}))
		assert.Less(t, len(text)+len(json), 1<<20)
	}
	text, json := emitted(t, slog.Any("v", bomb{"a"}), slog.Int("n", 1))
	assert.Less(t, len(text)+len(json), 8<<20)
	assert.Contains(t, text, " !cut=true\n", "what is left out is told")
	assert.Contains(t, json, `"!cut":true`)
}

func TestDeepAndWideGroups(t *testing.T) {
	v := slog.IntValue(7)
	for range 150 {
		v = slog.GroupValue(slog.Attr{Key: "g", Value: v})
	}
	text, json := emitted(t, slog.Attr{Key: "v", Value: v})
	assert.Contains(t, text, ".g=!DEPTH\n")
	assert.Contains(t, json, `"g":"!DEPTH"`)

	var members []any
	var groups []slog.Attr
	for i := range 20_000 {
		members = append(members, slog.Int(fmt.Sprint(i), i))
		groups = append(groups, slog.Group("g", slog.Int(fmt.Sprint(i), i)))
	}
	text, json = emitted(t, groups...)
	assert.Contains(t, text, " g.19999=19999\n")
	assert.Contains(t, json, `"19999":19999}`)
	text, _ = emitted(t, slog.Group(strings.Repeat("k", 1<<20), members...))
	assert.Less(t, len(text), 8<<20, "the key of a group is cut and not repeated without end")
}

func TestKeysThatLookAlike(t *testing.T) {
	long := strings.Repeat("k", 20_000)
	type named string
	for _, as := range [][]slog.Attr{
		{slog.Int(long+"a", 1), slog.Int(long+"b", 2)},
		{slog.Int(long, 1), slog.Int(long+"b", 2), slog.Group(long+"cc", slog.Int(long, 1), slog.Int(long+"b", 2))},
		{slog.Any("m", map[string]string{"...(+1 elements)": long, "z": "", "!cut": ""})},
		{slog.Any("m", []any{slog.GroupValue(slog.String("...(+1 elements)", long), slog.Int("z", 1))})},
		{slog.Int("\xff", 1), slog.Int("\xfe", 2), slog.Int("\ufffd", 3), slog.Int(`\xff`, 4)},
		{slog.Group("\xff", slog.Int("\xff", 1), slog.Int("\xfe", 1)), slog.Group("\xfe", slog.Int("n", 1))},
		{slog.Any("m", map[string]int{"\xff": 1, "\xfe": 2})},
		{slog.Any("m", map[any]int{"a": 1, named("a"): 2, "a#2": 3, "a#2#2": 4})},
		{slog.Any("m", []any{slog.GroupValue(slog.Int("\xff", 1), slog.Int("\xfe", 2))})},
		{slog.Any("m", json.RawMessage(`{"a":1,"a":2,"\udfff":1,"\udffe":3}`))},
	} {
		emitted(t, as...)
	}
	_, json := emitted(t, slog.Int("\xff", 1), slog.Int("\xfe", 2))
	assert.Contains(t, json, `{"\\xff":1,"\\xfe":2}`, "none is lost")
}

type panicText string

func (p panicText) String() string { panic(string(p)) }

func TestPanicsWithBrackets(t *testing.T) {
	text, _ := emitted(t, slog.Any("v", panicText("a]b")), slog.Any("l", []any{panicText("}"), 1}))
	assert.Contains(t, text, `v="!PANIC(a]b)" l=["!PANIC(})" 1]`)
}

func TestOwnKeysCannotBeForged(t *testing.T) {
	text, json := emitted(t, slog.Int("suppressed", 9), slog.String("!misfit", "x"), slog.Bool("!cut", true))
	assert.Contains(t, text, `"suppressed"=9 "!misfit"=x "!cut"=true`)
	assert.Contains(t, json, `"fields":{"suppressed":9,"!!misfit":"x","!!cut":true}`)
	rs, err := diagtest.ParseText([]byte("[X1] m\n  \"suppressed\"=1 suppressed=2\n"))
	require.NoError(t, err)
	assert.False(t, rs[0].Fields[0].Mark)
	assert.True(t, rs[0].Fields[1].Mark)

	b := into(t, diag.Options{Links: diag.LinksNever})
	diag.Emit(TST0001, slog.String("!misfit", "kept"))
	assert.Equal(t, "[TST0001] socket withheld\n  \"!misfit\"=kept !misfit=true\n", b.String())
}

func TestUnknownCannotBeForged(t *testing.T) {
	var b bytes.Buffer
	l := slog.New(diag.NewHandler(&b, diag.Options{Links: diag.LinksNever}))
	l.Error("x !unknown", "code", TST0007)
	l.Error("x", "code", testCode("TST9999"))
	l.Error("\"x\"", "code", testCode("TST9999"))
	assert.Equal(t, "[TST0007] \"x !unknown\"\n[TST9999] x !unknown\n[TST9999] \"\\\"x\\\"\" !unknown\n", b.String())
	rs, err := diagtest.ParseText(b.Bytes())
	require.NoError(t, err)
	assert.Equal(t, []diagtest.Record{
		{Coded: true, Code: "TST0007", Message: "x !unknown"},
		{Coded: true, Code: "TST9999", Message: "x", Unknown: true},
		{Coded: true, Code: "TST9999", Message: `"x"`, Unknown: true},
	}, rs)
}

func TestTimesWithoutAForm(t *testing.T) {
	for _, at := range []time.Time{time.Date(12345, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(-5, 1, 1, 0, 0, 0, 0, time.UTC), time.Unix(1<<62, 0), time.Unix(-1<<62, 0)} {
		var b bytes.Buffer
		require.NoError(t, diag.NewHandler(&b, diag.Options{Time: diag.TimeOn}).Handle(t.Context(), slog.NewRecord(at, 0, "m", 0)))
		assert.Equal(t, "INFO m\n", b.String(), "RFC 3339 has no such year")
	}
	for _, at := range []time.Time{time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)} {
		var b bytes.Buffer
		require.NoError(t, diag.NewHandler(&b, diag.Options{Time: diag.TimeOn}).Handle(t.Context(), slog.NewRecord(at, 0, "m", 0)))
		rs, err := diagtest.ParseText(b.Bytes())
		require.NoError(t, err)
		assert.Equal(t, at, rs[0].Time)
	}
}

// brokenCode panics in every method.
type brokenCode struct{}

func (brokenCode) Error() string                { panic("e") }
func (brokenCode) Descriptor() *diag.Descriptor { panic("d") }

// anyCode is comparable by its type and not always by its value.
type anyCode struct{ v any }

func (anyCode) Error() string                { return "ANY" }
func (anyCode) Descriptor() *diag.Descriptor { return nil }

func TestBrokenCodes(t *testing.T) {
	b := into(t, diag.Options{})
	diag.EmitEvent(t.Context(), brokenCode{}, 0)
	assert.Equal(t, "[!PANIC(e)] !unknown\n", b.String())
	assert.Equal(t, "[!PANIC(e)] !unknown", diag.New(brokenCode{}).Error())

	err := diag.New(anyCode{[]int{1}})
	assert.NotErrorIs(t, err, anyCode{[]int{1}})
	assert.ErrorIs(t, diag.New(anyCode{1}), anyCode{1})
	assert.Equal(t, 1, diag.Report(io.Discard, errors.Join(err, err)))
}

// cyclic wraps what it is given later; text is its own.
type cyclic struct {
	text string
	err  error
}

func (c *cyclic) Error() string { return c.text }
func (c *cyclic) Unwrap() error { return c.err }

func TestCycles(t *testing.T) {
	self := &cyclic{text: "loop"}
	self.err = self
	var b bytes.Buffer
	assert.Equal(t, 1, diag.Report(&b, self))
	assert.Equal(t, "loop\n", b.String())

	for _, text := range []string{"loop", "loop (see x)"} {
		c := &cyclic{text: text}
		c.err = diag.Wrap(c, TST0007)
		b.Reset()
		assert.Equal(t, 3, diag.Report(&b, c))
		assert.Equal(t, text+"\ncaused by: [TST0007] free: "+text+"\n", b.String())
		assert.Equal(t, "[TST0007] free: "+text, c.err.Error())
	}
}

func TestManyCodes(t *testing.T) {
	errs := make([]error, 50_000)
	for i := range errs {
		errs[i] = diag.New(testCode(fmt.Sprint("TST", i)))
	}
	all := errors.Join(errs...)
	assert.Equal(t, 1, diag.ExitStatus(all))
	n := 0
	for range diag.Codes(all) {
		n++
	}
	assert.Equal(t, len(errs), n)
}

func TestManyErrors(t *testing.T) {
	errs := make([]error, 10_000)
	for i := range errs {
		errs[i] = errors.New("e")
	}
	errs[len(errs)-1] = diag.New(TST0002, slog.String("path", "/"))
	all := errors.Join(errs...)
	c, ok := diag.CodeOf(all)
	assert.True(t, ok)
	assert.Equal(t, TST0002, c)
	var b bytes.Buffer
	assert.Equal(t, 12, diag.Report(&b, all))
	assert.Contains(t, b.String(), "\n[TST0002] denied: / (see ")

	deep, mixed := error(diag.New(TST0002, slog.String("path", "/"))), io.EOF
	for range 10_000 {
		deep = diag.Wrap(deep, TST0007)
	}
	for range 300 {
		mixed = fmt.Errorf("l: %w", diag.Wrap(mixed, TST0002, slog.String("path", "/")))
	}
	assert.Equal(t, 1, strings.Count(deep.Error(), "TST0002"))
	assert.NotContains(t, diag.Wrap(mixed, TST0007).Error(), "(see ")
	b.Reset()
	assert.Equal(t, 12, diag.Report(&b, mixed))
	assert.True(t, strings.HasSuffix(b.String(), "caused by: EOF\n"))
	for range 1_000 {
		mixed = fmt.Errorf("l: %w", mixed)
	}
	b.Reset()
	diag.Report(&b, mixed)
	assert.True(t, strings.HasSuffix(b.String(), "\nmore errors are not shown\n"))
}

// tokenValuer is a group that holds a field of the name of a secret.
type tokenValuer struct{}

func (tokenValuer) LogValue() slog.Value { return slog.GroupValue(slog.String("token", "hunter2")) }

func TestSecretsInGroups(t *testing.T) {
	token := slog.String("token", "hunter2")
	for name, a := range map[string]slog.Attr{
		"without a name":          slog.Group("", token),
		"nested":                  slog.Group("", slog.Group("", slog.Int("n", 1), token)),
		"named":                   slog.Group("g", slog.Int("n", 1), token),
		"deep":                    slog.Group("g", slog.Group("h", token)),
		"of a LogValuer":          slog.Any("", tokenValuer{}),
		"of a named LogValuer":    slog.Any("g", tokenValuer{}),
		"in a list":               slog.Any("l", []any{slog.GroupValue(token), tokenValuer{}}),
		"in a list of attributes": slog.Any("l", []any{[]slog.Attr{token}}),
		"in a map":                slog.Any("m", map[string]any{"k": tokenValuer{}}),
		"a key":                   slog.Any("m", map[tokenValuer]int{{}: 1}),
		"as the value":            slog.Group("token", slog.String("a", "hunter2")),
		"instead of a field":      slog.Any("user", tokenValuer{}),
	} {
		var b bytes.Buffer
		for _, h := range []slog.Handler{
			diag.NewHandler(&b, diag.Options{}), diag.NewHandler(&b, diag.Options{Format: diag.JSON}),
			slog.NewTextHandler(&b, nil), slog.NewJSONHandler(&b, nil), slog.NewMultiHandler(diag.NewHandler(&b, diag.Options{})),
		} {
			ctx := diag.WithHandler(t.Context(), h)
			diag.EmitContext(ctx, TST0005, slog.String("user", "u"), a)
			diag.EmitContext(ctx, TST0005, a, slog.String("token", "hunter2"))
			diag.EmitContext(ctx, TST0007, slog.Any("err", diag.New(TST0005, a)))
		}
		for _, format := range []diag.Format{diag.Text, diag.JSON} {
			h := diag.NewHandler(&b, diag.Options{Format: format})
			slog.New(h).Error("m", "code", TST0005, a)
			slog.New(h).With(a).WithGroup("g").With(a).Error("m", "code", TST0005)
			slog.New(h).Error("m", "code", TST0005, slog.Group("fields", a))
		}
		err := diag.New(TST0005, a)
		diag.Report(&b, err)
		fmt.Fprintf(&b, "%+v", err)
		assert.NotContains(t, b.String(), "hunter2", name)
		assert.Contains(t, b.String(), "[redacted]", name)
	}
}

// shyError hides itself by a method that only a pointer has.
type shyError struct{ text string }

func (e shyError) Error() string       { return e.text }
func (*shyError) LogValue() slog.Value { return slog.StringValue("REDACTED") }

// thrower panics with what it holds.
type thrower struct{ v any }

func (p thrower) String() string { panic(p.v) }

func TestHiddenErrors(t *testing.T) {
	var b bytes.Buffer
	for _, h := range []slog.Handler{diag.NewHandler(&b, diag.Options{}), diag.NewHandler(&b, diag.Options{Format: diag.JSON}), slog.NewTextHandler(&b, nil), slog.NewJSONHandler(&b, nil)} {
		ctx := diag.WithHandler(t.Context(), h)
		diag.EmitContext(ctx, TST0002, slog.Any("path", shyError{"hunter2"}))
		diag.EmitContext(ctx, TST0007, slog.Any("err", shyError{"hunter2"}))
	}
	b.WriteString(diag.New(TST0002, slog.Any("path", shyError{"hunter2"})).Error())
	assert.NotContains(t, b.String(), "hunter2")
	assert.Equal(t, 12, strings.Count(b.String(), "REDACTED"))
}

func TestWhatPanicsSay(t *testing.T) {
	self := map[string]any{}
	self["self"] = self
	for want, v := range map[string]any{
		"!PANIC(boom)":                               "boom",
		"!PANIC(7)":                                  7,
		"!PANIC(EOF)":                                io.EOF,
		"!PANIC([TST0002] denied: x)":                diag.New(TST0002, slog.String("path", "x")),
		"!PANIC(diag_test.secret)":                   secret("hunter2"),
		"!PANIC(diag_test.shyError)":                 shyError{"hunter2"},
		"!PANIC(diag_test.thrower)":                  thrower{thrower{}},
		"!PANIC(map[string]interface {})":            self,
		"!PANIC(" + strings.Repeat("x", 68) + "...)": strings.Repeat("x", 64<<20),
	} {
		text, js := emitted(t, slog.Any("v", thrower{v}))
		assert.True(t, strings.Contains(text, want) || strings.Contains(text, fmt.Sprintf("%q", want)), "%s: %s", want, text)
		assert.Contains(t, js, want)
	}
}

func TestSecretsOfOtherWays(t *testing.T) {
	err := diag.New(TST0007, slog.Any("l", []secret{"hunter2"}), slog.Any("s", struct{ S secret }{"hunter2"}))
	var b bytes.Buffer
	for _, h := range []slog.Handler{slog.NewJSONHandler(&b, nil), slog.NewTextHandler(&b, nil)} {
		slog.New(h).Error("an error of ours, a handler of theirs", "err", err)
		diag.EmitContext(diag.WithHandler(t.Context(), h), TST0007, slog.Any("err", err))
	}
	for _, format := range []diag.Format{diag.Text, diag.JSON} {
		l := slog.New(diag.NewHandler(&b, diag.Options{Format: format}))
		l.With("token", "hunter2").Error("a field of the handler", "code", TST0005, "user", "u")
		l.WithGroup("g").With("token", "hunter2").Error("in a group", "code", TST0005)
	}
	assert.NotContains(t, b.String(), "hunter2")
	assert.Equal(t, 4, strings.Count(b.String(), "[redacted]"))
}

func TestCodeWithABracket(t *testing.T) {
	d := &diag.Descriptor{Code: "aaa]", Title: "t", Level: slog.LevelError, Events: []diag.Event{{Level: slog.LevelError, Message: "m {k}", Fields: []diag.Field{{Name: "k"}}}}}
	d.Prepare()
	b := into(t, diag.Options{})
	diag.Emit(describedCode{d}, slog.Int("k", 1))
	slog.New(diag.NewHandler(b, diag.Options{})).Error("given", "code", describedCode{d})
	assert.Equal(t, "[\"aaa]\"] m 1\n[\"aaa]\"] given\n", b.String())
}

func TestOddDeclaredNames(t *testing.T) {
	long := strings.Repeat("k", 20_000)
	d := &diag.Descriptor{Code: "ODD", Title: "odd", Level: slog.LevelError, Events: []diag.Event{{Level: slog.LevelError, Message: "m",
		Fields: []diag.Field{{Name: long}, {Name: long + "b"}, {Name: "!misfit"}, {Name: "\xff"}, {Name: `\xff`}}}}}
	d.Prepare()
	b := into(t, diag.Options{Format: diag.JSON})
	diag.Emit(describedCode{d}, slog.Int(long, 1), slog.Int(long+"b", 2), slog.Bool("!misfit", true), slog.Int("\xff", 3), slog.Int(`\xff`, 4))
	require.NoError(t, strictJSON(b.Bytes()), "%s", b.Bytes())
	assert.Contains(t, b.String(), `"!!misfit":true`)
}

func TestFieldsOfAnErrorAreThoseOfARecord(t *testing.T) {
	err := diag.New(TST0007, slog.Group("", slog.Int("a", 1)), slog.Int("b", 1), slog.Int("b", 2))
	assert.Equal(t, "[TST0007] free\n  [TST0007] a=1 b=2", fmt.Sprintf("%+v", err))
}

// inlined resolves to a group, which stands for its members under an empty key.
type inlined []slog.Attr

func (v inlined) LogValue() slog.Value { return slog.GroupValue(v...) }

// twofold holds itself twice.
type twofold struct{}

func (twofold) LogValue() slog.Value {
	return slog.GroupValue(slog.Any("", twofold{}), slog.Any("", twofold{}))
}

func TestSecretsOfInlinedGroups(t *testing.T) {
	token := slog.String("token", "hunter2")
	var b bytes.Buffer
	for _, h := range []slog.Handler{
		slog.NewJSONHandler(&b, nil), diag.NewHandler(&b, diag.Options{}), diag.NewHandler(&b, diag.Options{Format: diag.JSON}),
	} {
		ctx := diag.WithHandler(t.Context(), h)
		diag.EmitContext(ctx, TST0005, slog.String("user", "u"), slog.Group("", token))
		diag.EmitContext(ctx, TST0005, slog.Any("", inlined{slog.Int("n", 1), slog.Group("", token)}))
		diag.EmitContext(ctx, TST0005, slog.Group("", slog.String("user", "u")), token)
		diag.EmitContext(ctx, TST0005, slog.Any("", twofold{}))
	}
	l := slog.New(diag.NewHandler(&b, diag.Options{}))
	l.With(slog.Group("", token)).Error("a field of the handler", "code", TST0005)
	l.Error("a field of the record", "code", TST0005, slog.Group("", token))
	fmt.Fprintf(&b, "%+v", diag.New(TST0005, slog.Group("", token)))
	assert.NotContains(t, b.String(), "hunter2")
	assert.Equal(t, 3*3+3, strings.Count(b.String(), "[redacted]"))
}
