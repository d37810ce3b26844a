package catalog

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/egladman/magus/internal/page"
)

// maxConfig is the largest catalog.yaml that is read, in bytes.
const maxConfig = 1 << 20

// A yamlFile is one YAML document with the problems found in it so far. All
// scalars are read as their text, whatever type YAML would give them.
type yamlFile struct {
	name     string
	lines    [][]byte
	columns  page.Columns
	problems page.Errors
}

// parseYAML decodes the only document of a file. It returns nil after
// recording a problem when there is no mapping to read.
func (f *yamlFile) parseYAML(data []byte) *yaml.Node {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	f.lines = bytes.Split(data, []byte("\n"))
	if len(data) > maxConfig {
		f.problems.Addf(f.name, page.Pos{}, "%d bytes: a catalog file has at most %d", len(data), maxConfig)
		return nil
	}
	if !f.printable() {
		return nil
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc, second yaml.Node
	err := dec.Decode(&doc)
	if errors.Is(err, io.EOF) || err == nil && len(doc.Content) == 0 {
		f.problems.Addf(f.name, page.Pos{Line: 1, Column: 1}, "the file is empty: it needs prefix, digits, package, link and families")
		return nil
	}
	if err != nil {
		f.syntax(data, err)
		return nil
	}
	if err := dec.Decode(&second); err == nil {
		f.fail(&second, "a second document: keep one")
		return nil
	} else if !errors.Is(err, io.EOF) {
		f.syntax(data, err)
		return nil
	}
	root := doc.Content[0]
	if !f.plain(root, 0) {
		return nil
	}
	if root.Kind != yaml.MappingNode {
		f.fail(root, "found %s: want keys such as \"prefix: MGS\"", kindOf(root))
		return nil
	}
	return root
}

// printable refuses bytes that YAML forbids, with their place, which the
// YAML package does not give.
func (f *yamlFile) printable() bool {
	for i, line := range f.lines {
		for at := 0; at < len(line); {
			r, size := utf8.DecodeRune(line[at:])
			pos := page.Pos{Line: i + 1, Column: at + 1}
			if r == utf8.RuneError && size == 1 {
				f.problems.Addf(f.name, pos, "invalid UTF-8 (byte 0x%02x): save the file as UTF-8", line[at])
				return false
			}
			if r < ' ' && r != '\t' && r != '\r' || r == 0x7f {
				f.problems.Addf(f.name, pos, "control character %U: remove it", r)
				return false
			}
			at += size
		}
	}
	return true
}

// plain refuses anchors, aliases and deep nesting.
func (f *yamlFile) plain(n *yaml.Node, depth int) bool {
	switch {
	case n.Kind == yaml.AliasNode || n.Anchor != "":
		f.fail(n, "YAML anchors and aliases are not read here: write the value out")
		return false
	case depth > 100:
		f.fail(n, "nested deeper than 100")
		return false
	}
	for _, c := range n.Content {
		if !f.plain(c, depth+1) {
			return false
		}
	}
	return true
}

// syntax records an error of the YAML package.
func (f *yamlFile) syntax(data []byte, err error) {
	pos, msg := page.Syntax(data, err, func(n int) []byte {
		if n > len(f.lines) {
			return nil
		}
		return bytes.TrimSuffix(f.lines[n-1], []byte("\r"))
	})
	f.problems.Addf(f.name, pos, "%s", msg)
}

func (f *yamlFile) fail(n *yaml.Node, format string, args ...any) {
	for i, a := range args {
		if s, ok := a.(string); ok {
			args[i] = short(s)
		}
	}
	f.problems.Addf(f.name, f.pos(n), format, args...)
}

// pos turns a node's column, which counts characters, into one that counts
// bytes.
func (f *yamlFile) pos(n *yaml.Node) page.Pos {
	p := page.Pos{Line: n.Line, Column: n.Column}
	if n.Line < 1 || n.Line > len(f.lines) {
		return p
	}
	p.Column = f.columns.Byte(f.lines[n.Line-1], n.Line, n.Column)
	return p
}

// pairs calls visit for each key of a mapping whose key is a scalar, and
// reports keys that stand twice.
func (f *yamlFile) pairs(m *yaml.Node, visit func(key, value *yaml.Node)) {
	seen := map[string]int{}
	for i := 0; i+1 < len(m.Content); i += 2 {
		key := m.Content[i]
		if key.Kind != yaml.ScalarNode {
			f.fail(key, "found %s as a key: want a word", kindOf(key))
			continue
		}
		if line, dup := seen[key.Value]; dup {
			f.fail(key, "%q stands a second time; first on line %d: keep one", key.Value, line)
			continue
		}
		seen[key.Value] = key.Line
		visit(key, m.Content[i+1])
	}
}

// text returns the text of a scalar; what names the value in the error.
func (f *yamlFile) text(n *yaml.Node, what, example string) (string, bool) {
	if n.Kind != yaml.ScalarNode {
		f.fail(n, "%s: found %s, want text such as %s", what, kindOf(n), example)
		return "", false
	}
	v := strings.TrimSpace(n.Value)
	if v == "" || n.Tag == "!!null" && n.Style == 0 && (v == "~" || v == "") {
		f.fail(n, "%s is empty: want text such as %s", what, example)
		return "", false
	}
	return v, true
}

func kindOf(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return "an alias"
	}
	return strconv.Quote(n.Value)
}
