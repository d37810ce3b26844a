package termmd

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
)

// An inliner turns the inline nodes of one leaf block into runs.
type inliner struct {
	*renderer
	base   style
	counts [strikeCount + 1]int // open nodes by kind of style
	links  []openLink
	link   int

	from         int // first run that may still grow
	block, first ast.Node
	pairs        map[ast.Node]bool // tags that open or close a style, nil before the first tag
	inTable      bool
}

const (
	boldCount = iota
	italicCount
	codeCount
	dimCount
	strikeCount
)

// An openLink is a link or image whose text is being read.
type openLink struct {
	start, outer int // first run of its text; hyperlink around it
	target       string
}

// inline appends the runs of the inline nodes of block, from first on.
func (r *renderer) inline(block, first ast.Node, base style) {
	_, cell := block.(*east.TableCell)
	in := inliner{renderer: r, base: base, block: block, first: first, inTable: cell}
	in.walk(in.enter, in.leave)
}

// walk calls enter and leave for each node; enter reports whether to go into
// it. It needs no recursion: emphasis can be nested as deep as a page is long.
func (in *inliner) walk(enter func(ast.Node) bool, leave func(ast.Node)) {
	for n := in.first; n != nil; {
		if enter(n) && n.FirstChild() != nil {
			n = n.FirstChild()
			continue
		}
		for {
			leave(n)
			if next := n.NextSibling(); next != nil {
				n = next
				break
			}
			if n = n.Parent(); n == in.block || n == nil {
				return
			}
		}
	}
}

// style is that of text here.
func (in *inliner) style() style {
	s := in.base
	for i, add := range [...]style{boldCount: bold, italicCount: italic, codeCount: codeStyle, dimCount: dim, strikeCount: strike} {
		if in.counts[i] > 0 {
			s = s.with(add)
		}
	}
	if in.link > 0 {
		s |= underline
	}
	return s
}

func (in *inliner) add(text []byte, kind runKind, s style) {
	text = in.out.clean(text)
	if kind == address && bytes.ContainsAny(text, "\t\n") {
		// Elsewhere these are blanks; an address has none.
		text = bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\t"), []byte("%09")), []byte("\n"), []byte("%0A"))
	}
	if len(text) == 0 && kind != softBreak && kind != hardBreak {
		return
	}
	if n := len(in.runs); n > in.from && len(text) > 0 {
		// Goldmark splits text at each character that might have been markup.
		last := &in.runs[n-1]
		if last.kind == kind && last.style == s && last.link == in.link && adjacent(last.text, text) {
			last.text = last.text[:len(last.text)+len(text)]
			return
		}
	}
	in.runs = append(in.runs, run{text, s, in.link, kind})
}

// enter handles a node and reports whether its children are to be read.
func (in *inliner) enter(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Text:
		text := n.Segment.Value(in.src)
		if !n.IsRaw() {
			text = decode(text)
		}
		in.add(text, prose, in.style())
		if n.HardLineBreak() {
			in.add(nil, hardBreak, 0)
		} else if n.SoftLineBreak() {
			in.add(nil, softBreak, in.style())
		}
		return false
	case *ast.String:
		in.add(n.Value, prose, in.style())
		return false
	case *ast.CodeSpan:
		in.codeSpan(n)
		return false
	case *ast.Emphasis:
		in.counts[boldOrItalic(n)]++
	case *east.Strikethrough:
		in.tildes()
		in.counts[strikeCount]++
	case *ast.Link:
		in.openLink(string(decode(n.Destination)))
	case *ast.Image:
		in.openLink(string(decode(n.Destination)))
	case *ast.AutoLink:
		in.autoLink(n)
		return false
	case *ast.RawHTML:
		in.rawHTML(n)
		return false
	}
	return true
}

func (in *inliner) leave(n ast.Node) {
	switch n := n.(type) {
	case *ast.Emphasis:
		in.counts[boldOrItalic(n)]--
	case *east.Strikethrough:
		in.counts[strikeCount]--
		in.tildes()
	case *ast.Link:
		in.closeLink(n.Title)
	case *ast.Image:
		in.closeLink(n.Title)
	}
}

// tildes marks struck text where it can not be struck: what no longer holds
// must not be read as if it did.
func (in *inliner) tildes() {
	if !in.o.Color {
		in.add([]byte("~~"), prose, 0)
	}
}

func boldOrItalic(n *ast.Emphasis) int {
	if n.Level == 2 {
		return boldCount
	}
	return italicCount
}

// codeSpan writes code as it stands, in backticks when there is no colour to
// set it off.
func (in *inliner) codeSpan(n *ast.CodeSpan) {
	var text []byte
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			text = append(text, t.Segment.Value(in.src)...)
		}
	}
	for i, c := range text {
		if c == '\n' {
			text[i] = ' '
		}
	}
	if in.inTable {
		text = bytes.ReplaceAll(text, []byte(`\|`), []byte("|"))
	}
	in.addCode(text)
}

func (in *inliner) addCode(text []byte) {
	if !in.o.Color {
		text = backticks(text)
	}
	in.add(text, code, in.style().with(codeStyle))
}

// backticks puts text between as many backticks as it needs.
func backticks(text []byte) []byte {
	longest, n := 0, 0
	for _, c := range text {
		if c == '`' {
			n++
			longest = max(longest, n)
		} else {
			n = 0
		}
	}
	var out []byte
	fence := func() {
		for range longest + 1 {
			out = append(out, '`')
		}
	}
	fence()
	pad := len(text) > 0 && (text[0] == '`' || text[len(text)-1] == '`')
	if pad {
		out = append(out, ' ')
	}
	out = append(out, text...)
	if pad {
		out = append(out, ' ')
	}
	fence()
	return out
}
