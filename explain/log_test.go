package explain

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// scanned is what the reader says about a log, with blocks of a size.
func scanned(t testing.TB, r io.Reader, size int) []logEntry {
	t.Helper()
	old := blockSize
	blockSize = size
	defer func() { blockSize = old }()
	a := testApp(true)
	s := newLogScan(a.Sources)
	totals := &logTotals{scan: s, known: make([]logEntry, len(s.codes)), unknown: map[string]*logEntry{}, file: "f", line: 1}
	require.NoError(t, s.readBlocks(r, totals.merge))
	return totals.entries()
}

// brief shows entries for comparison.
func brief(entries []logEntry) string {
	var b strings.Builder
	for _, e := range entries {
		fmt.Fprintf(&b, "%s %s %d %d-%d", e.code, levelName(e.level), e.count, e.first.line, e.last.line)
		for _, f := range e.values {
			fmt.Fprintf(&b, " %s=%q", f.name, f.values)
			if f.more {
				b.WriteString("+")
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestLogForms(t *testing.T) {
	for _, c := range []struct{ name, log, want string }{
		{"text", "[ACM0042] cannot write /a\n  free=12\n", `ACM0042 error 1 1-1 path=["/a"] free=["12"]`},
		{"text, quoted value", "[ACM0042] cannot write \"/a b\" (see https://x/ACM0042.md)\n", `ACM0042 error 1 1-1 path=["/a b"]`},
		{"text, quoted message", "[ACM0042] \"cannot write /\\x1b\" (see https://x)\n", `ACM0042 error 1 1-1 path=["/\x1b"]`},
		{"time and level before", "2026-12-01T00:00:00Z ERROR [ACM0042] cannot write /a\n  free=1\n", `ACM0042 error 1 1-1 path=["/a"] free=["1"]`},
		{"collector's prefix", "12:00:01.2 job | [ACM0042] cannot write /a\n12:00:01.9 job |   free=1\n", `ACM0042 error 1 1-1 path=["/a"] free=["1"]`},
		{"another line's fields", "[ACM0042] cannot write /a\nother   free=1\n", `ACM0042 error 1 1-1 path=["/a"]`},
		{"CRLF", "x\r\n[ACM0042] cannot write /a\r\n  free=1\r\n", `ACM0042 error 1 2-2 path=["/a"] free=["1"]`},
		{"progress bar", "10%\r20%\r[ACM0043] write took too long\r30%\n", `ACM0043 warn 1 1-1`},
		{"two in one progress line", "[ACM0043] a\r[ACM0043] b\n", `ACM0043 warn 2 1-1`},
		{"colours", "\x1b[2m[\x1b[31mACM0042\x1b[0m] cannot write /a\n  \x1b[2mfree\x1b[0m=7\n", `ACM0042 error 1 1-1 path=["/a"] free=["7"]`},
		{"colours without escapes", "[31mACM0042[0m cannot write /a", `ACM0042 error 1 1-1 path=["/a"]`},
		{"hyperlink", "[\x1b]8;;https://x/ACM0042.md\x1b\\ACM0042\x1b]8;;\x1b\\] cannot write /a\n", `ACM0042 error 1 1-1 path=["/a"]`},
		{"JSON", `{"level":"ERROR","code":"ACM0100","event":"reset","msg":"peer a\"b reset the connection after 1 bytes","fields":{"peer":"a\"b","bytes":1,"x":[1,{"y":2}]}}`,
			`ACM0100 error 1 1-1 peer=["a\"b"] bytes=["1"]`},
		{"JSON list and spaces", `ci> { "code": "ACM0042", "msg": "", "fields": { "path": ["a", "b"], "free" : null } } trailing`, `ACM0042 error 1 1-1 path=["[a b]"] free=["null"]`},
		{"JSON cut", `{"code":"ACM0042","fields":{"path":"unfinis`, `ACM0042 error 1 1-1 path=["unfinis"]`},
		{"JSON in docker's", `{"log":"{\"level\":\"ERROR\",\"code\":\"ACM0100\",\"event\":\"reset\",\"msg\":\"x\",\"fields\":{\"peer\":\"a\\\"b\",\"bytes\":1}}\n","stream":"stderr"}`,
			`ACM0100 error 1 1-1 peer=["a\"b"] bytes=["1"]`},
		{"text in docker's JSON", `{"log":"[ACM0042] cannot write /a \"b\r\n","time":"1"}` + "\n" + `{"log":"  free=12\r\n","time":"2"}`, `ACM0042 error 1 1-1 path=["/a \"b"] free=["12"]`},
		{"text in journald's JSON", `{"A":"1","MESSAGE":"INFO [ACM0042] cannot write /a\n  free=1","B":"2"}`, `ACM0042 error 1 1-1 path=["/a"] free=["1"]`},
		{"text behind a JSON object", `{"a":"b"} [ACM0042] cannot write /a "b"`, `ACM0042 error 1 1-1 path=["/a \"b\""]`},
		{"text in JSON that was cut", `{"log":"[ACM0042] cannot write /a`, `ACM0042 error 1 1-1 path=["/a"]`},
		{"code and text in JSON", `{"msg":"[ACM0042] cannot write /a","code":"ACM0042","fields":{"free":1}}`, `ACM0042 error 1 1-1 free=["1"]`},
		{"workflow command", "::error file=a%3Ab.go,line=3,title=ACM0042 DiskFull::[ACM0042] cannot write /100%25 (see https://x/ACM0042.md)%0A  free=7\n", `ACM0042 error 1 1-1 path=["/100%"] free=["7"]`},
		{"workflow command without fields", "::debug::[ACM0042] cannot write /100%25\n", `ACM0042 error 1 1-1 path=["/100%"]`},
		{"slog text", `time=x level=INFO msg="peer a closed the connection" code=ACM0100 event=closed fields.peer="a b"`, `ACM0100 info 1 1-1 peer=["a" "a b"]`},
		{"logger with fields behind", "WARN [ACM0043] write took too long took=3s n=1", `ACM0043 warn 1 1-1 took=["3s"]`},
		{"twice in a line", "[ACM0043] and ACM0043 (see https://x/ACM0043.md)\nACM0043", `ACM0043 warn 2 1-2`},
		{"branch in an address", "https://x/blob/fix-ACM0042/docs/ACM0043.md", `ACM0043 warn 1 1-1`},
		{"address alone", "https://x/ACM0043/", `ACM0043 warn 1 1-1`},
		{"no codes", "XACM0042 ACM00421 ACM0042_ acm0042 ACM042 ZED-00", ``},
		{"separator", "ZED-0042 ZED0042 ZED-10001", "ZED-10001 error 1 1-1\nZED-0042 info 1 1-1"},
		{"unknown", "ACM9999\nZED-77777 ACM9999", "ACM9999 error 2 1-2\nZED-77777 error 1 2-2"},
		{"old code", "OLD17\n", "ACM0042 error 1 1-1"},
		{"invalid UTF-8", "\xff\xfe\xfd [ACM0042] cannot write \xff\n", `ACM0042 error 1 1-1 path=["\xff"]`},
		{"binary", "\x00\x01ACM0042\x00\x7f\n\x00", "ACM0042 error 1 1-1"},
		{"code at both ends", "ACM0043", "ACM0043 warn 1 1-1"},
		{"other alphabet", "错误ACM0043发生", "ACM0043 warn 1 1-1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, strings.TrimSpace(brief(scanned(t, strings.NewReader(c.log), 1<<16))))
		})
	}
}

func TestLogValuesAreCapped(t *testing.T) {
	var log strings.Builder
	for i := range 100 {
		fmt.Fprintf(&log, "[ACM0042] cannot write /%d\n  free=7\n", i)
	}
	fmt.Fprintf(&log, "[ACM0043] x took=%s\n", strings.Repeat("9", 1000))
	entries := scanned(t, strings.NewReader(log.String()), 1<<16)
	require.Len(t, entries, 2)
	assert.EqualValues(t, 100, entries[0].count)
	path := entries[0].values[0]
	assert.Len(t, path.values, maxValues)
	assert.Equal(t, "/0", path.values[0])
	assert.True(t, path.more)
	assert.False(t, entries[0].values[1].more)
	assert.Len(t, entries[1].values[0].values[0], maxValue+len("…"))
}

// randomLog makes a log of pieces that matter at the ends of blocks.
func randomLog(r *rand.Rand, size int) []byte {
	pieces := []string{"[ACM0042] cannot write /%d\n  free=%d\n", "2026 | [ACM0042] cannot write /%d\n2027 |   free=%d\n", "\r\n", "\r", "ACM%04d ", "ACM0100",
		"XACM0042 ", "https://x/ACM0100/ACM0042.md ", "\x1b[31m", `{"code":"ACM0100","event":"reset","fields":{"peer":"p%d","bytes":%d}}` + "\n", "ZED-00%d\n",
		"code=ACM0043 fields.took=%d ", "text that is long enough to be a line of a log, with nothing in it\n", "\n", "\xff\x00", "OLD17 "}
	var b bytes.Buffer
	for b.Len() < size {
		p := pieces[r.IntN(len(pieces))]
		n := strings.Count(p, "%")
		args := []any{r.IntN(20), r.IntN(20)}[:n]
		fmt.Fprintf(&b, p, args...)
		if r.IntN(400) == 0 {
			b.WriteString(strings.Repeat("long line ACM0043 ", r.IntN(1500)))
		}
	}
	return b.Bytes()
}

// The outcome must not depend on where blocks begin, nor on how the log
// arrives.
func TestLogBlocks(t *testing.T) {
	for seed := range uint64(4) {
		log := randomLog(rand.New(rand.NewPCG(seed, 1)), 150_000)
		want := brief(scanned(t, bytes.NewReader(log), len(log)+1))
		require.Contains(t, want, "ACM0042")
		for _, size := range []int{997, 4096, 65_536} {
			assert.Equal(t, want, brief(scanned(t, bytes.NewReader(log), size)), "seed %d, blocks of %d", seed, size)
		}
		name := filepath.Join(t.TempDir(), "run.log")
		require.NoError(t, os.WriteFile(name, append([]byte("ACM0042 before"), log...), 0o600))
		f, err := os.Open(name)
		require.NoError(t, err)
		for _, size := range []int{997, 65_536} {
			file := regularFile{f, int64(len("ACM0042 before")), int64(len("ACM0042 before") + len(log))}
			assert.Equal(t, want, brief(scanned(t, file, size)), "seed %d, blocks of %d of a file", seed, size)
		}
		f.Close()
		assert.Equal(t, want, brief(scanned(t, iotest.HalfReader(bytes.NewReader(log)), 4096)), "seed %d", seed)
	}
}

// A line of 100 MB holds as much memory as a short one; the reader makes it
// up as it goes.
func TestLogLongLine(t *testing.T) {
	filler := strings.Repeat("x", 1<<20)
	var parts []io.Reader
	parts = append(parts, strings.NewReader("ACM0043 "))
	for range 100 {
		parts = append(parts, strings.NewReader(filler))
	}
	parts = append(parts, strings.NewReader(" [ACM0042] cannot write /a\nACM0043"))
	assert.Equal(t, "ACM0042 error 1 1-1 path=[\"/a\"]\nACM0043 warn 2 1-2\n", brief(scanned(t, io.MultiReader(parts...), 1<<20)))
}

func TestLogOfManyUnknownCodes(t *testing.T) {
	var log strings.Builder
	for i := range 9000 {
		fmt.Fprintf(&log, "ACM%d\n", 1000+i)
	}
	o := testOptions()
	o.Stdin = strings.NewReader(log.String())
	status, out, _ := run(o, "--log", "-")
	assert.Equal(t, exitOK, status)
	assert.Contains(t, out, "ACM2008  debug") // known, and not lost among them
	assert.Contains(t, out, "and 8949 more")
	assert.Less(t, strings.Count(out, "\n"), 100)
}

func TestLogReadError(t *testing.T) {
	o := testOptions()
	o.Stdin = io.MultiReader(strings.NewReader("[ACM0042] cannot write /a\n"), iotest.ErrReader(io.ErrNoProgress))
	status, out, errs := run(o, "--log", "-")
	assert.Equal(t, exitIO, status)
	assert.Contains(t, out, "ACM0042")
	assert.Contains(t, errs, "--log -: multiple Read calls return no data or error; the report ends there")
}

func TestLogGzipAndUTF16(t *testing.T) {
	dir := t.TempDir()
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	io.WriteString(z, "x\n[ACM0042] cannot write /a\n")
	require.NoError(t, z.Close())
	files := map[string][]byte{"run.gz": zipped.Bytes(), "misnamed.log": zipped.Bytes()}
	for _, big := range []bool{false, true} {
		text := []byte{0xff, 0xfe}
		if big {
			text = []byte{0xfe, 0xff}
		}
		for _, u := range utf16.Encode([]rune("x😀\r\n[ACM0042] cannot write /a\r\n")) {
			if big {
				text = append(text, byte(u>>8), byte(u))
			} else {
				text = append(text, byte(u), byte(u>>8))
			}
		}
		files[fmt.Sprint("utf16-", big)] = text
		text = bytes.ReplaceAll(text[2:], []byte{0x3d, 0xd8, 0x00, 0xde}, nil)
		text = bytes.ReplaceAll(text, []byte{0xd8, 0x3d, 0xde, 0x00}, nil)
		files[fmt.Sprint("utf16-no-mark-", big)] = text
	}
	for name, data := range files {
		file := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(file, data, 0o600))
		status, out, errs := run(testOptions(), "--log", file, "--format", "json")
		assert.Equal(t, exitOK, status, name)
		assert.Empty(t, errs, name)
		assert.Contains(t, out, name+":2", name)
		assert.Contains(t, out, `"/a"`, name)
	}
	cut := filepath.Join(dir, "cut.gz")
	require.NoError(t, os.WriteFile(cut, zipped.Bytes()[:zipped.Len()-10], 0o600))
	status, _, errs := run(testOptions(), "--log", cut)
	assert.Equal(t, exitIO, status)
	assert.Contains(t, errs, "unexpected EOF; the report ends there")
	_, _, errs = run(testOptions(), "--log", cut, "--log", cut)
	assert.Equal(t, 2, strings.Count(errs, "the report ends there"))
	assert.NotContains(t, errs, `\n`)
}

func TestUTF16Reader(t *testing.T) {
	text := "aé😀�z"
	var b bytes.Buffer
	b.WriteString("\xff\xfe")
	for _, u := range utf16.Encode([]rune(text)) {
		b.Write([]byte{byte(u), byte(u >> 8)})
	}
	b.WriteString("\x00\xd8b\x00\x01") // half a pair, a letter, half a unit
	o := testOptions()
	o.Stdin = iotest.OneByteReader(&b)
	a := &app{Options: o}
	r, done, err := a.openLog("-")
	require.NoError(t, err)
	defer done()
	got, err := io.ReadAll(iotest.OneByteReader(r))
	require.NoError(t, err)
	assert.Equal(t, text+"�b", string(got))
}

func TestLogReportIsHarmless(t *testing.T) {
	o := testOptions()
	o.Stdin = strings.NewReader("[ACM0042] cannot write /\x1b]0;evil\x07`x`|y\u202e\u061c\u206a\ufff9\n  free=\"\\x1b[2J\"\n")
	for _, format := range []string{"text", "plain", "md", "json"} {
		o.Stdin.(*strings.Reader).Seek(0, io.SeekStart)
		status, out, _ := run(o, "--log", "-", "--format", format)
		assert.Equal(t, exitOK, status)
		assert.Contains(t, out, "`x`|y", format)
		assert.False(t, strings.ContainsAny(out, "\x1b\x07\u202e\u061c\u206a\ufff9"), "%s: %q", format, out)
	}
}

// naive counts codes line by line, as one would with grep.
func naive(log string) map[string][3]int64 {
	token := regexp.MustCompile(`[A-Za-z0-9_]+`)
	code := regexp.MustCompile(`^(ACM[0-9]{4}|OLD17)$`)
	out := map[string][3]int64{}
	for i, line := range strings.Split(log, "\n") {
		for _, record := range strings.Split(line, "\r") {
			var met []string
			for _, w := range token.FindAllString(record, -1) {
				if !code.MatchString(w) {
					continue
				}
				if !slices.Contains(met, w) {
					met = append(met, w)
				}
			}
			for _, w := range met {
				if w == "OLD17" {
					w = "ACM0042"
					if slices.Contains(met, w) {
						continue
					}
				}
				c, ok := out[w]
				if !ok {
					c[1] = int64(i + 1)
				}
				out[w] = [3]int64{c[0] + 1, c[1], int64(i + 1)}
			}
		}
	}
	return out
}

func FuzzLog(f *testing.F) {
	for _, s := range []string{"[ACM0042] cannot write /a\n  free=1\n", "XACM0042 ACM00421\r\n", `{"code":"ACM0100","fields":{"a":"\"`, "\x1b[31mACM0043\x1b[0m",
		"ACM", "ACM0", "A\nCM0042", "https://x/ACM0100-ACM0042", "[ACM0042] \"cannot write", "code=ACM0042 msg=", "OLD17 ACM0042", "ZED-0042"} {
		f.Add(s, uint16(20))
	}
	special := regexp.MustCompile(`://|\[[0-9;:]*[A-Za-z]|ZED-`)
	f.Fuzz(func(t *testing.T, s string, shift uint16) {
		if len(s) > 300 {
			s = s[:300]
		}
		// The end of the first block falls into s.
		const size = 64
		lead := size + margin - int(shift)%(len(s)+1)
		log := strings.Repeat(".", lead-1) + "\n" + s + "\n" + strings.Repeat("-", 100)
		whole := scanned(t, strings.NewReader(log), len(log)+1)
		assert.Equal(t, brief(whole), brief(scanned(t, strings.NewReader(log), size)))
		if special.MatchString(log) {
			return
		}
		got := map[string][3]int64{}
		for _, e := range whole {
			got[e.code] = [3]int64{e.count, e.first.line, e.last.line}
		}
		assert.Equal(t, naive(log), got)
	})
}
