package explain

import (
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// wrap breaks text at spaces into lines of at most width columns; a longer
// word stands alone, whole.
func wrap(s string, width int) []string {
	if width < 10 {
		return []string{s}
	}
	var lines []string
	line, used := "", 0
	for _, w := range strings.Fields(s) {
		n := displaywidth.String(w)
		switch {
		case line == "":
			line, used = w, n
		case used+1+n <= width:
			line, used = line+" "+w, used+1+n
		default:
			lines = append(lines, line)
			line, used = w, n
		}
	}
	return append(lines, line)
}

// pad fills s with blanks to width columns.
func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-displaywidth.String(s)))
}
