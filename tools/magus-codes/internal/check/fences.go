package check

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
)

// fences reports code fences that end with the page, or with the list or quote
// around them, because no closing fence does it.
func (c *checker) fences(d *doc) {
	_ = ast.Walk(d.tree.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		f, ok := n.(*ast.FencedCodeBlock)
		if !ok || !entering || f.Pos() < 0 || f.Pos() >= len(d.body) {
			return ast.WalkContinue, nil
		}
		open := d.lineIndex(f.Pos())
		char := d.body[f.Pos()]
		length := 0
		for i := f.Pos(); i < len(d.body) && d.body[i] == char; i++ {
			length++
		}
		after := open + 1
		if lines := f.Lines(); lines.Len() > 0 {
			after = d.lineIndex(lines.At(lines.Len()-1).Start) + 1
		}
		if line, ok := d.lineAt(after); !ok || !closes(line, char, length) {
			c.addf("fence", d.file, d.at(f.Pos()), "code fence is never closed: want a line %s after the code", bytes.Repeat([]byte{char}, length))
		}
		return ast.WalkSkipChildren, nil
	})
}

// closes reports whether a line ends a fence; it may stand in a list or quote.
func closes(line []byte, char byte, length int) bool {
	line = bytes.TrimLeft(line, "> \t")
	line = bytes.TrimRight(line, " \t\r")
	return len(line) >= length && len(bytes.Trim(line, string(char))) == 0
}
