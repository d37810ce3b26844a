package termmd

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// rawHTML handles an inline tag. Few tags mean something here; all others are
// shown as they were typed, since in documentation of code `Vec<T>` is more
// often meant than markup.
func (in *inliner) rawHTML(n *ast.RawHTML) {
	tag := n.Segments.Value(in.src)
	name, closes := tagName(tag)
	count, styled := tagStyle(name)
	switch {
	case bytes.HasPrefix(tag, []byte("<!--")):
		return
	case name == "br":
		in.add(nil, hardBreak, 0)
		return
	case !styled || !in.paired(n):
		in.add(tag, prose, in.style())
		return
	case closes:
		in.counts[count]--
	default:
		if name == "sup" && in.glued() {
			// 10<sup>3</sup> must not be read as 103.
			in.add([]byte("^"), prose, in.style())
		}
		in.counts[count]++
	}
	if !in.o.Color {
		switch name {
		case "code":
			in.add([]byte("`"), code, in.style())
		case "s", "del":
			in.tildes()
		}
	}
}

// glued reports whether the text so far ends within a word.
func (in *inliner) glued() bool {
	if len(in.runs) == 0 {
		return false
	}
	text := in.runs[len(in.runs)-1].text
	return len(text) > 0 && text[len(text)-1] > ' '
}

// tagStyle returns which count of the inliner a tag raises.
func tagStyle(name string) (count int, ok bool) {
	switch name {
	case "b", "strong", "kbd":
		return boldCount, true
	case "i", "em":
		return italicCount, true
	case "code":
		return codeCount, true
	case "sub", "sup":
		return dimCount, true
	case "s", "del":
		return strikeCount, true
	}
	return 0, false
}

// tagName returns the name of an HTML tag and whether it closes. Names in
// upper case are taken for type parameters and not folded.
func tagName(tag []byte) (name string, closes bool) {
	tag = bytes.TrimPrefix(tag, []byte("<"))
	rest := bytes.TrimPrefix(tag, []byte("/"))
	end := bytes.IndexAny(rest, " \t\n/>")
	if end < 0 {
		return "", false
	}
	name = string(rest[:end])
	if name == "BR" {
		name = "br"
	}
	return name, len(rest) < len(tag)
}

// paired reports whether the tag n opens or closes a pair among its siblings.
// The first call for a block finds all of its pairs.
func (in *inliner) paired(n *ast.RawHTML) bool {
	if in.pairs == nil {
		in.findPairs()
	}
	return in.pairs[n]
}

// An openTag waits for the tag that closes it.
type openTag struct {
	node  ast.Node
	depth int
}

func (in *inliner) findPairs() {
	in.pairs = map[ast.Node]bool{}
	open := map[string][]openTag{}
	depth := 0
	in.walk(func(n ast.Node) bool {
		depth++
		if n, ok := n.(*ast.RawHTML); ok {
			tag := n.Segments.Value(in.src)
			name, closes := tagName(tag)
			if _, ok := tagStyle(name); !ok {
				return true
			}
			tags := open[name]
			if !closes {
				if !bytes.HasSuffix(tag, []byte("/>")) {
					open[name] = append(tags, openTag{n, depth})
				}
				return true
			}
			// Tags of blocks that have ended can no longer be closed.
			for len(tags) > 0 {
				last := tags[len(tags)-1]
				if last.depth < depth {
					break
				}
				tags = tags[:len(tags)-1]
				if last.node.Parent() == n.Parent() {
					in.pairs[last.node], in.pairs[n] = true, true
					break
				}
			}
			open[name] = tags
		}
		return true
	}, func(ast.Node) { depth-- })
}

// htmlBlock shows a block of HTML as it was typed, but for comments and
// breaks.
func (r *renderer) htmlBlock(n *ast.HTMLBlock) {
	text := n.Lines().Value(r.src)
	if n.HasClosure() {
		text = append(text[:len(text):len(text)], n.ClosureLine.Value(r.src)...)
	}
	text = dropComments(text)
	if len(bytes.TrimSpace(text)) == 0 {
		return
	}
	for line := range bytes.SplitSeq(bytes.TrimRight(text, " \t\n"), []byte("\n")) {
		body := bytes.TrimLeft(line, " \t")
		_, indent := expandTabs(line[:len(line)-len(body)], 0)
		rest := strings.Repeat(" ", min(indent, r.o.Width))
		r.out.push(prefix{first: rest, firstWidth: len(rest), rest: rest, restWidth: len(rest)})
		r.runs = r.runs[:0]
		r.htmlLine(body)
		if len(r.runs) > 0 {
			r.prose(r.runs)
		} else {
			r.out.line(nil)
		}
		r.out.pop()
	}
}

// htmlLine makes one line of a block of HTML into runs.
func (r *renderer) htmlLine(line []byte) {
	for len(line) > 0 {
		if n := breakTag(line); n > 0 {
			r.runs = append(r.runs, run{kind: hardBreak})
			line = line[n:]
			continue
		}
		end := len(line)
		if at := bytes.Index(line[1:], []byte("<br")); at >= 0 {
			end = 1 + at
		}
		r.runs = append(r.runs, run{text: r.out.clean(line[:end]), kind: code})
		line = line[end:]
	}
}

// longestBreak is the length within which a br tag must end.
const longestBreak = 80

// breakTag returns the length of the br tag at the head of line, 0 when there
// is none.
func breakTag(line []byte) int {
	if !bytes.HasPrefix(line, []byte("<br")) {
		return 0
	}
	end := bytes.IndexByte(line[:min(len(line), longestBreak)], '>') + 1
	if name, _ := tagName(line[:end]); name != "br" {
		return 0
	}
	return end
}

// dropComments removes the HTML comments of text.
func dropComments(text []byte) []byte {
	var out []byte
	for {
		before, rest, ok := bytes.Cut(text, []byte("<!--"))
		if !ok {
			return append(out, text...)
		}
		_, after, ok := bytes.Cut(rest, []byte("-->"))
		if !ok {
			return append(out, text...)
		}
		out = append(out, before...)
		text = after
	}
}
