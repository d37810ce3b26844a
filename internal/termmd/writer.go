package termmd

import (
	"strconv"
	"strings"
)

// A piece is text of one style that stands on one line.
type piece struct {
	text  []byte
	width int
	style style
	link  int // 1-based index into writer.links, 0 for none
}

// A prefix is what a container puts before each of its lines.
type prefix struct {
	first, rest           string
	firstWidth, restWidth int
	style                 style
	used                  bool // first has been written
}

// maxPrefixes is the depth from which containers no longer indent.
const maxPrefixes = 32

// A writer writes finished lines behind the prefixes of the open containers.
type writer struct {
	dst          []byte
	color, ascii bool
	width        int
	limit        int // columns that prefixes may take
	prefixes     []prefix
	indent       int // columns of the rest prefixes
	lines        int // lines written
	gap          int // 1 + number of prefixes before the empty line to come, 0 for none
	links        []string
	cur          style
	curLink      int
}

// push opens a container. When the prefixes would take too much of the width,
// the new one no longer indents; a marker still stands on the first line, or on
// one of its own when the markers before it take most of the line.
func (w *writer) push(p prefix) {
	if w.indent+p.restWidth > w.limit || len(w.prefixes) >= maxPrefixes {
		if p.first == p.rest {
			p.first, p.firstWidth = "", 0
		}
		p.rest, p.restWidth = "", 0
	}
	if extra := w.firstExtra(); extra > 0 && w.indent+extra+p.firstWidth > w.width/4*3 {
		w.line(nil)
	}
	p.used = p.first == p.rest
	w.indent += p.restWidth
	w.prefixes = append(w.prefixes, p)
}

// pop closes the innermost container; a marker that no line has shown yet
// gets a line of its own.
func (w *writer) pop() {
	last := len(w.prefixes) - 1
	if !w.prefixes[last].used {
		w.line(nil)
	}
	w.indent -= w.prefixes[last].restWidth
	w.prefixes = w.prefixes[:last]
}

// firstExtra is what the next line has more before its text than later ones.
func (w *writer) firstExtra() int {
	n := 0
	for _, p := range w.prefixes {
		if !p.used {
			n += p.firstWidth - p.restWidth
		}
	}
	return n
}

// space asks for one empty line before the next line.
func (w *writer) space() {
	if w.gap == 0 || w.gap > len(w.prefixes)+1 {
		w.gap = len(w.prefixes) + 1
	}
}

// line writes one line.
func (w *writer) line(pieces []piece) {
	if w.gap > 0 {
		w.before(min(w.gap-1, len(w.prefixes)), true)
		w.dst = append(w.dst, '\n')
		w.gap = 0
	}
	w.before(len(w.prefixes), len(pieces) == 0)
	for _, p := range pieces {
		w.setLink(p.link)
		w.setStyle(p.style)
		w.dst = append(w.dst, p.text...)
	}
	w.setLink(0)
	w.setStyle(0)
	w.dst = append(w.dst, '\n')
	w.lines++
}

// before writes the first n prefixes, without trailing blanks when bare.
func (w *writer) before(n int, bare bool) {
	text := func(p *prefix) string {
		if p.used {
			return p.rest
		}
		return p.first
	}
	if bare {
		for n > 0 && strings.TrimRight(text(&w.prefixes[n-1]), " ") == "" {
			n--
		}
	}
	for i := range w.prefixes[:n] {
		p := &w.prefixes[i]
		s := text(p)
		p.used = true
		body := strings.TrimRight(s, " ")
		if body != "" {
			w.setStyle(p.style)
			w.dst = append(w.dst, body...)
		}
		if !bare || i < n-1 {
			w.dst = append(w.dst, s[len(body):]...)
		}
	}
	if bare {
		w.setStyle(0)
	}
}

func (w *writer) setStyle(s style) {
	if w.color {
		w.dst = appendSGR(w.dst, w.cur, s)
		w.cur = s
	}
}

// setLink closes the open hyperlink and opens another. All pieces of one link
// carry the same id, so that a terminal knows them for one.
func (w *writer) setLink(link int) {
	if link == w.curLink {
		return
	}
	w.dst = append(w.dst, "\x1b]8;"...)
	if link > 0 {
		w.dst = append(w.dst, "id="...)
		w.dst = strconv.AppendInt(w.dst, int64(link), 10)
		w.dst = append(w.dst, ';')
		w.dst = append(w.dst, w.links[link-1]...)
	} else {
		w.dst = append(w.dst, ';')
	}
	w.dst = append(w.dst, "\x1b\\"...)
	w.curLink = link
}
