package termmd

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

const longURL = "https://e.com/" +
	"aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggggggggghhhhhhhhhhiiiiiiiiii"

// TestReported holds one case for each fault that users of other renderers
// have reported in public; the name tells where. Want is the whole output.
func TestReported(t *testing.T) {
	for _, c := range []struct {
		name  string
		o     Options
		page  []string
		wants []string
	}{
		{
			"go-gh 188: an address is whole on one line", Options{Width: 40},
			[]string{"[a](" + longURL + ")"},
			[]string{"a", "<" + longURL + ">"},
		}, {
			"go-gh 188: a hyperlink has the whole address on each line", Options{Width: 12, Color: true, Hyperlinks: true},
			[]string{"[several words](" + longURL + ")"},
			[]string{
				"\x1b]8;id=1;" + longURL + "\x1b\\\x1b[4mseveral\x1b]8;;\x1b\\\x1b[m",
				"\x1b]8;id=1;" + longURL + "\x1b\\\x1b[4mwords\x1b]8;;\x1b\\\x1b[m",
			},
		}, {
			"glamour 172, glow 851: each line of a quote has its bar", Options{Width: 40},
			[]string{"> [!WARNING]", "> Do not do this. It has a very bad effect on your data and it lasts."},
			[]string{"│ WARNING", "│ Do not do this. It has a very bad", "│ effect on your data and it lasts."},
		}, {
			"glamour 314: items have a hanging indent", Options{Width: 40},
			[]string{"- long item that goes on and on past the line end at forty", "- b"},
			[]string{"• long item that goes on and on past the", "  line end at forty", "• b"},
		}, {
			"glamour 167: a second paragraph of an item stands apart", Options{},
			[]string{"- one", "", "  two"},
			[]string{"• one", "", "  two"},
		}, {
			"glow 858: a soft break in an item is a blank", Options{},
			[]string{"- alpha", "  beta"},
			[]string{"• alpha beta"},
		}, {
			"glamour 83: br breaks the line", Options{},
			[]string{"a<br>b<br/>c<br />d"},
			[]string{"a", "b", "c", "d"},
		}, {
			"glamour 152: br breaks the line in a cell", Options{},
			[]string{"| h | i |", "|---|---|", "| a<br>b | c |"},
			[]string{"h  i", "─  ─", "a  c", "b"},
		}, {
			"glamour 94: code spans keep their entities", Options{},
			[]string{"`&lt;` &lt;"},
			[]string{"`&lt;` <"},
		}, {
			"glamour 606: code keeps its backslashes", Options{},
			[]string{"```sh", `sed 's/\(x\)/'`, "```"},
			[]string{`    sed 's/\(x\)/'`},
		}, {
			"glamour 615: an entity can not make an escape", Options{},
			[]string{"a &#27;[31m b"},
			[]string{"a ␛[31m b"},
		}, {
			"Terminal.Gui 5217: escape sequences are shown", Options{},
			[]string{"x\x1b]52;c;aGk=\a", "", "```", "\x1b[2J", "```"},
			[]string{"x␛]52;c;aGk=␇", "", "    ␛[2J"},
		}, {
			"bat 3725: 8-bit controls are shown", Options{},
			[]string{"a\u009b31m \u009d0;t\u009c \u0090q \u009fr"},
			[]string{"a\ufffd31m \ufffd0;t\ufffd \ufffdq \ufffdr"},
		}, {
			"vulndb 5335: bytes that are not UTF-8 are shown", Options{},
			[]string{"a\x9b31m"},
			[]string{"a\ufffd31m"},
		}, {
			"glamour 185: text without blanks wraps", Options{Width: 20},
			[]string{strings.Repeat("あ", 25)},
			[]string{strings.Repeat("あ", 10), strings.Repeat("あ", 10), strings.Repeat("あ", 5)},
		}, {
			"x 827: ideographs fill the line, no stop begins one", Options{Width: 20},
			[]string{"mixed 中文 in a line 不能溢出不能溢出不能。溢出「不能溢出不」能溢出不能溢出不、出"},
			[]string{"mixed 中文 in a line", "不能溢出不能溢出不", "能。溢出「不能溢出", "不」能溢出不能溢出", "不、出"},
		}, {
			"glamour 479: a line of code is never broken", Options{Width: 40},
			[]string{"```", strings.Repeat("word ", 18) + "end", "```"},
			[]string{"  " + strings.Repeat("word ", 18) + "end"},
		}, {
			"glamour 344: cells wrap and lose nothing", Options{Width: 40},
			[]string{
				"| Code | Meaning | What to do |", "|---|---|---|",
				"| E1 | the file could not be read | check its mode and owner |",
				"| E2 | no such file | create it |",
			},
			[]string{
				"Code  Meaning         What to do",
				"────  ──────────────  ──────────────",
				"E1    the file could  check its mode",
				"      not be read     and owner",
				"",
				"E2    no such file    create it",
			},
		}, {
			"gum 681: a table that can not fit becomes records", Options{Width: 24},
			[]string{
				"| Code | Meaning | Where |", "|---|---|---|",
				"| E0001 | unreadable/configuration | everywhere |", "| E0002 | no | there |",
			},
			[]string{
				"Code: E0001", "Meaning:", "  unreadable/configurati", "  on",
				"Where: everywhere", "", "Code: E0002", "Meaning: no", "Where: there",
			},
		}, {
			"glamour 184: plain lists are indented by level", Options{},
			[]string{"- a", "  - b", "    - c"},
			[]string{"• a", "  ◦ b", "    ▪ c"},
		}, {
			"glow 757: markers of numbers are aligned at the right", Options{},
			[]string{"9. nine", "10. ten"},
			[]string{" 9. nine", "10. ten"},
		}, {
			"glamour 300: an alert has a title", Options{},
			[]string{"> [!NOTE]", "> x"},
			[]string{"│ NOTE", "│ x"},
		}, {
			"glamour 96: a relative target stays as it is", Options{},
			[]string{"[r](./o.md#f)"},
			[]string{"r <./o.md#f>"},
		}, {
			"glamour 312: a link in bold text keeps its address", Options{},
			[]string{"**[u](https://e.com)**"},
			[]string{"u <https://e.com>"},
		}, {
			"glamour 165: a link in a heading has no background", Options{Color: true},
			[]string{"# [E1](https://e.com)"},
			[]string{"\x1b[1;4mE1\x1b[m \x1b[2m<https://e.com>\x1b[m"},
		}, {
			"bat 2541: sequences take no columns", Options{Width: 14, Color: true},
			[]string{"**bold** *it* `c` d next"},
			[]string{"\x1b[1mbold\x1b[m \x1b[3mit\x1b[m \x1b[35mc\x1b[m d", "next"},
		}, {
			"glamour 99: a fence in a quote keeps the bar", Options{Width: 20},
			[]string{"> ```", "> x", "> ```"},
			[]string{"│   x"},
		}, {
			"glow 286: a tiny width does not wrap", Options{Width: 6},
			[]string{"> one two three four", "", "| a | b |", "|---|---|", "| c | d |"},
			[]string{"│ one two three four", "", "a  b", "─  ─", "c  d"},
		}, {
			"glamour 2: no line is filled with blanks", Options{Color: true},
			[]string{"# H", "", "> q", ">", "> r", "", "```", "c", "", "d", "```"},
			[]string{"\x1b[1;4mH\x1b[m", "", "\x1b[2m│ \x1b[mq", "\x1b[2m│\x1b[m", "\x1b[2m│ \x1b[mr", "", "    c", "", "    d"},
		}, {
			"wcwidth 211: joined emoji move no border", Options{},
			[]string{"| 👨‍👩‍👧‍👦 | x |", "|---|---|", "| ab | y |"},
			[]string{"👨‍👩‍👧‍👦  x", "──  ─", "ab  y"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, lines(c.wants...), render(lines(c.page...), c.o))
		})
	}
}

func lines(l ...string) string { return strings.Join(l, "\n") + "\n" }

// TestMeasured holds the inputs on which other renderers were measured.
func TestMeasured(t *testing.T) {
	for _, c := range []struct {
		name  string
		o     Options
		page  []string
		wants []string
	}{
		{
			"run 1: paragraphs of items", Options{Width: 40},
			[]string{"- first item", "", "  a second paragraph in the first item", "- second item with a long text that has to go over the line end at forty"},
			[]string{"• first item", "", "  a second paragraph in the first item", "", "• second item with a long text that has", "  to go over the line end at forty"},
		}, {
			"run 2: code in a numbered item", Options{Width: 40},
			[]string{"1. First step:", "", "    ```sh", "    if true; then", `        echo "indented four"   # trailing`, "    fi", "    ```"},
			[]string{"1. First step:", "", "     if true; then", `         echo "indented four"   # trailing`, "     fi"},
		}, {
			"run 3: a quote in an item", Options{Width: 40},
			[]string{"- x", "", "  > quote in item"},
			[]string{"• x", "", "  │ quote in item"},
		}, {
			"run 6: entities", Options{},
			[]string{"`&lt;T&gt;` means **&lt;T&gt;**; write `&amp;` not `&`.", "", `\&lt; and &amp;lt;p&amp;gt;`},
			[]string{"`&lt;T&gt;` means <T>; write `&amp;` not `&`.", "", "&lt; and &lt;p&gt;"},
		}, {
			"run 7: inline HTML", Options{},
			[]string{"Press <kbd>Ctrl</kbd>. a<br>b. Generic Vec<T> and List<String>"},
			[]string{"Press Ctrl. a", "b. Generic Vec<T> and List<String>"},
		}, {
			"run 8: backslashes in a pipe", Options{},
			[]string{"```sh", "grep 'a\\.b' f | sed 's/\\(x\\)/\\1/' ; echo \\* \\# \\\\n \\`date\\`", "```"},
			[]string{"    grep 'a\\.b' f | sed 's/\\(x\\)/\\1/' ; echo \\* \\# \\\\n \\`date\\`"},
		}, {
			"run 9: output wider than the line", Options{Width: 40},
			[]string{"```text", "error: something is wrong at very/long/path/name/that/is/longer/than/forty/columns.go:12:34", "```"},
			[]string{"  error: something is wrong at very/long/path/name/that/is/longer/than/forty/columns.go:12:34"},
		}, {
			"run 11: injection", Options{},
			[]string{"safe\x1b]0;pwned\a a &#27;[31mred2 b\x1b]52;c;aGVsbG8=\a c\u009b31m", "", "```", "\x1b[2J\x1b[Hcleared", "```"},
			[]string{"safe␛]0;pwned␇ a ␛[31mred2 b␛]52;c;aGVsbG8=␇ c\ufffd31m", "", "    ␛[2J␛[Hcleared"},
		}, {
			"run 13: ideographs between words", Options{Width: 40},
			[]string{"This line of mixed text must wrap 在宽度边界 correctly and 不能溢出。"},
			[]string{"This line of mixed text must wrap 在宽度", "边界 correctly and 不能溢出。"},
		}, {
			"run 17: deep quotes", Options{Width: 80},
			[]string{strings.Repeat(">", 76) + " deep"},
			[]string{strings.Repeat("│ ", 20) + "deep"},
		}, {
			"run 17: deep quotes on a wide screen", Options{Width: 300},
			[]string{strings.Repeat(">", 76) + " deep"},
			[]string{strings.Repeat("│ ", 32) + "deep"},
		}, {
			"run 18: escapes, nested emphasis, tasks, start numbers", Options{},
			[]string{`\*a\* \# **b *c* d** ***e***`, "", "- [ ] todo", "- [x] done", "", "3. three"},
			[]string{"*a* # b c d e", "", "[ ] todo", "[x] done", "", "3. three"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, lines(c.wants...), render(lines(c.page...), c.o))
		})
	}
}
