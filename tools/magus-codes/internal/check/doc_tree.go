package check

import (
	"bytes"
	"sort"

	"github.com/yuin/goldmark/ast"

	"github.com/egladman/magus/internal/page"
	"github.com/egladman/magus/tools/magus-codes/internal/gfm"
)

// gfmTree is a parsed body with what links and places need.
type gfmTree struct {
	root     ast.Node
	headings []gfm.Heading
	starts   []int // offset of each line of the body
	notes    bool  // whether it has footnotes
}

// load parses the body.
func (d *doc) load() {
	d.tree.root, _ = gfm.Parse(d.body)
	d.tree.headings = gfm.Headings(d.tree.root, d.body)
	d.tree.starts = []int{0}
	for i, b := range d.body {
		if b == '\n' {
			d.tree.starts = append(d.tree.starts, i+1)
		}
	}
}

// at turns an offset of the body into a place of the file.
func (d *doc) at(offset int) page.Pos {
	i := d.lineIndex(offset)
	return page.Pos{Line: d.line + i, Column: offset - d.tree.starts[i] + 1}
}

func (d *doc) lineIndex(offset int) int {
	return sort.Search(len(d.tree.starts), func(i int) bool { return d.tree.starts[i] > offset }) - 1
}

// lineAt returns the text of a line of the body by its index, without its end.
func (d *doc) lineAt(i int) ([]byte, bool) {
	if i < 0 || i >= len(d.tree.starts) {
		return nil, false
	}
	line := d.body[d.tree.starts[i]:]
	if end := bytes.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	}
	return line, true
}
