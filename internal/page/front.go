package page

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// maxNesting is how deep quotes and lists of a body, and mappings and lists
// of its front matter, can stand in one another.
const maxNesting = 100

// A front is the text between the two delimiters. Its first line is line 2 of
// the page.
type front struct {
	text  []byte
	ascii bool
	lines []int // offsets of the lines, filled when first asked for

	columns Columns
}

// line returns the i-th line of the page, without its end, and its offset in
// the front matter.
func (f *front) line(i int) (text []byte, offset int) {
	if f.lines == nil {
		f.lines = append(make([]int, 0, 32), 0)
		for j, c := range f.text {
			if c == '\n' {
				f.lines = append(f.lines, j+1)
			}
		}
	}
	if i < 2 || i-2 >= len(f.lines) {
		return nil, len(f.text)
	}
	offset = f.lines[i-2]
	end := len(f.text)
	if i-1 < len(f.lines) {
		end = f.lines[i-1] - 1
	}
	return f.text[offset:end], offset
}

// at returns the place of n. YAML counts columns in characters.
func (f *front) at(n *yaml.Node) Pos {
	pos := Pos{n.Line + 1, n.Column}
	if f.ascii {
		return pos
	}
	text, _ := f.line(pos.Line)
	pos.Column = f.columns.Byte(text, pos.Line, n.Column)
	return pos
}

// Columns turns columns that count characters, as YAML counts them, into such
// that count bytes. It goes on from the column before where it can: nodes come
// in the order of the text, and a line can hold thousands.
type Columns struct {
	line, runes, bytes int // runes and bytes that were passed in line
}

// Byte returns the column in bytes, from 1, of the column in characters of a line,
// of which text is the whole. At its end columns stop.
func (c *Columns) Byte(text []byte, line, column int) int {
	if line != c.line || column-1 < c.runes {
		*c = Columns{line: line}
	}
	for c.runes < column-1 && c.bytes < len(text) {
		_, size := utf8.DecodeRune(text[c.bytes:])
		c.runes++
		c.bytes += size
	}
	return c.bytes + 1
}

// valueAt returns the place of the text of n: of its first character when n
// is a block scalar, whose own place is its indicator.
func (f *front) valueAt(n *yaml.Node) Pos {
	pos := f.at(n)
	if n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 {
		return pos
	}
	for line := pos.Line + 1; ; line++ {
		text, offset := f.line(line)
		if i := bytes.IndexFunc(text, func(r rune) bool { return r != ' ' }); i >= 0 {
			return Pos{line, i + 1}
		}
		if offset == len(f.text) {
			return pos
		}
	}
}

// start returns the offset of the text of n.
func (f *front) start(n *yaml.Node) int {
	at := f.valueAt(n)
	_, offset := f.line(at.Line)
	return offset + at.Column - 1
}

// comment returns the offset of the comment that ends an unquoted text, which
// begins at i, or -1.
func (f *front) comment(i int, value string) int {
	isSpace := func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' }
	for word := range strings.FieldsFuncSeq(value, isSpace) {
		for i < len(f.text) && isSpace(rune(f.text[i])) {
			i++
		}
		if !bytes.HasPrefix(f.text[i:], []byte(word)) {
			return -1
		}
		i += len(word)
	}
	for i < len(f.text) && (f.text[i] == ' ' || f.text[i] == '\t') {
		i++
	}
	if i < len(f.text) && f.text[i] == '#' {
		return i
	}
	return -1
}

// pos returns the place of text[i].
func (f *front) pos(i int) Pos {
	before := f.text[:i]
	return Pos{2 + bytes.Count(before, []byte("\n")), i - bytes.LastIndexByte(before, '\n')}
}

// yaml decodes the front matter, once, to nodes that hold text and places.
func (p *parser) yaml(text []byte) (*yaml.Node, bool) {
	p.front = front{text: text, ascii: true}
	if !p.guard() {
		return nil, false
	}
	source, restore := hideBreaks(text, p.front.ascii)
	var doc yaml.Node
	if err := yaml.Unmarshal(source, &doc); err != nil {
		p.syntax(source, err)
		return nil, false
	}
	if len(doc.Content) == 0 {
		p.errorf(Pos{1, 1}, "front matter has no keys: want a title")
		return nil, false
	}
	before := len(p.errs)
	p.tree(doc.Content[0], 0, restore)
	return doc.Content[0], len(p.errs) == before
}

// guard refuses what the YAML library must not see, or would give no place.
func (p *parser) guard() bool {
	text := p.front.text
	open := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '[' || c == '{':
			open++
		case c >= utf8.RuneSelf:
			p.front.ascii = false
		case c < ' ' && c != '\n' && c != '\t' || c == 0x7f:
			p.errorf(p.front.pos(i), "control character %U: remove it, or write it as an escape in double quotes", c)
			return false
		}
	}
	if !p.front.ascii && !p.guardRunes() {
		return false
	}
	return p.guardNesting(open) && p.guardDocuments()
}

// guardRunes refuses characters that YAML does not allow.
func (p *parser) guardRunes() bool {
	for i, r := range string(p.front.text) {
		if r >= 0x80 && r < 0xa0 && r != 0x85 || r == '\ufeff' || r == 0xfffe || r == 0xffff {
			p.errorf(p.front.pos(i), "character %U: remove it, or write it as an escape in double quotes", r)
			return false
		}
	}
	return true
}

// guardNesting bounds how deep the YAML library has to go: by the brackets
// that are open at once, and by the indicators that begin a line.
func (p *parser) guardNesting(open int) bool {
	text := p.front.text
	if open > maxNesting {
		depth := 0
		for i, c := range text {
			switch c {
			case '[', '{':
				if depth++; depth > maxNesting {
					p.errorf(p.front.pos(i), "brackets nested more than %d deep", maxNesting)
					return false
				}
			case ']', '}':
				depth = max(depth-1, 0)
			}
		}
	}
	depth, blank := 0, true
	for i, c := range text {
		switch {
		case c == '\n':
			depth, blank = 0, true
		case !blank || c == ' ' || c == '\t':
		case (c == '-' || c == '?' || c == ':') && i+1 < len(text) && (text[i+1] == ' ' || text[i+1] == '\t' || text[i+1] == '\n'):
			if depth++; depth > maxNesting {
				p.errorf(p.front.pos(i), "lists nested more than %d deep", maxNesting)
				return false
			}
		default:
			blank = false
		}
	}
	return true
}

// guardDocuments refuses lines that YAML takes for the border of a document.
func (p *parser) guardDocuments() bool {
	line := 2
	for l := range bytes.Lines(p.front.text) {
		l = bytes.TrimRight(l, " \t\n")
		for _, mark := range []string{"---", "..."} {
			if rest, ok := bytes.CutPrefix(l, []byte(mark)); ok && (len(rest) == 0 || rest[0] == ' ' || rest[0] == '\t') {
				p.errorf(Pos{line, 1}, "%q begins or ends a YAML document: front matter is one document", mark)
				return false
			}
		}
		if len(l) > 0 && l[0] == '%' {
			p.errorf(Pos{line, 1}, `"%%" begins a YAML directive: front matter has none`)
			return false
		}
		line++
	}
	return true
}

// tree refuses the parts of YAML that pages have no use for, and what is
// nested too deep.
func (p *parser) tree(n *yaml.Node, depth int, restore *strings.Replacer) {
	const quote = "; quote the text if it is one"
	switch {
	case n.Kind == yaml.AliasNode:
		p.errorf(p.front.at(n), `YAML alias "*%s": pages have none`+quote, n.Value)
		return
	case n.Anchor != "":
		p.errorf(p.front.at(n), `YAML anchor "&%s": pages have none`+quote, n.Anchor)
		return
	case n.Style&yaml.TaggedStyle != 0:
		p.errorf(p.front.at(n), "YAML tag %q: pages have none"+quote, n.Tag)
		return
	case depth > maxNesting:
		p.errorf(p.front.at(n), "front matter nested more than %d deep", maxNesting)
		return
	}
	if restore != nil {
		n.Value = restore.Replace(n.Value)
	}
	for _, c := range n.Content {
		if p.full() {
			return
		}
		p.tree(c, depth+1, restore)
	}
}

// hideBreaks replaces the characters that YAML 1.1 takes for line ends, and
// YAML 1.2 and everyone else for text, by private characters of the same
// length that do not stand in the text, neither as such nor as an escape. The
// replacer puts them back.
func hideBreaks(text []byte, ascii bool) ([]byte, *strings.Replacer) {
	if ascii || !bytes.ContainsAny(text, "\u0085\u2028\u2029") {
		return text, nil
	}
	upper := bytes.ToUpper(text)
	var hide, show []string
	for _, c := range []struct {
		char     string
		from, to rune
	}{{"\u0085", 0xa1, 0x7ff}, {"\u2028", 0xe000, 0xf8ff}, {"\u2029", 0xe000, 0xf8ff}} {
		for r := c.from; r <= c.to; r++ {
			if s := string(r); !bytes.Contains(text, []byte(s)) && !bytes.Contains(upper, fmt.Appendf(nil, "%02X", r)) && !contains(hide, s) {
				hide, show = append(hide, c.char, s), append(show, s, c.char)
				break
			}
		}
	}
	return []byte(strings.NewReplacer(hide...).Replace(string(text))), strings.NewReplacer(show...)
}

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}
