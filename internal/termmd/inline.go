package termmd

import (
	"github.com/yuin/goldmark/ast"
)

// An inliner turns the inline nodes of one leaf block into runs.
type inliner struct {
	*renderer
	base   style
	counts [strikeCount + 1]int // open nodes by kind of style
	links  []openLink
	link   int
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

// inline appends the runs of the inline nodes of block, from first on. It
// walks without recursion: emphasis can be nested as deep as a page is long.
func (r *renderer) inline(block, first ast.Node, base style) {
	in := inliner{renderer: r, base: base}
	clear(r.pairs)
	for n := first; n != nil; {
		if in.enter(n) && n.FirstChild() != nil {
			n = n.FirstChild()
			continue
		}
		for {
			in.leave(n)
			if next := n.NextSibling(); next != nil {
				n = next
				break
			}
			if n = n.Parent(); n == block || n == nil {
				return
			}
		}
	}
}

// style is that of text here.
func (in *inliner) style() style {
	s := in.base
	for i, add := range [...]style{boldCount: bold, italicCount: italic, codeCount: cyan, dimCount: dim, strikeCount: strike} {
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
	if text = in.out.clean(text); len(text) > 0 || kind == softBreak || kind == hardBreak {
		in.runs = append(in.runs, run{text, s, in.link, kind})
	}
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
			in.add(nil, softBreak, 0)
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
	case *ast.Link:
		in.openLink(n.Destination)
	case *ast.Image:
		in.openLink(n.Destination)
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
	case *ast.Link:
		in.closeLink(n.Title)
	case *ast.Image:
		in.closeLink(n.Title)
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
	if !in.o.Color {
		text = backticks(text)
	}
	in.add(text, code, in.style().with(cyan))
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
