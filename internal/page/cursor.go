package page

import (
	"bytes"
	"strings"
)

// A cursor goes along a line of Markdown. Tabs stop at every fourth column,
// and the blocks around a text may take part of one.
type cursor struct {
	line []byte
	i    int // index of the next byte
	col  int // its column
	left int // columns of the tab before it that are not yet taken
}

// indent returns how many columns of white space come next.
func (c *cursor) indent() int {
	n, col := c.left, c.col
	for i := c.i; i < len(c.line); i++ {
		switch c.line[i] {
		case ' ':
			n, col = n+1, col+1
		case '\t':
			w := 4 - col%4
			n, col = n+w, col+w
		default:
			return n
		}
	}
	return n
}

// rest returns the line from the next byte on that is not white space, nil
// when there is none.
func (c *cursor) rest() []byte {
	at := bytes.TrimLeft(c.line[c.i:], " \t")
	if len(at) == 0 {
		return nil
	}
	return at
}

func (c *cursor) blank() bool { return c.rest() == nil }

// peek returns the next byte that is not white space, 0 when there is none.
func (c *cursor) peek() byte {
	if at := c.rest(); at != nil {
		return at[0]
	}
	return 0
}

// columns takes up to n columns of white space.
func (c *cursor) columns(n int) {
	for n > 0 {
		if c.left > 0 {
			take := min(n, c.left)
			c.left -= take
			n -= take
			continue
		}
		if c.i == len(c.line) || c.line[c.i] != ' ' && c.line[c.i] != '\t' {
			return
		}
		w := 1
		if c.line[c.i] == '\t' {
			w = 4 - c.col%4
		}
		c.i++
		c.col += w
		c.left = w
	}
}

// mark takes the white space before a mark, and the n bytes of the mark.
func (c *cursor) mark(n int) {
	c.columns(c.indent())
	c.i += n
	c.col += n
}

// skip takes the mark of a quote and the column of white space after it.
func (c *cursor) skip() {
	c.mark(1)
	c.columns(1)
}

// text returns what is left of the line.
func (c *cursor) text() string {
	return strings.Repeat(" ", c.left) + string(c.line[c.i:])
}
