package termmd

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
)

// A renderer holds what one call of Render works on.
type renderer struct {
	o     Options
	src   []byte
	out   writer
	wrap  wrapper
	depth int // of lists that are open

	runs []run
	seen map[string]bool // link targets that were shown
}

// blocks lays out the children of parent, with an empty line between two that
// show something when spaced.
func (r *renderer) blocks(parent ast.Node, spaced bool) {
	start := r.out.lines
	for c := parent.FirstChild(); c != nil; c = c.NextSibling() {
		if spaced && r.out.lines > start {
			r.out.space()
		}
		r.block(c)
	}
}

func (r *renderer) block(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		r.heading(n)
	case *ast.Paragraph, *ast.TextBlock:
		r.paragraph(n, n.FirstChild(), 0)
	case *ast.ThematicBreak:
		r.thematicBreak()
	case *ast.Blockquote:
		r.quote(n)
	case *ast.List:
		r.list(n)
	case *ast.FencedCodeBlock:
		r.code(n, string(n.Language(r.src)))
	case *ast.CodeBlock:
		r.code(n, "")
	case *east.Table:
		r.table(n)
	case *east.Footnote:
		r.footnote(n)
	case *ast.HTMLBlock:
		r.htmlBlock(n)
	}
}

// paragraph lays out the inline nodes of n from first on.
func (r *renderer) paragraph(n, first ast.Node, s style) {
	r.runs = r.runs[:0]
	r.inline(n, first, s)
	r.prose(r.runs)
}

func (r *renderer) prose(runs []run) {
	width := max(r.o.Width-r.out.indent, 1)
	r.wrap.wrap(runs, width, r.out.firstExtra(), func(line []piece, _ int) { r.out.line(line) })
}

func (r *renderer) heading(n *ast.Heading) {
	s := bold
	switch {
	case n.Level == 1:
		s |= underline
	case n.Level == 3:
		s |= italic
	case n.Level > 3:
		s = italic
	}
	marks := ""
	if !r.o.Color {
		marks = strings.Repeat("#", n.Level) + " "
	}
	r.out.push(prefix{first: marks, firstWidth: len(marks), rest: strings.Repeat(" ", len(marks)), restWidth: len(marks)})
	r.paragraph(n, n.FirstChild(), s)
	r.out.pop()
}

// ruleWidth is that of a thematic break.
const ruleWidth = 24

func (r *renderer) thematicBreak() {
	n := max(min(ruleWidth, r.o.Width-r.out.indent), 3)
	r.prose([]run{{text: []byte(strings.Repeat(r.glyph("─", "-"), n)), style: dim}})
}

// glyph picks the ASCII form when that is asked for.
func (r *renderer) glyph(full, ascii string) string {
	if r.o.ASCII {
		return ascii
	}
	return full
}

func (r *renderer) quote(n *ast.Blockquote) {
	title, rest := Alert(n, r.src)
	bar := prefix{first: r.glyph("│ ", "| "), firstWidth: 2, restWidth: 2, style: dim}
	bar.rest = bar.first
	if title == "" {
		r.out.push(bar)
		r.blocks(n, true)
		r.out.pop()
		return
	}
	bar.style = alertStyles[title]
	r.out.push(bar)
	r.prose([]run{{text: []byte(title), style: bold}})
	first := n.FirstChild()
	if rest != nil {
		r.paragraph(first, rest, 0)
	}
	for c := first.NextSibling(); c != nil; c = c.NextSibling() {
		r.out.space()
		r.block(c)
	}
	r.out.pop()
}

func (r *renderer) list(n *ast.List) {
	r.depth++
	last := n.Start + n.ChildCount() - 1
	width := len(strconv.Itoa(last)) + 2
	number := n.Start
	start := r.out.lines
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if !n.IsTight && r.out.lines > start {
			r.out.space()
		}
		marker := r.bullet() + " "
		w := 2
		if n.IsOrdered() {
			marker = strconv.Itoa(number) + string(rune(n.Marker)) + " "
			marker = strings.Repeat(" ", width-len(marker)) + marker
			w = width
			number++
		}
		if box := taskBox(c); box != "" {
			if !n.IsOrdered() {
				marker, w = "", 0
			}
			marker += box
			w += len(box)
		}
		r.out.push(prefix{first: marker, firstWidth: w, rest: strings.Repeat(" ", w), restWidth: w})
		r.blocks(c, !n.IsTight)
		r.out.pop()
	}
	r.depth--
}

// taskBox is the box of a task list item, "" for other items.
func taskBox(item ast.Node) string {
	if text := item.FirstChild(); text != nil {
		if box, ok := text.FirstChild().(*east.TaskCheckBox); ok {
			if box.IsChecked {
				return "[x] "
			}
			return "[ ] "
		}
	}
	return ""
}

func (r *renderer) bullet() string {
	switch r.depth % 3 {
	case 1:
		return r.glyph("•", "*")
	case 2:
		return r.glyph("◦", "-")
	}
	return r.glyph("▪", "+")
}
