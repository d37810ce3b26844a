package explain

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct{ template, text, want string }{
		{"cannot write {path}", "cannot write /a", "path=/a"},
		{"cannot write {path}", "12:00 ERROR cannot write /a b (see https://x/y)", "path=/a b"},
		{"cannot write {path}", `cannot write "/a b"`, "path=/a b"},
		{"cannot write {path}", "cannot write /a\n  free=1", "path=/a"},
		{"cannot write {path}", "could not write /a", "no"},
		{"{a} and {b}", "x and y and z", "a=x b=y and z"},
		{"{a} is gone", "job | INFO: mise is gone", "a=mise"},
		{"{a}{b}!", "xy!", "a=xy! b=no"},
		{"plain", "so plain it is", ""},
		{"plain", "Plain", "no"},
		{"{not a place} {a}", "{not a place} 7", "a=7"},
		{"{} {", "{} {", ""},
		{"", "anything", ""},
		{"have {have}, want {want} here", "have 1, want 2 here", "have=1 want=2"},
		{"have {have}, want {want} here", "have 1, want 2", "no"},
	} {
		values, _, ok := match(c.template, c.text)
		var got []string
		for _, v := range values {
			got = append(got, fmt.Sprintf("%s=%s", v.name, v.text))
		}
		if !ok {
			got = append(got, "no")
		}
		if c.template == "{a}{b}!" { // where a ends and b begins cannot be told
			assert.False(t, ok)
			continue
		}
		assert.Equal(t, c.want, strings.Join(got, " "), "%q in %q", c.template, c.text)
	}
}

func TestSplitShell(t *testing.T) {
	for in, want := range map[string]string{
		"less": "less", "less -R  -F": "less|-R|-F", `"/a b/less" '-P x'`: "/a b/less|-P x", `a\ b c`: "a b|c", `a"b c"d`: "ab cd",
		`''`: "", `x ''`: "x|", `"a\"b"`: `a"b`, `"a\b"`: `a\b`, `'a\b'`: `a\b`, "\t\n": "", `unclosed "a b`: "unclosed|a b", `a\`: `a\`,
	} {
		assert.Equal(t, want, strings.Join(splitShell(in), "|"), "%q", in)
	}
}

func TestLines(t *testing.T) {
	for in, want := range map[string]int{
		"": 0, "a\n": 1, "a\nb\n": 2, strings.Repeat("x", 20) + "\n": 1, strings.Repeat("x", 21) + "\n": 2,
		"\x1b[31m" + strings.Repeat("x", 20) + "\x1b[0m\n": 1, strings.Repeat("字", 11) + "\n": 2,
		"\x1b]8;;https://example.com/long/address\x1b\\x\x1b]8;;\x1b\\\n": 1,
	} {
		assert.Equal(t, want, lines([]byte(in), 20), "%q", in)
	}
}

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("before ", 40) + "needle" + strings.Repeat(" after", 40)
	got := excerpt("- **"+long+"**\n", "needle")
	assert.Contains(t, got, "needle")
	assert.LessOrEqual(t, len(got), 130)
	assert.True(t, strings.HasPrefix(got, "… before") && strings.HasSuffix(got, "after …"), got)
}

func TestHTTPSOnly(t *testing.T) {
	for url, want := range map[string]bool{
		"https://example.com/a?b=c#d": true, "http://example.com": false, "https://": false, "file:///etc/passwd": false, "javascript:alert(1)": false,
		"https://x/ y": false, "https://x/\x1b": false, "https://x/\"&calc": false, "https://x/é": false, " https://x": false, "HTTPS://x": false,
		"https://" + strings.Repeat("x", 3000): false, "-https://x": false,
	} {
		assert.Equal(t, want, isHTTPS(url), url)
	}
}

func TestExcerptOfOtherScripts(t *testing.T) {
	for _, line := range []string{
		strings.Repeat("Ⱥ", 200) + "Needle" + strings.Repeat("Ⱥ", 200), // longer in lower case
		strings.Repeat("İ", 200) + "Needle" + strings.Repeat("İ", 200), // shorter
		strings.Repeat("没有空格", 50) + "NEEDLE" + strings.Repeat("没有空格", 50) + " end",
		"begin " + strings.Repeat("没有空格", 50) + "needle",
		strings.Repeat("\xff", 200) + "needle" + strings.Repeat("\xff", 200),
		"needle" + strings.Repeat("x", 200),
	} {
		got := excerpt(line, "needle")
		assert.Contains(t, strings.ToLower(got), "needle", "%q", line)
		assert.LessOrEqual(t, len(got), 140, "%q", line)
	}
}
