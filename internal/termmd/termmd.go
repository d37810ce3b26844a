package termmd

// Options say how a page is to be laid out. The zero Options give plain text
// of 80 columns.
type Options struct {
	// Width is the number of columns for prose: 80 when 0 or less. Below 10
	// nothing is wrapped.
	Width int
	// WideWidth is the number of columns for tables, which may be wider than
	// prose. Less than Width means Width.
	WideWidth int
	// Color styles the page by SGR sequences. Without it code spans keep their
	// backticks, headings their number signs and code its tabs.
	Color bool
	// Hyperlinks makes links to http, https and mailto targets OSC 8
	// hyperlinks instead of writing each target once after its text.
	Hyperlinks bool
	// ASCII draws bars, bullets and rules with ASCII characters, and what
	// could drive the terminal as ^[ or ?. The text of the page stays as it is.
	ASCII bool
	// LinkText gives what to write after the text of a link in place of its
	// target, such as the command that shows the page which the target names.
	// Nil, or a false result, means the target itself.
	LinkText func(target string) (text string, ok bool)
}

// minWidth is the narrowest layout; below it lines are not wrapped.
const minWidth = 10

// unwrapped is a width that no line reaches.
const unwrapped = 1 << 30

// Render appends the page src, laid out for a terminal, to dst and returns the
// extended slice. Src is Markdown without front matter, in UTF-8 with any line
// ends; bytes that are not UTF-8 are shown as U+FFFD. It accepts every input:
// nesting over 100 levels, tables over 10,000 cells and markup that would take
// more than linear time to match are shown as they were typed.
//
// Each line ends in a line feed. A line is wider than Width only where it may not be broken: in code, in an
// address, and in tables up to WideWidth.
func Render(dst, src []byte, o Options) []byte {
	src = normalize(src)
	r := renderer{o: o, src: src, out: writer{dst: dst, color: o.Color, ascii: o.ASCII}}
	if r.o.Width <= 0 {
		r.o.Width = 80
	}
	if r.o.WideWidth < r.o.Width {
		r.o.WideWidth = r.o.Width
	}
	r.out.limit = r.o.Width / 2
	if r.o.Width < minWidth {
		r.o.Width, r.o.WideWidth = unwrapped, unwrapped
	}
	r.out.width = r.o.Width
	r.blocks(parse(src), true)
	return r.out.dst
}

// Wrap breaks plain text into lines as Render does a paragraph. There is at
// least one line.
func Wrap(s string, width int) []string {
	if width < minWidth {
		width = unwrapped
	}
	var lines []string
	var w wrapper
	w.wrap([]run{{text: []byte(s)}}, width, 0, func(line []piece, _ int) {
		var b []byte
		for _, p := range line {
			b = append(b, p.text...)
		}
		lines = append(lines, string(b))
	})
	if lines == nil {
		return []string{""}
	}
	return lines
}
