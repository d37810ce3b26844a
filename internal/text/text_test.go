package text_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/egladman/magus/internal/text"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestForms(t *testing.T) {
	for _, c := range []struct {
		s                    string
		plain, printable     bool
		quoted, visible, js_ string
	}{
		{"", false, true, `""`, ``, ``},
		{"abc-/.:'`()<>", true, true, "\"abc-/.:'`()<>\"", "abc-/.:'`()<>", "abc-/.:'`()<>"},
		{"a b", false, true, `"a b"`, `a b`, `a b`},
		{"a=b", false, true, `"a=b"`, `a=b`, `a=b`},
		{`a"b`, false, true, `"a\"b"`, `a"b`, `a\"b`},
		{"[", false, true, `"["`, `[`, `[`},
		{"}", false, true, `"}"`, `}`, `}`},
		{`C:\x`, true, true, `"C:\\x"`, `C:\x`, `C:\\x`},
		{"größe→日本", true, true, `"größe→日本"`, "größe→日本", "größe→日本"},
		{"e\u0301", true, true, "\"e\u0301\"", "e\u0301", "e\u0301"},
		{"é b", false, true, `"é b"`, "é b", "é b"},
		{"\ufffd", true, true, "\"\ufffd\"", "\ufffd", "\ufffd"},
		{"\n\r\t", false, false, `"\n\r\t"`, `\n\r\t`, `\n\r\t`},
		{"\x00\x1b\x7f", false, false, `"\x00\x1b\x7f"`, `\x00\x1b\x7f`, `\u0000\u001b\u007f`},
		{"\u009b", false, false, `"\u009b"`, `\u009b`, `\u009b`},
		{"\u00a0", false, false, `"\u00a0"`, `\u00a0`, `\u00a0`},
		{"\u202e\u2066\u061c", false, false, `"\u202e\u2066\u061c"`, `\u202e\u2066\u061c`, `\u202e\u2066\u061c`},
		{"\u2028\u2029", false, false, `"\u2028\u2029"`, `\u2028\u2029`, `\u2028\u2029`},
		{"a\xffb", false, false, `"a\xffb"`, `a\xffb`, `a\ufffdb`},
		{"\xe2\x80", false, false, `"\xe2\x80"`, `\xe2\x80`, `\ufffd\ufffd`},
		{"\U000e0001", false, false, `"\U000e0001"`, `\U000e0001`, `\udb40\udc01`},
		{"\U0001f600", true, true, "\"\U0001f600\"", "\U0001f600", "\U0001f600"},
	} {
		assert.Equal(t, c.plain, text.Plain(c.s), "Plain %q", c.s)
		assert.Equal(t, c.printable, text.Printable(c.s), "Printable %q", c.s)
		assert.Equal(t, "x"+c.quoted, string(text.AppendQuote([]byte("x"), c.s)))
		assert.Equal(t, "x"+c.visible, string(text.AppendVisible([]byte("x"), c.s)))
		assert.Equal(t, c.visible, text.Visible(c.s))
		assert.Equal(t, "x"+c.js_, string(text.AppendJSON([]byte("x"), c.s)))
		want := c.quoted
		if c.plain {
			want = c.s
		}
		assert.Equal(t, want, string(text.AppendValue(nil, c.s)))
		if text.JSONPlain(c.s) {
			assert.Equal(t, c.s, c.js_)
		}
	}
}

// FuzzForms holds each form against the standard library and against what no
// output may hold.
func FuzzForms(f *testing.F) {
	for _, s := range []string{"", "a b", "\x1b[2J", "\xff", "é\u202e\"\\", "\U000e0001", strings.Repeat("x", 100)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		q := string(text.AppendQuote(nil, s))
		require.Equal(t, strconv.Quote(s), q)
		back, err := strconv.Unquote(q)
		require.NoError(t, err)
		require.Equal(t, s, back)
		for _, out := range []string{q, text.Visible(s), string(text.AppendValue(nil, s)), string(text.AppendJSON(nil, s))} {
			require.True(t, text.Printable(out), "%q", out)
		}
		require.Equal(t, text.Visible(s) == s, text.Printable(s))
		var js string
		require.NoError(t, json.Unmarshal([]byte(`"`+string(text.AppendJSON(nil, s))+`"`), &js))
		require.Equal(t, strings.ToValidUTF8(s, "\x00") == s, utf8.ValidString(s))
		if utf8.ValidString(s) {
			require.Equal(t, s, js)
		}
		if text.Plain(s) {
			require.NotContains(t, s, " ")
			require.NotEmpty(t, s)
		}
	})
}

func TestAllocations(t *testing.T) {
	b := make([]byte, 0, 4096)
	s := strings.Repeat("a\x1bé\u202e\xff", 50)
	assert.Zero(t, testing.AllocsPerRun(50, func() {
		b = text.AppendJSON(text.AppendVisible(text.AppendQuote(b[:0], s), s), s)
		_ = text.Plain(s) || text.Printable(s)
	}))
}

func TestSentence(t *testing.T) {
	for s, want := range map[string][2]string{
		"": {"", ""}, " ": {"", ""}, "a": {"a.", "a"}, "a. ": {"a.", "a"}, "a...": {"a...", "a..."}, "a…": {"a…", "a…"},
		"a!": {"a!", "a!"}, "a?": {"a?", "a?"}, "失败。": {"失败。", "失败。"}, "a (b.)": {"a (b.).", "a (b.)"}, "\xff": {"\xff.", "\xff"},
	} {
		assert.Equal(t, want, [2]string{text.Sentence(s), text.Clause(s)}, "%q", s)
	}
}

func TestVisibleLines(t *testing.T) {
	assert.Equal(t, "a b", text.VisibleLines("a b"))
	assert.Equal(t, "a\n\\x1b[31m\n\\tb\\r", text.VisibleLines("a\n\x1b[31m\n\tb\r"))
	assert.Equal(t, "\\x1b", text.VisibleLines("\x1b"))
}
