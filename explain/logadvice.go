package explain

import (
	"bytes"
	"slices"
	"strings"
)

// adviceHeadings are the headings under which pages say what to do.
var adviceHeadings = []string{"what to do", "resolution", "how to fix", "how to fix it", "common fixes", "fix", "remedy", "solution", "next steps"}

// section returns the part of a page under the first of adviceHeadings, with
// deeper headings made still deeper, and empty when there is none.
func section(md []byte) string {
	var out []byte
	depth, fence := 0, ""
	for line := range bytes.Lines(md) {
		text := strings.TrimRight(string(line), " \t\r\n")
		if f := fenceOf(text); fence == "" && f != "" {
			fence = f
		} else if fence != "" && strings.HasPrefix(f, fence) && strings.Trim(strings.TrimSpace(text), "`~") == "" {
			fence = ""
		} else if n, title := heading(text); fence == "" && n > 0 {
			if depth > 0 && n <= depth {
				break
			}
			if depth == 0 && slices.Contains(adviceHeadings, strings.ToLower(title)) {
				depth = n
				continue
			}
			if depth > 0 {
				text = "#### " + title
			}
		}
		if depth > 0 {
			out = append(append(out, text...), '\n')
		}
	}
	return strings.Trim(string(out), "\n")
}

// fenceOf returns the run of backticks or tildes that opens or ends a block
// of code on this line.
func fenceOf(line string) string {
	line = strings.TrimLeft(line, " ")
	for _, c := range []string{"`", "~"} {
		if n := len(line) - len(strings.TrimLeft(line, c)); n >= 3 {
			return line[:n]
		}
	}
	return ""
}

// heading returns the level and text of an ATX heading, 0 for other lines.
func heading(line string) (level int, title string) {
	rest := strings.TrimLeft(line, "#")
	level = len(line) - len(rest)
	if level == 0 || level > 6 || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return 0, ""
	}
	return level, strings.TrimSpace(strings.TrimRight(rest, "# \t"))
}
