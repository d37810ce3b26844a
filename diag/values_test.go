package diag_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/diag/diagtest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type secret string

func (secret) LogValue() slog.Value { return slog.StringValue("REDACTED") }

// shy hides itself by a method that only a pointer has.
type shy struct{ Password string }

func (*shy) LogValue() slog.Value { return slog.StringValue("REDACTED") }

type valueStringer struct{}

func (valueStringer) String() string { return "s" }

type pointerStringer struct{ s string }

func (p *pointerStringer) String() string { return p.s }

type valueError struct{}

func (valueError) Error() string { return "e" }

type bad struct{ how string }

func (b bad) fail(how string) {
	if b.how == how {
		panic(strings.Repeat("boom\n", 40))
	}
}

type badString struct{ bad }

func (b badString) String() string { b.fail("String"); return "" }

type badError struct{ bad }

func (b badError) Error() string { b.fail("Error"); return "" }

type badLogValue struct{ bad }

func (b badLogValue) LogValue() slog.Value { b.fail("LogValue"); return slog.Value{} }

type badJSON struct{ bad }

func (b badJSON) MarshalJSON() ([]byte, error) { b.fail("MarshalJSON"); return nil, nil }

type badText struct{ bad }

func (b badText) MarshalText() ([]byte, error) { b.fail("MarshalText"); return nil, nil }

type badFormat struct{ bad }

func (b badFormat) Format(fmt.State, rune) { b.fail("Format") }

type wrongJSON string

func (w wrongJSON) MarshalJSON() ([]byte, error) { return []byte(w), nil }

type errJSON struct{}

func (errJSON) MarshalJSON() ([]byte, error) { return nil, errors.New("no\nway") }

type endless struct{}

func (endless) LogValue() slog.Value { return slog.AnyValue(endless{}) }

type selfLogger struct{ N int }

func (s *selfLogger) LogValue() slog.Value { return slog.AnyValue(*s) }

type wide struct{}

func (wide) LogValue() slog.Value { return slog.AnyValue([]any{wide{}, wide{}}) }

type node struct {
	Name string
	Next *node
}

func ring() *node {
	n := &node{Name: "a"}
	n.Next = &node{"b", n}
	return n
}

// both returns a value as the text form and as JSON show it. It checks that
// the field beside it is whole and that either form is well made.
func both(t *testing.T, v any) (text, js string) {
	t.Helper()
	b := into(t, diag.Options{Links: diag.LinksNever})
	diag.Emit(TST0007, slog.Any("v", v), slog.Int("beside", 7))
	rs, err := diagtest.ParseText(b.Bytes())
	require.NoError(t, err, b.String())
	require.Len(t, rs, 1)
	require.Contains(t, b.String(), " beside=7\n")
	line := strings.TrimPrefix(b.String(), "[TST0007] free\n  ")
	text = strings.TrimPrefix(strings.TrimSuffix(line, " beside=7\n"), "v=")

	b = into(t, diag.Options{Format: diag.JSON})
	diag.Emit(TST0007, slog.Any("v", v), slog.Int("beside", 7))
	require.Equal(t, 1, strings.Count(b.String(), "\n"))
	require.NoError(t, strictJSON(b.Bytes()), b.String())
	var out struct {
		Fields struct {
			V      json.RawMessage
			Beside int
		}
	}
	require.NoError(t, json.Unmarshal(b.Bytes(), &out))
	require.Equal(t, 7, out.Fields.Beside)
	return text, string(out.Fields.V)
}

func testValues(t *testing.T) {
	e := errors.New("boom here")
	u, _ := url.Parse("https://x/?a=b")
	for name, c := range map[string]struct {
		v        any
		text, js string
	}{
		"string":         {"a b", `"a b"`, `"a b"`},
		"empty string":   {"", `""`, `""`},
		"brackets":       {"[a]", `"[a]"`, `"[a]"`},
		"equals":         {"a=b", `"a=b"`, `"a=b"`},
		"quote":          {`a"b`, `"a\"b"`, `"a\"b"`},
		"backslash":      {`C:\x`, `C:\x`, `"C:\\x"`},
		"unicode":        {"größe→", "größe→", `"größe→"`},
		"bidi":           {"a\u202eb", `"a\u202eb"`, `"a\u202eb"`},
		"line separator": {"a\u2028b", `"a\u2028b"`, `"a\u2028b"`},
		"C1":             {"a\u009bb", `"a\u009bb"`, `"a\u009bb"`},
		"outside BMP":    {"a\U000e0001b", `"a\U000e0001b"`, `"a\udb40\udc01b"`},
		"invalid UTF-8":  {"a\xff\xfeb", `"a\xff\xfeb"`, `"a\ufffd\ufffdb"`},
		"list":           {[]string{"A B", "C\nD", "e"}, `["A B" "C\nD" e]`, `["A B","C\nD","e"]`},
		"empty list":     {[]string{}, `[]`, `[]`},
		"ints":           {[]int{1, -2}, `[1 -2]`, `[1,-2]`},
		"bytes":          {[]byte("a b"), `"a b"`, `"a b"`},
		"bool":           {true, "true", "true"},
		"uint":           {uint64(math.MaxUint64), "18446744073709551615", "18446744073709551615"},
		"float":          {1.5, "1.5", "1.5"},
		"large float":    {1e300, "1e+300", "1e+300"},
		"NaN":            {math.NaN(), "NaN", `"NaN"`},
		"+Inf":           {math.Inf(1), "+Inf", `"+Inf"`},
		"-Inf":           {math.Inf(-1), "-Inf", `"-Inf"`},
		"NaN 32":         {float32(math.NaN()), "NaN", `"NaN"`},
		"-0":             {math.Copysign(0, -1), "-0", "-0"},
		"float32":        {[]float32{0.1}, "[0.1]", "[0.1]"},
		"json.Number":    {json.Number("1e400"), "1e400", "1e400"},
		"wrong Number":   {json.Number("1e"), "1e", `"1e"`},
		"Number, spaces": {[]any{json.Number("1\n"), json.Number(" -1"), json.Number("-1")}, `["1\n" " -1" -1]`, `["1\n"," -1",-1]`},
		"no Number":      {[]any{json.Number(`{"a":1,"a":2}`), json.Number("\"\u009b\""), json.Number("null"), json.Number("")}, `["{\"a\":1,\"a\":2}" "\"\u009b\"" null ""]`, `["{\"a\":1,\"a\":2}","\"\u009b\"","null",""]`},
		"duration":       {1500 * time.Millisecond, "1.5s", `"1.5s"`},
		"time":           {time.Date(2026, 1, 2, 3, 4, 5, 6, time.FixedZone("x", 3600)), "2026-01-02T02:04:05.000000006Z", `"2026-01-02T02:04:05.000000006Z"`},
		"url":            {u, `"https://x/?a=b"`, `"https://x/?a=b"`},
		"error":          {e, `"boom here"`, `"boom here"`},
		"errors":         {[]error{e, nil}, `["boom here" <nil>]`, `["boom here",null]`},
		"map of errors":  {map[string]error{"k": e}, `{k="boom here"}`, `{"k":"boom here"}`},
		"Join":           {errors.Join(e, e), `"boom here\nboom here"`, `"boom here\nboom here"`},
		"slog.Value":     {[]any{slog.IntValue(3), slog.AnyValue(secret("hunter2"))}, "[3 REDACTED]", `[3,"REDACTED"]`},
		"slog.Attr":      {[]any{slog.Int("a.b", 3)}, `[{"a.b"=3}]`, `[{"a.b":3}]`},
		"map":            {map[string]int{"b": 1, "a c": 2}, `{"a c"=2 b=1}`, `{"a c":2,"b":1}`},
		"map of ints":    {map[int]bool{2: true}, `{2=true}`, `{"2":true}`},
		"struct":         {struct{ A, b int }{1, 2}, `{A=1}`, `{"A":1}`},
		"struct tags": {struct {
			A int `json:"x,omitempty"`
			B int `json:"-"`
		}{1, 2}, `{x=1}`, `{"x":1}`},
		"RawMessage":              {json.RawMessage(`{"b":1,"b":2}`), `"{\"b\":1,\"b\":2}"`, `{"b":2}`},
		"func":                    {func() {}, "func()", `"func()"`},
		"chan":                    {make(chan int), `"chan int"`, `"chan int"`},
		"complex":                 {complex(1, 2), "(1+2i)", `"(1+2i)"`},
		"coded error":             {diag.New(TST0002, slog.String("path", "/x")), `"[TST0002] denied: /x"`, `"[TST0002] denied: /x"`},
		"secret":                  {secret("hunter2"), "REDACTED", `"REDACTED"`},
		"secrets":                 {[]secret{"hunter2"}, "[REDACTED]", `["REDACTED"]`},
		"secret in struct":        {struct{ T secret }{"hunter2"}, "{T=REDACTED}", `{"T":"REDACTED"}`},
		"secret as key":           {map[secret]int{"hunter2": 1}, "{REDACTED=1}", `{"REDACTED":1}`},
		"secret in any":           {map[string]any{"k": []any{secret("hunter2")}}, "{k=[REDACTED]}", `{"k":["REDACTED"]}`},
		"secret by pointer":       {[]*secret{ptr(secret("hunter2"))}, "[REDACTED]", `["REDACTED"]`},
		"secret unexported":       {struct{ t secret }{"hunter2"}, "{}", `{}`},
		"pointer method":          {shy{"hunter2"}, "REDACTED", `"REDACTED"`},
		"pointer method in list":  {[]shy{{"hunter2"}}, "[REDACTED]", `["REDACTED"]`},
		"pointer method in array": {[1]shy{{"hunter2"}}, "[REDACTED]", `["REDACTED"]`},
		"pointer method in map":   {map[string]shy{"k": {"hunter2"}}, "{k=REDACTED}", `{"k":"REDACTED"}`},
		"pointer method embedded": {struct{ shy }{shy{"hunter2"}}, "REDACTED", `"REDACTED"`},
		"LogValue of itself":      {selfLogger{1}, "!DEPTH", `"!DEPTH"`},
		"LogValue without end":    {endless{}, "!CYCLE", `"!CYCLE"`},
		"empty JSON":              {wrongJSON(""), `"!ERROR(EOF)"`, `"!ERROR(EOF)"`},
	} {
		t.Run(name, func(t *testing.T) {
			text, js := both(t, c.v)
			if name != "empty JSON" {
				assert.Equal(t, c.text, text)
			}
			assert.Equal(t, c.js, js)
		})
	}
}

func testNilValues(t *testing.T) {
	for name, v := range map[string]any{
		"nil":              nil,
		"time":             (*time.Time)(nil),
		"url":              (*url.URL)(nil),
		"regexp":           (*regexp.Regexp)(nil),
		"value Stringer":   (*valueStringer)(nil),
		"pointer Stringer": (*pointerStringer)(nil),
		"error":            (*valueError)(nil),
		"LogValuer":        (*secret)(nil),
		"map":              map[string]int(nil),
		"slice":            []int(nil),
		"strings":          []string(nil),
		"bytes":            []byte(nil),
		"RawMessage":       json.RawMessage(nil),
		"pointer":          (*int)(nil),
	} {
		t.Run(name, func(t *testing.T) {
			text, js := both(t, v)
			assert.Equal(t, "<nil>", text)
			assert.Equal(t, "null", js)
			text, js = both(t, []any{v})
			assert.Equal(t, "[<nil>]", text)
			assert.Equal(t, "[null]", js)
		})
	}
}

func testPanickingMethods(t *testing.T) {
	for how, v := range map[string]any{
		"String":      badString{bad{"String"}},
		"Error":       badError{bad{"Error"}},
		"LogValue":    badLogValue{bad{"LogValue"}},
		"MarshalJSON": badJSON{bad{"MarshalJSON"}},
		"MarshalText": badText{bad{"MarshalText"}},
		"Format":      badFormat{bad{"Format"}},
	} {
		t.Run(how, func(t *testing.T) {
			for _, v := range []any{v, []any{v, 1}, map[string]any{"k": v}, struct{ A any }{v}} {
				text, js := both(t, v)
				for form, s := range map[string]string{"text": text, "JSON": js} {
					switch {
					case how == "Format", how == "MarshalJSON" && form == "text": // never called
						assert.NotContains(t, s, "PANIC")
					default:
						assert.Contains(t, s, "!PANIC(boom")
						assert.NotContains(t, s, "goroutine")
						assert.LessOrEqual(t, len(s), 110)
					}
				}
			}
			b := into(t, diag.Options{})
			diag.Emit(TST0005, slog.Any("user", v), slog.String("token", "x"))
			assert.Equal(t, 1, strings.Count(b.String(), "\n"), b.String())
		})
	}
	_, js := both(t, errJSON{})
	assert.Equal(t, `"!ERROR(no\\nway)"`, js)
	_, js = both(t, wrongJSON(`{"a":1} {"b":2}`))
	assert.Contains(t, js, "!ERROR(")
	_, js = both(t, wrongJSON("\"\u009b\u202e\""))
	assert.Equal(t, `"\u009b\u202e"`, js)
}

// graph is a set of nodes that know their set, or each other.
type graph struct{ Nodes map[*vertex]bool }

type vertex struct {
	Name  string
	Graph *graph
	Next  map[*vertex]int
}

func TestCyclesThroughKeys(t *testing.T) {
	g := &graph{map[*vertex]bool{}}
	for i := range 30 {
		g.Nodes[&vertex{Name: fmt.Sprint(i), Graph: g}] = true
	}
	text, _ := both(t, g)
	assert.Contains(t, text, "{Name=1 Graph=!CYCLE Next=<nil>}")
	assert.Contains(t, text, "{Name=29 Graph=!CYCLE Next=<nil>}")

	for v := range g.Nodes {
		v.Graph, v.Next = nil, map[*vertex]int{}
		for w := range g.Nodes {
			v.Next[w] = 1
		}
	}
	text, js := both(t, g) // over all paths it would not end
	assert.Less(t, len(text)+len(js), 256<<10)
}

func TestCyclesAndDepth(t *testing.T) {
	text, js := both(t, ring())
	assert.Equal(t, "{Name=a Next={Name=b Next=!CYCLE}}", text)
	assert.Equal(t, `{"Name":"a","Next":{"Name":"b","Next":"!CYCLE"}}`, js)
	m := map[string]any{}
	m["m"] = m
	text, _ = both(t, m)
	assert.Equal(t, "{m=!CYCLE}", text)
	s := make([]any, 1)
	s[0] = s
	text, _ = both(t, s)
	assert.Equal(t, "[!CYCLE]", text)
	var deep any = "x"
	for range 1000 {
		deep = []any{deep}
	}
	text, _ = both(t, deep)
	assert.Contains(t, text, "!DEPTH")
	group := slog.GroupValue(slog.String("k", "v"))
	for range 1000 {
		group = slog.GroupValue(slog.Attr{Key: "g", Value: group})
	}
	text, _ = both(t, []any{group})
	assert.Less(t, len(text), 1000)
	text, js = both(t, wide{})
	assert.Less(t, len(text)+len(js), 400<<10, "a value that doubles at each level is bounded")
}

func testLongValues(t *testing.T) {
	huge := strings.Repeat("é\x1b", 20<<20) // 60 MiB
	text, js := both(t, huge)
	assert.True(t, strings.HasSuffix(text, ` bytes)"`))
	assert.LessOrEqual(t, len(text), 4*16<<10+64)
	assert.LessOrEqual(t, len(js), 6*16<<10+64)
	b := into(t, diag.Options{MaxValue: 4, Links: diag.LinksNever})
	diag.Emit(TST0007, slog.String("v", "abcé!"), slog.String("w", "abcd"), slog.Any("l", []string{"ab", "cdef", "g", "h"}))
	diag.Emit(TST0002, slog.String("path", "0123456"))
	slog.New(diag.NewHandler(b, diag.Options{MaxValue: 4})).Info("0123456", "a", map[string]int{"a": 1, "b": 2})
	diag.Emit(TST0003, slog.String("cmd", "abcde"), slog.Int("stripped_count", 12345))
	assert.Equal(t, `[TST0007] free
  v="abc...(+3 bytes)" w=abcd l=[ab "...(+3 elements)"]
[TST0002] denied: 0123...(+3 bytes)
INFO 0123...(+3 bytes)
  a={a=1 !cut="...(+1 elements)"}
[TST0003] env vars stripped from child process by sandbox
  cmd="abcd...(+1 bytes)" stripped_count=12345
`, b.String())
	b.Reset()
	h := diag.NewHandler(b, diag.Options{MaxValue: 5, Links: diag.LinksNever})
	slog.New(h).Info("m", "l", []string{"ab", "é→", "x"}, "w", "😀😀")
	slog.New(diag.NewHandler(b, diag.Options{MaxValue: 1})).Info("é", "v", "é", "r", "\x80\x80")
	assert.Equal(t, `INFO m
  l=[ab "...(+5 bytes)" "...(+1 elements)"] w="😀...(+4 bytes)"
INFO ...(+2 bytes)
  v="...(+2 bytes)" r="\x80...(+1 bytes)"
`, b.String(), "a rune that has no room is left out whole")
	b.Reset()
	slog.New(diag.NewHandler(b, diag.Options{MaxValue: 8})).Info("", "m", map[string]string{"12345678": ""})
	slog.New(diag.NewHandler(b, diag.Options{MaxValue: math.MaxInt >> 2})).Info("", "a", 1, "b", 2)
	assert.Equal(t, "INFO \"\"\n  m={12345678=\"\"}\nINFO \"\"\n  a=1 b=2\n", b.String())
	big := make(map[string]int)
	for i := range 100_000 {
		big[fmt.Sprint(i)] = i
	}
	text, _ = both(t, big)
	assert.Less(t, len(text), 64<<10)
}
