package explain

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/egladman/magus/diag"
)

func testApp(two bool) *app {
	a := &app{Options: testOptions()}
	if two {
		a.Sources = append(a.Sources, Source{Catalog: secondCatalog()})
	}
	a.defaults()
	return a
}

// codes returns what words mean, with a mark before what is unknown (?) and
// what means several codes (~).
func (f found) codes() string {
	var s []string
	for _, h := range f.hits {
		s = append(s, h.d.Code)
	}
	for _, v := range f.vague {
		s = append(s, "~"+v.word)
	}
	for _, w := range f.unknown {
		s = append(s, "?"+w)
	}
	return strings.Join(s, " ")
}

func TestFind(t *testing.T) {
	a := testApp(true)
	for _, c := range []struct{ words, want string }{
		{"ACM0042", "ACM0042"}, {"acm42", "ACM0042"}, {"aCm-0042!", "ACM0042"}, {"0100", "ACM0100"}, {"2008", "ACM2008"},
		{"ZED-42", "ZED-0042"}, {"zed10001", "ZED-10001"}, {"10001", "ZED-10001"}, {"ZED00042", "ZED-0042"},
		{"zap", "ZED-0042"}, {"diskfull", "~diskfull"}, {"42", "~42"}, {"NoRoom", "ACM0042"},
		{"ACM00042", "?ACM00042"}, {"XACM0042", "?XACM0042"}, {"ACM20081", "?ACM20081"}, {"ACM2O08", "?ACM2O08"}, {"ACM", "?ACM"},
		{"ACM0042|ZED-0042|zap", "ACM0042 ZED-0042"}, {"ACM0042|ACM9999", "ACM0042 ?ACM9999"}, {"ACM0042|PeerGon", "ACM0042 ?PeerGon"}, {"ACM0042|and|more", "ACM0042"}, {"ACM0042|ACM0O43", "ACM0042 ?ACM0O43"},
		{"see [ACM0042]: no room (ZED-10001)", "ACM0042 ZED-10001"}, {"错误ACM0042发生", "ACM0042"},
		{"level=ERROR code=ACM0042 n=42", "ACM0042"}, {`{"code":"ACM0042","n":43}`, "ACM0042"}, {"now ACM9998 and ACM0042", "ACM0042 ?ACM9998"},
		{"OLD17 is an old code", "ACM0042"}, {"a peergone here", "ACM0100"}, {"RFC3339 has ACM0042 in it", "ACM0042"},
		{"XACM0042 ACM00421 ACM0042_x", "?XACM0042 ACM00421 ACM0042_x"},
		{"https://x.y/ACM0042", "ACM0042"}, {"(https://x.y/a/ACM0042.html).", "ACM0042"}, {"x.y/errors/zap/", "ZED-0042"},
		{"ACM0042/ZED-0042", "ACM0042 ZED-0042"}, {"acm0042/ACM7777", "ACM0042 ?ACM7777"}, {"ACM0100|ACM0042/ZED-0042", "ACM0100 ACM0042 ZED-0042"}, {"ACM0042/ACM0100.md", "ACM0100"},

		{"https://x.y/ACM0042/ACM7777.md", "?ACM7777"}, {"https://x.y/2008", "?https://x.y/2008"}, {"https://acm0042/", "?https://acm0042/"},
		{"failed, see https://x.y/fix-ACM0100/ACM0042.md", "ACM0042"},
		{"#42|#ACM0042", "ACM0042 ~42"}, {"ACM 0042", "ACM0042"}, {"acm|42|ACM0100", "ACM0042 ACM0100"}, {"zed 42", "ZED-0042"}, {"ACM|7777", "?ACM ?7777"},
		{"42|ACM0042|#42", "ACM0042 ~42"}, {"ACM9999|ACM9999", "?ACM9999"}, {"ACM0042,|PeerGon,|ACM0100", "ACM0042 ACM0100 ?PeerGon"},
		{"[]|ACM0042", "ACM0042"}, {"[]", "?[]"}, {"\x1b[31m", "?\x1b[31m"}, {"??|!!", "??? ?!!"},
		{"\x1b[31mACM0042\x1b[0m", "ACM0042"}, {"\x1b]8;;https://x/ACM0042\x1b\\ACM0042\x1b]8;;\x1b\\", "ACM0042"},
		{"ACM0017", "ACM0100"}, {"acm17", "ACM0100"}, {"ACM-017", "ACM0100"}, {"0017", "ACM0100"}, {"17", "ACM0100"}, {"[acm0017]:", "ACM0100"}, {"ACM0018", "?ACM0018"},
	} {
		assert.Equal(t, c.want, a.find(strings.Split(c.words, "|")).codes(), "%q", c.words)
	}
}

// TestFindInBrackets: a prefix may begin with the letter that ends a colour
// sequence, and such sequences lose their escape byte in copies.
func TestFindInBrackets(t *testing.T) {
	c := testCatalog()
	c.Prefix = "MCM"
	for _, d := range c.Codes {
		d.Code = strings.Replace(d.Code, "ACM", "MCM", 1)
	}
	a := &app{Options: testOptions()}
	a.Sources = []Source{{Catalog: c}}
	a.defaults()
	for _, word := range []string{"mcm0042", "[mcm0042]", "[mcm0042]:", "[MCM0042]", "[mcm0042", "[Mcm42]", "failed: [mcm0042] no room", "[0m[mcm0042]",
		"[31mMCM0042[m", "[mMCM0042[m", "[1;36m[mcm0042][0m", "\x1b[m[mcm0042]\x1b[m", "\x1b[1mmcm0042\x1b[m", "[31mmcm0042[m"} {
		assert.Equal(t, "MCM0042", a.find(strings.Fields(word)).codes(), "%q", word)
		assert.Equal(t, "MCM0042", a.find([]string{word}).codes(), "%q", word)
	}
}

func TestNearest(t *testing.T) {
	a := testApp(false)
	first := func(word string) string {
		near := a.nearest(word)
		if len(near) == 0 {
			return ""
		}
		return near[0].Code
	}
	for word, want := range map[string]string{
		"ACM2O08": "ACM2008", "ACM20O8": "ACM2008", "ACM0I00": "ACM0100", "AMC0042": "ACM0042", "ACM0024": "ACM0042", "ACM042x": "ACM0042",
		"XACM0042": "ACM0042", "SlwDisk": "ACM0043", "PeerGon": "ACM0100", "old18": "ACM0042", "network-probe": "ACM0101", "GonePeer": "ACM0100", "banana": "", "": "",
	} {
		assert.Equal(t, want, first(word), word)
	}
	near := a.nearest("ACM0041")
	assert.Len(t, near, 3)
	assert.Equal(t, "fs", near[1].Family)
	near = a.nearest("ACM2009")
	assert.Equal(t, "ACM2008 ACM0100", near[0].Code+" "+near[1].Code, "of those as near, one of the same family")
	assert.Empty(t, a.nearest(strings.Repeat("A", 10_000)))

	a.Sources = []Source{{Catalog: prepared(&diag.Catalog{Prefix: "ACM", MinDigits: 4, MaxDigits: 4, Codes: []*diag.Descriptor{
		{Code: "ACM0001", Name: "KacheMist", Title: "spelt alike"}, {Code: "ACM0002", Name: "Lookup", Title: "a miss in the cache"},
	}})}}
	assert.Equal(t, "ACM0002", first("cache-miss"), "words of the title tell more than letters")
}

func TestErrorsRepeatLittle(t *testing.T) {
	o := testOptions()
	o.Sources = append(o.Sources, Source{Catalog: secondCatalog()})
	long := strings.Repeat("long words of a text ", 1000) + strings.Repeat("x", 1000)
	for _, args := range [][]string{{long}, {strings.Repeat("x", 1000)}, {"--message", long}, {strings.Repeat("[", 1000) + "42"}} {
		status, _, errs := run(o, args...)
		assert.Equal(t, exitNone, status)
		assert.Less(t, len(errs), 400, errs)
	}
}

func FuzzArguments(f *testing.F) {
	for _, s := range []string{"ACM0042", "[acm42]:", "https://x/ACM0042.md?x#y", "--format\x00json", "--log\x00/dev/null", "\x1b[31mACM0042", "--message\x00cannot write {x}",
		"__complete\x00--fo", "completion\x00zsh", "--search\x00disk", "--", "-", "=", "--=", "--url=1", "[", "\x1b", "\x1b]", "\x1b["} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		args := strings.Split(s, "\x00")
		for i, arg := range args {
			if strings.Contains(arg, "open") || strings.HasPrefix(arg, "--log") || i > 0 && args[i-1] == "--log" {
				t.Skip("starts a program or reads a file")
			}
		}
		o := testOptions()
		status, out, errs := run(o, args...)
		assert.Contains(t, []int{exitOK, exitNone, exitUsage}, status)
		if status != exitOK {
			assert.NotEmpty(t, errs)
		}
		for _, text := range []string{out, errs} {
			assert.True(t, utf8.ValidString(text) || strings.Contains(s, "md"), "%q", text)
			assert.False(t, strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 }) &&
				!strings.Contains(s, "md") && !strings.Contains(s, "always"), "%q", text)
		}
	})
}
