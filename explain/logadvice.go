package explain

import (
	"bytes"
	"slices"
	"strings"
)

// adviceHeadings are the headings under which pages say what to do.
var adviceHeadings = []string{"what to do", "resolution", "how to fix", "how to fix it", "common fixes", "fix", "remedy", "solution", "next steps"}

// section returns the part of a page under the first of adviceHeadings, with
// deeper headings made still deeper and the targets of its links that stand
// elsewhere in the page, and empty when there is none.
func section(md []byte) string {
	var out []byte
	var targets []string
	depth, fence, past := 0, "", false
	for line := range bytes.Lines(md) {
		text := strings.TrimRight(string(line), " \t\r\n")
		if f := fenceOf(text); fence == "" && f != "" {
			fence = f
		} else if fence != "" && strings.HasPrefix(f, fence) && strings.Trim(strings.TrimSpace(text), "`~") == "" {
			fence = ""
		} else if n, title := heading(text); fence == "" && n > 0 {
			if depth > 0 && n <= depth {
				past = true
			}
			if depth == 0 && slices.Contains(adviceHeadings, strings.ToLower(title)) {
				depth = n
				continue
			}
			if depth > 0 {
				text = "#### " + title
			}
		}
		switch {
		case depth > 0 && !past:
			out = append(append(out, text...), '\n')
		case fence == "" && label(text) != "":
			targets = append(targets, text)
		}
	}
	advice := strings.Trim(string(out), "\n")
	folded, blank := strings.ToLower(advice), "\n"
	for _, t := range targets {
		if strings.Contains(folded, strings.ToLower(label(t))) {
			advice += blank + "\n" + t
			blank = ""
		}
	}
	return advice
}

// label returns the "[label]" of a link target, `[label]: address`, or of a
// footnote, and "" for other lines.
func label(line string) string {
	line = strings.TrimLeft(line, " ")
	end := strings.Index(line, "]: ")
	if end < 2 || line[0] != '[' || strings.ContainsAny(line[1:end], "[]") {
		return ""
	}
	return line[:end+1]
}

// fenceOf returns the run of backticks or tildes that opens or ends a block
// of code on this line.
func fenceOf(line string) string {
	text := strings.TrimLeft(line, " ")
	if len(line)-len(text) > 3 {
		return ""
	}
	for _, c := range []string{"`", "~"} {
		rest := strings.TrimLeft(text, c)
		if n := len(text) - len(rest); n >= 3 && (c == "~" || !strings.Contains(rest, c)) {
			return text[:n]
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
