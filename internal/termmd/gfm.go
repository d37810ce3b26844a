package termmd

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// strikeParser reads ~struck~ and ~~struck~~ text, GFM section 6.5.
type strikeParser struct{}

func (strikeParser) Trigger() []byte { return []byte{'~'} }

func (strikeParser) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, segment := block.PeekLine()
	d := parser.ScanDelimiter(line, before, 1, strikeProcessor{})
	if d == nil || d.OriginalLength > 2 || before == '~' {
		return nil
	}
	d.Segment = segment.WithStop(segment.Start + d.OriginalLength)
	block.Advance(d.OriginalLength)
	pc.PushDelimiter(d)
	return d
}

type strikeProcessor struct{}

func (strikeProcessor) IsDelimiter(c byte) bool { return c == '~' }

// CanOpenCloser wants delimiters of one length, as GFM does.
func (strikeProcessor) CanOpenCloser(opener, closer *parser.Delimiter) bool {
	return opener.Char == closer.Char && opener.OriginalLength == closer.OriginalLength
}

func (strikeProcessor) OnMatch(int) ast.Node { return east.NewStrikethrough() }

// taskParser reads the box at the head of a list item, GFM section 5.3. Unlike
// goldmark's it leaves the link `[x](target)` alone.
type taskParser struct{}

func (taskParser) Trigger() []byte { return []byte{'['} }

func (taskParser) Parse(parent ast.Node, block text.Reader, _ parser.Context) ast.Node {
	item, ok := parent.Parent().(*ast.ListItem)
	if !ok || item.FirstChild() != parent || parent.HasChildren() {
		return nil
	}
	line, _ := block.PeekLine()
	if len(line) < 4 || line[2] != ']' || !util.IsSpace(line[3]) {
		return nil
	}
	checked := line[1]|0x20 == 'x'
	if !checked && line[1] != ' ' {
		return nil
	}
	block.Advance(3 + len(line[3:]) - len(bytes.TrimLeft(line[3:], " \t")))
	return east.NewTaskCheckBox(checked)
}

// tableTransformer reads tables, GFM section 4.10, out of paragraphs. Rows
// hold only the cells that are written: goldmark's fills them up, and a page of
// 1 MiB could ask for 10¹⁰ cells.
type tableTransformer struct{}

func (tableTransformer) Transform(n *ast.Paragraph, r text.Reader, _ parser.Context) {
	lines, src := n.Lines(), r.Source()
	for i := 1; i < lines.Len(); i++ {
		line := lines.At(i)
		align := alignments(line.Value(src))
		if align == nil {
			continue
		}
		head := cells(lines.At(i-1), src, len(align)+1)
		if len(head) != len(align) {
			return
		}
		table := east.NewTable()
		table.Alignments = align
		table.SetPos(n.Pos())
		table.AppendChild(table, row(head))
		count := len(head)
		for j := i + 1; j < lines.Len(); j++ {
			c := cells(lines.At(j), src, len(align))
			if count += len(c); count > maxCells {
				return
			}
			table.AppendChild(table, row(c))
		}
		parent := n.Parent()
		parent.InsertAfter(parent, n, table)
		if i == 1 {
			parent.RemoveChild(parent, n)
		} else {
			n.SetLines(segments(lines, 0, i-1))
		}
		return
	}
}

func row(cells []text.Segment) ast.Node {
	row := east.NewTableRow(nil)
	for _, s := range cells {
		cell := east.NewTableCell()
		cell.Lines().Append(s)
		row.AppendChild(row, cell)
	}
	return row
}

// alignments reads a delimiter row; nil when line is none.
func alignments(line []byte) []east.Alignment {
	if w, _ := util.IndentWidth(line, 0); w > 3 {
		return nil
	}
	line = bytes.TrimSpace(line)
	if bytes.IndexAny(line, "|:") < 0 {
		return nil
	}
	line = bytes.TrimSuffix(bytes.TrimPrefix(line, []byte("|")), []byte("|"))
	var out []east.Alignment
	for col := range bytes.SplitSeq(line, []byte("|")) {
		col = bytes.TrimSpace(col)
		dashes := bytes.TrimSuffix(bytes.TrimPrefix(col, []byte(":")), []byte(":"))
		if len(dashes) == 0 || len(bytes.Trim(dashes, "-")) > 0 || len(out) == maxCells {
			return nil
		}
		left, right := col[0] == ':', col[len(col)-1] == ':'
		switch {
		case left && right:
			out = append(out, east.AlignCenter)
		case right:
			out = append(out, east.AlignRight)
		case left:
			out = append(out, east.AlignLeft)
		default:
			out = append(out, east.AlignNone)
		}
	}
	return out
}

// cells splits a row at the pipes that are not escaped into at most most
// cells. GFM drops what a row has too much; here the last cell takes it, pipes
// included, so that no word is lost: mostly it was a pipe that the author
// forgot to escape.
func cells(s text.Segment, src []byte, most int) []text.Segment {
	s = s.TrimLeftSpace(src)
	s = s.TrimRightSpace(src)
	start, stop := s.Start, s.Stop
	if start < stop && src[start] == '|' {
		start++
	}
	var out []text.Segment
	for start < stop && len(out) < most {
		end := start
		for end < stop && (src[end] != '|' || end > start && src[end-1] == '\\') {
			end++
		}
		if len(out)+1 == most && end+1 < stop {
			end = stop
			if src[end-1] == '|' && src[end-2] != '\\' {
				end--
			}
		}
		cell := text.NewSegment(start, end)
		cell = cell.TrimLeftSpace(src)
		out = append(out, cell.TrimRightSpace(src))
		start = end + 1
	}
	return out
}
