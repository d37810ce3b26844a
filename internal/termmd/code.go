package termmd

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// tabStop is the distance of tab stops, counted from the first column of the
// code, so that what stands in one column there still does behind an indent.
const tabStop = 8

// narrow is the width below which code is indented by 2 columns, not 4.
const narrow = 60

// code writes a code block line by line: no line is broken or cut, and nothing
// but colour and, with colour, the form of tabs is changed.
func (r *renderer) code(n ast.Node, language string) {
	indent := 4
	if r.o.Width < narrow || r.o.Width == unwrapped {
		indent = 2
	}
	rest := strings.Repeat(" ", indent)
	r.out.push(prefix{first: rest, firstWidth: indent, rest: rest, restWidth: indent})
	defer r.out.pop()

	text := n.Lines().Value(r.src)
	var spans []span
	if r.o.Color {
		spans = highlight(language, text)
	}
	var line []piece
	for start := 0; start < len(text); {
		end := start + bytes.IndexByte(text[start:], '\n')
		if end < start {
			end = len(text)
		}
		line = line[:0]
		at := start
		for len(spans) > 0 && spans[0].start < end {
			s := spans[0]
			if s.start > at {
				line = append(line, piece{text: text[at:s.start]})
			}
			at = min(s.end, end)
			line = append(line, piece{text: text[max(s.start, start):at], style: s.style})
			if s.end > end {
				break
			}
			spans = spans[1:]
		}
		if at < end {
			line = append(line, piece{text: text[at:end]})
		}
		r.codeLine(line, len(bytes.TrimSpace(text[start:end])) == 0)
		start = end + 1
	}
}

func (r *renderer) codeLine(line []piece, blank bool) {
	if blank {
		r.out.line(nil)
		return
	}
	col := 0
	for i := range line {
		t := r.out.clean(line[i].text)
		if r.o.Color {
			t, col = expandTabs(t, col)
		}
		line[i].text = t
	}
	r.out.line(line)
}

// expandTabs replaces the tabs of text, which begins at column col, by blanks
// and returns the column after it.
func expandTabs(text []byte, col int) ([]byte, int) {
	if bytes.IndexByte(text, '\t') < 0 {
		return text, col + columns(text)
	}
	var out []byte
	for {
		before, after, ok := bytes.Cut(text, []byte("\t"))
		out = append(out, before...)
		col += columns(before)
		if !ok {
			return out, col
		}
		n := tabStop - col%tabStop
		out = append(out, "        "[:n]...)
		col += n
		text = after
	}
}
