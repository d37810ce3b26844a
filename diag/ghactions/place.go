package ghactions

import (
	"path"
	"strconv"
	"strings"

	"github.com/egladman/magus/diag/internal/jsonrec"
)

// A place is what an annotation points at. Numbers are 0 when unknown.
type place struct {
	file                       string
	line, endLine, col, endCol uint64
}

func (s sink) place(r jsonrec.Record) place {
	file, _ := r.Text("file")
	line := number(r, "line")
	if file == "" && line > 0 {
		file, _ = r.Text("path")
	}
	if file != "" {
		return place{
			file: s.relative(file), line: line, endLine: number(r, "end_line"),
			col: number(r, "col"), endCol: number(r, "end_col"),
		}.allowed()
	}
	if r.File == "" {
		return place{}
	}
	return place{file: s.relative(r.File), line: uint64(max(0, r.Line))}
}

// allowed leaves out what GitHub does not take: an end before its beginning,
// for which the runner would drop the beginning too, an end without one, and
// columns of a range of several lines.
func (p place) allowed() place {
	if p.line == 0 || p.endLine < p.line {
		p.endLine = 0
	}
	if p.line == 0 || p.endLine > p.line {
		p.col = 0
	}
	if p.col == 0 || p.endCol < p.col {
		p.endCol = 0
	}
	return p
}

// number returns a field that is a positive whole number, else 0.
func number(r jsonrec.Record, key string) uint64 {
	s, _ := r.Text(key)
	n, err := strconv.ParseUint(s, 10, 31)
	if err != nil {
		return 0
	}
	return n
}

// relative returns a file below the workspace relative to it, since that is
// what the runner can show. A Windows runner has backslashes in both.
func (s sink) relative(file string) string {
	if s.workspace == "" {
		return file
	}
	root := strings.TrimRight(strings.ReplaceAll(s.workspace, `\`, "/"), "/") + "/"
	slashed := file
	if strings.Contains(s.workspace, `\`) {
		slashed = strings.ReplaceAll(file, `\`, "/")
	}
	if rest, ok := strings.CutPrefix(slashed, root); ok && rest != "" {
		return path.Clean(rest)
	}
	return file
}
