package ghactions

import (
	"path"
	"strconv"
	"strings"

	"github.com/egladman/magus/diag/internal/jsonrec"
)

// A place is what an annotation points at. Numbers are texts, empty when
// unknown.
type place struct {
	file                       string
	line, endLine, col, endCol string
}

func (s sink) place(r jsonrec.Record) place {
	file, _ := r.Text("file")
	line := number(r, "line")
	if file == "" && line != "" {
		file, _ = r.Text("path")
	}
	if file != "" {
		return place{
			file: s.relative(file), line: line, endLine: number(r, "end_line"),
			col: number(r, "col"), endCol: number(r, "end_col"),
		}
	}
	if r.File == "" {
		return place{}
	}
	return place{file: s.relative(r.File), line: strconv.Itoa(r.Line)}
}

// number returns a field that is a positive whole number, else nothing.
func number(r jsonrec.Record, key string) string {
	s, _ := r.Text(key)
	n, err := strconv.ParseUint(s, 10, 31)
	if err != nil || n == 0 {
		return ""
	}
	return strconv.FormatUint(n, 10)
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
