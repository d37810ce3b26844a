package termmd

import (
	"bytes"
	"strconv"
	"strings"

	east "github.com/yuin/goldmark/extension/ast"
)

// columnGap is the number of blanks between two columns.
const columnGap = 2

// widestTable bounds the blanks that a row can ask for, whatever the screen.
const widestTable = 400

// A cell is the content of one table cell.
type cell struct {
	runs   []run
	lines  []cellLine
	widest int // its widest word
}

type cellLine struct {
	pieces []piece
	width  int
}

func (c *cell) width() int {
	n := 0
	for _, l := range c.lines {
		n = max(n, l.width)
	}
	return n
}

// table lays out a table: in columns as wide as their content where the screen
// allows, else in columns that wrap, but never narrower than their widest word,
// else as one record a row. It has no right border, so that characters that
// a terminal takes for wider or narrower than this package shift nothing.
func (r *renderer) table(n *east.Table) {
	rows := r.cells(n)
	widths := columnWidths(rows)
	room := max(min(r.o.WideWidth-r.out.indent-max(r.out.firstExtra(), 0), widestTable), 1)
	if !shrink(rows, widths, room) {
		r.records(rows)
		return
	}
	apart := false
	for y, row := range rows {
		for i := range row {
			c := &row[i]
			if c.width() > widths[i] {
				r.layCell(c, widths[i])
			}
			apart = apart || y > 0 && len(c.lines) > 1
		}
	}
	widths = columnWidths(rows)
	for i, row := range rows {
		if i > 0 && isEmpty(row) {
			continue
		}
		if apart && i > 1 {
			r.out.space()
		}
		r.row(row, widths, n.Alignments)
		if i == 0 {
			r.rule(widths)
		}
	}
}

// cells reads the rows of a table, the head first, and lays each cell out
// without a limit.
func (r *renderer) cells(n *east.Table) [][]cell {
	var rows [][]cell
	for tr := n.FirstChild(); tr != nil; tr = tr.NextSibling() {
		row := make([]cell, 0, tr.ChildCount())
		var s style
		if len(rows) == 0 {
			s = bold
		}
		for td := tr.FirstChild(); td != nil; td = td.NextSibling() {
			r.runs = nil
			r.inline(td, td.FirstChild(), s)
			c := cell{runs: trimGlue(r.runs)}
			r.layCell(&c, unwrapped)
			row = append(row, c)
		}
		rows = append(rows, row)
	}
	r.runs = nil
	return rows
}

// trimGlue cuts the no-break blanks that widen a column off the end of a cell: a
// record puts a colon after a head.
func trimGlue(runs []run) []run {
	if n := len(runs); n > 0 {
		runs[n-1].text = bytes.TrimRightFunc(runs[n-1].text, isGlueBlank)
	}
	return runs
}

func (r *renderer) layCell(c *cell, width int) {
	c.lines = nil
	r.wrap.wrap(c.runs, width, 0, func(line []piece, width int) {
		c.lines = append(c.lines, cellLine{append([]piece(nil), line...), width})
	})
	c.widest = r.wrap.widest
}

func columnWidths(rows [][]cell) []int {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i := range row {
			widths[i] = max(widths[i], row[i].width())
		}
	}
	return widths
}

// shrink narrows the widest columns until the table fits into room columns. It
// reports false when it can not without cutting a word.
func shrink(rows [][]cell, widths []int, room int) bool {
	room -= columnGap * (len(widths) - 1)
	least := make([]int, len(widths))
	for _, row := range rows {
		for i := range row {
			least[i] = max(least[i], row[i].widest)
		}
	}
	sum, sumLeast, most := 0, 0, 0
	for i, w := range widths {
		sum += w
		sumLeast += least[i]
		most = max(most, w)
	}
	if sumLeast > room {
		return false
	}
	if sum <= room {
		return true
	}
	// Find the largest cap for all columns that makes them fit.
	fits := func(limit int) bool {
		n := 0
		for i, w := range widths {
			n += max(min(w, limit), least[i])
		}
		return n <= room
	}
	low, high := 0, most
	for low < high {
		mid := (low + high + 1) / 2
		if fits(mid) {
			low = mid
		} else {
			high = mid - 1
		}
	}
	for i, w := range widths {
		widths[i] = max(min(w, low), least[i])
	}
	return true
}

func isEmpty(row []cell) bool {
	for i := range row {
		if len(row[i].lines) > 0 {
			return false
		}
	}
	return true
}

// row writes the lines of one row.
func (r *renderer) row(row []cell, widths []int, align []east.Alignment) {
	height := 1
	for i := range row {
		height = max(height, len(row[i].lines))
	}
	var line []piece
	for y := range height {
		line = line[:0]
		behind := 0 // blanks that stand before the next text
		for i := range row {
			width := widths[i]
			if y < len(row[i].lines) && len(row[i].lines[y].pieces) > 0 {
				l := row[i].lines[y]
				left := 0
				switch align[i] {
				case east.AlignRight:
					left = width - l.width
				case east.AlignCenter:
					left = (width - l.width) / 2
				}
				line = append(line, blanks(behind+left))
				line = append(line, l.pieces...)
				behind = width - left - l.width
			} else {
				behind += width
			}
			behind += columnGap
		}
		r.out.line(line)
	}
}

func blanks(n int) piece {
	n = max(n, 0)
	return piece{text: []byte(strings.Repeat(" ", n)), width: n}
}

// rule writes the line under the head.
func (r *renderer) rule(widths []int) {
	var line []piece
	for i, w := range widths {
		if i > 0 {
			line = append(line, blanks(columnGap))
		}
		line = append(line, piece{text: []byte(strings.Repeat(r.glyph("─", "-"), max(w, 1))), width: w, style: dim})
	}
	r.out.line(line)
}

// records writes a table too wide for columns: for each row a line for each
// cell behind the head of its column. Heads too long for that are listed once
// and numbered.
func (r *renderer) records(rows [][]cell) {
	head := rows[0]
	labels := make([][]run, len(head))
	for i := range head {
		labels[i] = head[i].runs
	}
	legend := r.legend(head)
	for i := range head {
		if legend || len(rows) == 1 {
			runs := head[i].runs
			if len(rows) > 1 {
				labels[i] = []run{{text: strconv.AppendInt(nil, int64(i+1), 10), style: bold}}
				runs = append(append([]run(nil), labels[i]...), run{text: []byte(" = ")})
				runs = append(runs, head[i].runs...)
			}
			r.record(nil, runs)
		}
	}
	for y, row := range rows[1:] {
		if isEmpty(row) {
			continue
		}
		if y > 0 || legend {
			r.out.space()
		}
		for i := range row {
			r.record(labels[i], row[i].runs)
		}
	}
}

// longHead is the width up to which a head is repeated on any screen.
const longHead = 40

// legend reports whether a head is too long to be repeated on each row.
func (r *renderer) legend(head []cell) bool {
	for i := range head {
		if len(head[i].lines) > 1 || head[i].width() > max(longHead, min(r.o.Width-r.out.indent, widestTable)/2) {
			return true
		}
	}
	return false
}

func (r *renderer) record(label, value []run) {
	runs := append([]run(nil), label...)
	if len(label) > 0 {
		runs = append(runs, run{text: []byte(":"), style: label[len(label)-1].style}, run{text: []byte(" ")})
	}
	r.out.push(prefix{rest: "  ", restWidth: 2})
	r.prose(append(runs, value...))
	r.out.pop()
}
