package termmd

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzRender: whatever the page, nothing in the output drives the terminal and
// the output is in proportion to the page.
func FuzzRender(f *testing.F) {
	page, err := os.ReadFile(filepath.Join("testdata", "page.md"))
	require.NoError(f, err)
	f.Add(page, uint16(40), byte(3))
	f.Add([]byte("a\nb\n---\n# c #\n##\n[x]: y\nd\n===\n[x]: y\n---"), uint16(40), byte(0))
	for _, p := range hostile(200) {
		f.Add([]byte(p), uint16(20), byte(0))
		f.Add([]byte(p), uint16(5), byte(7))
	}
	f.Fuzz(func(t *testing.T, page []byte, width uint16, flags byte) {
		at := 0
		for _, h := range Headings(page) {
			require.LessOrEqual(t, at, h.Start)
			require.Less(t, h.Start, h.Stop)
			require.LessOrEqual(t, h.Stop, len(page))
			at = h.Stop
		}
		o := Options{Width: int(width % 320), Color: flags&1 > 0, Hyperlinks: flags&2 > 0, ASCII: flags&4 > 0, WideWidth: int(flags) * 2}
		out := string(Render(nil, page, o))
		requireInert(t, out, o)
		require.LessOrEqual(t, len(out), (len(page)+1)*(400*4+64))
	})
}

// FuzzWords: every word of a page is in the output, no line is wider than the
// width and none ends in a blank. The pages are made of words that fit.
func FuzzWords(f *testing.F) {
	f.Add([]byte("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f"), uint8(20), byte(0))
	for i := range 60 {
		f.Add([]byte(strings.Repeat(fmt.Sprintf("%c%c\x07%c", i, i*7, 255-i*3), 12)), uint8(20+i), byte(i))
	}
	f.Fuzz(func(t *testing.T, choices []byte, width uint8, flags byte) {
		o := Options{Width: max(int(width), 20), Color: flags&1 > 0, Hyperlinks: flags&2 > 0, ASCII: flags&4 > 0}
		g := generator{choices: choices}
		page := g.page()
		out := string(Render(nil, []byte(page), o))
		requireInert(t, out, o)
		shown := visible(out)
		for i := range g.words {
			if !strings.Contains(shown, word(i)) {
				t.Fatalf("lost %s\n%s\n--\n%s", word(i), page, shown)
			}
		}
		for line := range strings.SplitSeq(shown, "\n") {
			if n := columns([]byte(line)); n > o.Width && !strings.Contains(line, codeMark) {
				t.Fatalf("%d columns of %d: %q\n%s\n--\n%s", n, o.Width, line, page, shown)
			}
			if strings.TrimRight(line, " \t") != line {
				t.Fatalf("blanks at the end: %q\n%s", line, page)
			}
		}
	})
}

// A generator makes a page of numbered words from a list of choices.
type generator struct {
	choices []byte
	words   int
}

// codeMark is on lines of code, which may be wider than the screen.
const codeMark = "c_"

func word(i int) string { return fmt.Sprintf("w%04d", i) }

func (g *generator) pick(n int) int {
	if len(g.choices) == 0 {
		return 0
	}
	c := g.choices[0]
	g.choices = g.choices[1:]
	return int(c) % n
}

func (g *generator) word() string {
	g.words++
	return word(g.words - 1)
}

func (g *generator) page() string {
	var b strings.Builder
	for len(g.choices) > 0 && g.words < 2000 {
		b.WriteString(g.block(0) + "\n")
	}
	return b.String()
}

func (g *generator) block(depth int) string {
	n := 9
	if depth > 6 {
		n = 5
	}
	switch g.pick(n) {
	case 1:
		return strings.Repeat("#", 1+g.pick(6)) + " " + g.inline(3) + "\n"
	case 2:
		return "```go\n" + codeMark + g.word() + "\n\n" + codeMark + g.word() + "\n```\n"
	case 3:
		return g.table()
	case 4:
		return "<p>\n" + g.word() + "\n</p>\n"
	case 5:
		return g.inside(depth, "> ", "> ")
	case 6:
		return g.inside(depth, "- ", "  ")
	case 7:
		return g.inside(depth, "1. ", "   ") + g.inside(depth, "1. ", "   ")
	case 8:
		return g.inside(depth, "> [!NOTE]\n> ", "> ")
	}
	return g.inline(12) + "\n"
}

func (g *generator) inside(depth int, first, rest string) string {
	var b strings.Builder
	for range 1 + g.pick(3) {
		b.WriteString(g.block(depth+1) + "\n")
	}
	body := strings.TrimRight(b.String(), "\n")
	return first + strings.ReplaceAll(body, "\n", "\n"+rest) + "\n"
}

func (g *generator) inline(most int) string {
	parts := make([]string, 0, most)
	for range 1 + g.pick(most) {
		w := g.word()
		switch g.pick(14) {
		case 1:
			w = "*" + w + "*"
		case 2:
			w = "**" + w + " " + g.word() + "**"
		case 3:
			w = "`" + w + "`"
		case 4:
			w = "[" + w + "](u)"
		case 5:
			w = "~~" + w + "~~"
		case 6:
			w = "<b>" + w + "</b>"
		case 7:
			w = "`" + w + " " + g.word() + "`"
		case 8:
			w += "<br>" + g.word()
		case 9:
			w = "不能" + w + "溢出。"
		case 10:
			w = "[" + w + "]"
		case 11:
			w += "\n" + g.word()
		case 12:
			w = "![" + w + "](u)"
		}
		parts = append(parts, w)
	}
	return strings.Join(parts, " ")
}

func (g *generator) table() string {
	width := 1 + g.pick(5)
	row := func() string {
		cells := make([]string, width)
		for i := range cells {
			cells[i] = strings.ReplaceAll(g.inline(3), "\n", " ")
		}
		return "| " + strings.Join(cells, " | ") + " |\n"
	}
	table := row() + "|" + strings.Repeat("-|", width) + "\n"
	for range g.pick(4) {
		table += row()
	}
	return table
}

// FuzzHighlight: spans are in order, do not overlap and lie in the code.
func FuzzHighlight(f *testing.F) {
	for _, code := range []string{"func f() { return `a` } // x", "a: 'b' # c\n- |\n d", "if $x; then # y\n\"$", "{\"a\": -1}", "+a\n-b\n@@", "[A1] x\nerror: y\n ^~"} {
		for i := range languages {
			f.Add(byte(i), code)
		}
	}
	f.Fuzz(func(t *testing.T, language byte, code string) {
		at := 0
		for _, s := range highlight(languages[int(language)%len(languages)], []byte(code)) {
			require.LessOrEqual(t, at, s.start)
			require.Less(t, s.start, s.end)
			require.LessOrEqual(t, s.end, len(code))
			at = s.end
		}
	})
}

var languages = []string{"go", "yaml", "sh", "json", "diff", "text", "other"}
