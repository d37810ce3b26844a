package index

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/egladman/magus/internal/page"
)

// The comments, each alone on its line.
var (
	begin  = regexp.MustCompile(`^ {0,3}<!-- *magus-codes: *index(?: +([^ ]+))? *-->[ \t]*$`)
	end    = regexp.MustCompile(`^ {0,3}<!-- *magus-codes: *end *-->[ \t]*$`)
	almost = regexp.MustCompile(`(?i)^\s*<!--\s*/?magus-codes\b`)
	fence  = regexp.MustCompile("^ {0,3}(```+|~~~+)(.*)$")
)

// ErrNoMarkers says that a file has no place for an index.
var ErrNoMarkers = errors.New("no line <!-- magus-codes: index -->")

// Edit returns src with each index made anew. Render gives the lines for what
// the opening comment names, which may be nothing. Comments in code fences are
// examples and stay as they are. Faults come as page.Errors with name as file.
func Edit(name string, src []byte, render func(what string) ([]string, error)) ([]byte, error) {
	e := &editor{name: name, render: render}
	e.run(src)
	if err := e.errs.Err(); err != nil {
		return nil, err
	}
	if !e.found {
		return nil, fmt.Errorf("%s: %w", name, ErrNoMarkers)
	}
	return e.out.Bytes(), nil
}

type editor struct {
	name   string
	render func(string) ([]string, error)
	out    bytes.Buffer
	errs   page.Errors
	found  bool
	open   int    // line of the open comment, 0 for none
	fence  string // marks of the open code fence
}

func (e *editor) run(src []byte) {
	number := 0
	for line := range bytes.Lines(src) {
		number++
		text, eol := cut(line)
		if number == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		marks, rest := fenceOf(text)
		switch {
		case e.fence != "":
			if marks != "" && marks[0] == e.fence[0] && len(marks) >= len(e.fence) && strings.TrimSpace(rest) == "" {
				e.fence = ""
			}
			e.out.Write(line)
			continue
		case marks != "" && e.open == 0:
			e.fence = marks
			e.out.Write(line)
			continue
		}
		m := begin.FindStringSubmatch(text)
		switch {
		case m != nil && e.open > 0:
			e.errs.Addf(e.name, page.Pos{Line: number, Column: 1}, "an index begins inside that of line %d: want <!-- magus-codes: end --> before it", e.open)
		case m != nil:
			e.start(number, m[1], line, eol)
		case end.MatchString(text):
			if e.open == 0 {
				e.errs.Addf(e.name, page.Pos{Line: number, Column: 1}, "an index ends that never began: want <!-- magus-codes: index --> before it")
			}
			e.open = 0
			e.out.Write(line)
		case almost.MatchString(text):
			e.errs.Addf(e.name, page.Pos{Line: number, Column: 1}, "comment %q: want <!-- magus-codes: index -->, index FAMILY, index all or end, alone on its line", strings.TrimSpace(text))
		case e.open == 0:
			e.out.Write(line)
		}
	}
	if e.open > 0 {
		e.errs.Addf(e.name, page.Pos{Line: e.open, Column: 1}, "the index is never closed: want a line <!-- magus-codes: end --> where it ends")
	}
}

func (e *editor) start(number int, what string, line []byte, eol string) {
	e.open, e.found = number, true
	lines, err := e.render(what)
	if err != nil {
		e.errs.Addf(e.name, page.Pos{Line: number, Column: 1}, "%s", err)
		return
	}
	if eol == "" {
		eol = "\n" // the last line of the file; the fault is that no end follows
	}
	e.out.Write(line)
	e.out.WriteString(eol)
	for _, l := range lines {
		e.out.WriteString(l)
		e.out.WriteString(eol)
	}
	e.out.WriteString(eol)
}

// cut splits a line and its end, LF or CRLF.
func cut(line []byte) (text, eol string) {
	s := string(line)
	switch {
	case strings.HasSuffix(s, "\r\n"):
		return s[:len(s)-2], "\r\n"
	case strings.HasSuffix(s, "\n"):
		return s[:len(s)-1], "\n"
	}
	return s, ""
}

func fenceOf(text string) (marks, rest string) {
	m := fence.FindStringSubmatch(text)
	if m == nil || m[1][0] == '`' && strings.Contains(m[2], "`") {
		return "", ""
	}
	return m[1], m[2]
}
