package page

import (
	"bytes"
	"iter"
	"slices"
)

// maxCells is how many table cells a page can have.
const maxCells = 10_000

// A Fence is a fenced code block of a page.
type Fence struct {
	Info  string // what follows the opening fence, "text"
	Line  int    // of the opening fence, in the page
	Lines []FenceLine
}

// A FenceLine is one line of a fenced code block, without the quote and list
// marks and the indentation that belong to the blocks around it.
type FenceLine struct {
	Pos  Pos // of its first byte in the page
	Text string
}

// Fences yields the fenced code blocks of the body, as CommonMark sees them:
// also in quotes and lists, and open at the end of the page; not in indented
// code, comments and other HTML. Text is copied, so that the body can go.
func (p *Page) Fences() iter.Seq[Fence] {
	return func(yield func(Fence) bool) {
		s := scanner{line: p.BodyLine, fence: yield}
		s.run(p.Body)
	}
}

// body checks the limits that keep the reading of Markdown short.
func (p *parser) body() {
	s := scanner{line: p.page.BodyLine, fault: p.errorf}
	s.run(p.page.Body)
}

// A scanner goes through Markdown line by line, with no more of CommonMark in
// its head than containers (quotes and list items) and the kind of the block
// that is open in the innermost one.
type scanner struct {
	line  int // number of the current line
	fence func(Fence) bool
	fault func(at Pos, format string, args ...any)

	stack []container
	leaf  leaf
	open  Fence  // when leaf is fenced
	mark  byte   // of the open fence: ` or ~
	width int    // of the open fence's mark
	inset int    // indentation of the open fence
	end   []byte // what ends the open HTML block; nil: a blank line

	above   []byte // the line above, when it is part of the open paragraph
	columns int    // of the open table, 0 without one
	cells   int    // of all tables so far
}

// A container is a quote, or a list item whose content is indented by width
// columns.
type container struct {
	quote bool
	width int
	blank bool // the item has had no content yet
}

type leaf uint8

const (
	none leaf = iota
	paragraph
	fenced
	html
)

// run scans text; it stops at the first fault.
func (s *scanner) run(text []byte) {
	for len(text) > 0 {
		l, rest, _ := bytes.Cut(text, []byte("\n"))
		if !s.step(&cursor{line: l}) {
			return
		}
		s.line++
		text = rest
	}
	s.closeLeaf()
}

// step takes one line. It returns false when the scan is over.
func (s *scanner) step(c *cursor) bool {
	matched := s.match(c)
	if matched == len(s.stack) && s.leaf == fenced {
		return s.inFence(c)
	}
	if matched == len(s.stack) && s.leaf == html {
		s.inHTML(c)
		return true
	}
	if matched < len(s.stack) && (s.leaf == fenced || s.leaf == html) && !s.closeLeaf() {
		return false
	}
	if c.blank() {
		s.leaf = none
		s.stack = s.stack[:matched]
		return true
	}
	return s.begin(c, matched)
}

// match consumes the marks of the open containers that go on in this line and
// returns how many do.
func (s *scanner) match(c *cursor) int {
	for i := range s.stack {
		t := &s.stack[i]
		switch {
		case t.quote:
			if c.indent() > 3 || c.peek() != '>' {
				return i
			}
			c.skip()
		case c.blank():
			if t.blank {
				return i
			}
		case c.indent() >= t.width:
			c.columns(t.width)
			t.blank = false
		default:
			return i
		}
	}
	return len(s.stack)
}

// begin starts the blocks that begin in this line, of which the first matched
// containers are known.
func (s *scanner) begin(c *cursor, matched int) bool {
	lazy := s.leaf == paragraph // the line can go on a paragraph
	for {
		inside := lazy && matched == len(s.stack)
		if c.indent() > 3 {
			if !lazy {
				s.keep(matched)
				s.leaf = none
				return true
			}
			s.text(c)
			return true
		}
		at := c.rest()
		if at == nil {
			s.keep(matched)
			s.leaf = none
			return true
		}
		switch ch := at[0]; {
		case ch == '>':
			s.keep(matched)
			if !s.shallow(c, at) {
				return false
			}
			c.skip()
			matched, lazy = s.push(container{quote: true}), false
			continue
		case ch == '#' && heading(at):
			s.keep(matched)
			s.leaf = none
			return true
		case (ch == '`' || ch == '~') && fenceWidth(at) > 0:
			s.keep(matched)
			s.openFence(c, at)
			return true
		case ch == '<' && s.openHTML(at, matched):
			return true
		case inside && (ch == '=' || ch == '-') && underline(at):
			s.leaf = none
			return true
		case thematic(at):
			s.keep(matched)
			s.leaf = none
			return true
		}
		if item, size := listItem(at, inside); size > 0 {
			s.keep(matched)
			if !s.shallow(c, at) {
				return false
			}
			item.width += c.indent()
			c.mark(size)
			if pad := c.indent(); !c.blank() && pad <= 4 {
				item.width += pad
				c.columns(pad)
			} else {
				item.width++
				item.blank = c.blank()
				c.columns(1)
			}
			matched, lazy = s.push(item), false
			if c.blank() {
				return true
			}
			continue
		}
		if !lazy {
			s.keep(matched)
			s.leaf, s.columns, s.above = paragraph, 0, nil
		}
		s.text(c)
		return s.cellsLeft(c)
	}
}

// keep closes all containers but the first n, and the leaf in them.
func (s *scanner) keep(n int) {
	s.stack = s.stack[:n]
}

func (s *scanner) push(t container) int {
	s.leaf = none
	s.stack = append(s.stack, t)
	return len(s.stack)
}

// text takes a line of the open paragraph, which may be a row of a table.
func (s *scanner) text(c *cursor) {
	at := c.rest()
	if s.columns > 0 {
		s.cells += s.columns
	} else {
		s.table(at)
	}
	s.above = at
}

// table starts a table when at is the line below its head.
func (s *scanner) table(at []byte) bool {
	if s.above == nil || !delimiterRow(at) {
		return false
	}
	n := cells(at)
	if n != cells(s.above) {
		return false
	}
	s.columns = n
	s.cells += n
	return true
}

func (s *scanner) cellsLeft(c *cursor) bool {
	if s.fault == nil || s.cells <= maxCells {
		return true
	}
	s.fault(Pos{s.line, c.i + 1}, "more than %d table cells: split the page", maxCells)
	return false
}

// shallow reports whether one more container, which begins at, may be pushed.
func (s *scanner) shallow(c *cursor, at []byte) bool {
	if s.fault == nil || len(s.stack) < maxNesting {
		return true
	}
	s.fault(Pos{s.line, len(c.line) - len(at) + 1}, "quotes and lists nested more than %d deep", maxNesting)
	return false
}

func (s *scanner) openFence(c *cursor, at []byte) {
	s.leaf, s.mark, s.width, s.inset = fenced, at[0], fenceWidth(at), c.indent()
	if s.fence != nil {
		s.open = Fence{Info: string(bytes.TrimSpace(at[s.width:])), Line: s.line}
	}
}

func (s *scanner) inFence(c *cursor) bool {
	if c.indent() < 4 {
		if at := c.rest(); len(at) >= s.width && at[0] == s.mark {
			n := len(at) - len(bytes.TrimLeft(at, string(s.mark)))
			if n >= s.width && len(bytes.TrimSpace(at[n:])) == 0 {
				return s.closeLeaf()
			}
		}
	}
	if s.fence != nil {
		c.columns(min(c.indent(), s.inset))
		s.open.Lines = append(s.open.Lines, FenceLine{Pos{s.line, c.i + 1}, c.text()})
	}
	return true
}

// closeLeaf closes the open block and hands a fence on.
func (s *scanner) closeLeaf() bool {
	was := s.leaf
	s.leaf = none
	return was != fenced || s.fence == nil || s.fence(s.open)
}

func (s *scanner) inHTML(c *cursor) {
	if s.end == nil {
		if c.blank() {
			s.leaf = none
		}
		return
	}
	if containsEnd(c.line[c.i:], s.end) {
		s.leaf = none
	}
}

func (s *scanner) openHTML(at []byte, matched int) bool {
	end, ok := htmlStart(at, s.leaf == paragraph)
	if !ok {
		return false
	}
	s.keep(matched)
	s.leaf, s.end = html, end
	if end != nil && containsEnd(at[min(len(at), 2):], end) {
		s.leaf = none
	}
	return true
}

// underline reports whether at is the line below a heading.
func underline(at []byte) bool {
	at = bytes.TrimRight(at, " \t")
	return len(bytes.TrimLeft(at, string(at[:1]))) == 0
}

// heading reports whether at begins with one to six # and a space.
func heading(at []byte) bool {
	n := len(at) - len(bytes.TrimLeft(at, "#"))
	return n <= 6 && (n == len(at) || at[n] == ' ' || at[n] == '\t')
}

// thematic reports whether at is a rule of three or more -, * or _.
func thematic(at []byte) bool {
	c := at[0]
	if c != '-' && c != '*' && c != '_' {
		return false
	}
	n := bytes.Count(at, at[:1])
	return n >= 3 && n+bytes.Count(at, []byte(" "))+bytes.Count(at, []byte("\t")) == len(at)
}

// fenceWidth returns the length of the fence that opens at, 0 without one.
func fenceWidth(at []byte) int {
	n := len(at) - len(bytes.TrimLeft(at, string(at[:1])))
	if n < 3 || at[0] == '`' && bytes.IndexByte(at[n:], '`') >= 0 {
		return 0
	}
	return n
}

// listItem returns the item that begins at and the length of its mark. What
// interrupts a paragraph is not empty, and numbered 1 if at all.
func listItem(at []byte, interrupts bool) (container, int) {
	n := 0
	switch c := at[0]; {
	case c == '-' || c == '+' || c == '*':
		n = 1
	case c >= '0' && c <= '9':
		for n < len(at) && n < 10 && at[n] >= '0' && at[n] <= '9' {
			n++
		}
		if n > 9 || n == len(at) || at[n] != '.' && at[n] != ')' || interrupts && string(at[:n]) != "1" {
			return container{}, 0
		}
		n++
	default:
		return container{}, 0
	}
	if n < len(at) && at[n] != ' ' && at[n] != '\t' || interrupts && len(bytes.TrimSpace(at[n:])) == 0 {
		return container{}, 0
	}
	return container{width: n}, n
}

// delimiterRow reports whether at is the second line of a table.
func delimiterRow(at []byte) bool {
	marks := 0
	for _, c := range at {
		switch c {
		case '|', ':':
			marks++
		case '-', ' ', '\t':
		default:
			return false
		}
	}
	return marks > 0 && bytes.IndexByte(at, '-') >= 0
}

// cells counts the cells of a row of a table.
func cells(row []byte) int {
	row = bytes.Trim(row, " \t")
	row = bytes.TrimPrefix(row, []byte("|"))
	n := 1
	for i := 0; i < len(row); i++ {
		switch {
		case row[i] == '\\':
			i++
		case row[i] == '|' && i < len(row)-1:
			n++
		}
	}
	return n
}

func containsEnd(line, end []byte) bool {
	return slices.ContainsFunc(bytes.Split(end, []byte(" ")), func(e []byte) bool {
		return bytes.Contains(bytes.ToLower(line), e)
	})
}
