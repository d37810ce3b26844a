package explain

import (
	"bytes"
	"slices"
	"strings"

	"github.com/egladman/magus/internal/termmd"
)

// adviceHeadings are the headings under which pages say what to do.
var adviceHeadings = []string{"what to do", "resolution", "how to fix", "how to fix it", "common fixes", "fix", "remedy", "solution", "next steps"}

// section returns the part of a page under the first of adviceHeadings, with
// deeper headings made still deeper and the targets of its links that stand
// elsewhere in the page, and empty when there is none.
func section(md []byte) string {
	md = bytes.ReplaceAll(md, []byte("\r\n"), []byte("\n"))
	var out []byte
	depth, start, at, end := 0, 0, 0, len(md)
	for _, h := range termmd.Headings(md) {
		if depth == 0 {
			if slices.Contains(adviceHeadings, strings.ToLower(h.Text)) {
				depth, start, at = h.Level, h.Start, h.Stop
			}
			continue
		}
		if h.Level <= depth {
			end = h.Start
			break
		}
		out = append(append(out, md[at:h.Start]...), "#### "+h.Text+"\n"...)
		at = h.Stop
	}
	if depth == 0 {
		return ""
	}
	advice := withoutMargins(string(append(out, md[at:end]...)))
	folded, blank := strings.ToLower(advice), "\n"
	for _, t := range append(targets(md[:start]), targets(md[end:])...) {
		if strings.Contains(folded, strings.ToLower(label(t))) {
			advice += blank + "\n" + t
			blank = ""
		}
	}
	return advice
}

// withoutMargins drops the blank lines at both ends.
func withoutMargins(s string) string {
	s = strings.TrimRight(s, " \t\n")
	blank := len(s) - len(strings.TrimLeft(s, " \t\n"))
	return s[strings.LastIndexByte(s[:blank], '\n')+1:]
}

// targets returns the lines that give link targets or footnotes.
func targets(md []byte) []string {
	var all []string
	fence := ""
	for line := range bytes.Lines(md) {
		text := strings.TrimRight(string(line), " \t\n")
		f := fenceOf(text)
		switch {
		case fence == "" && f != "":
			fence = f
		case fence != "" && strings.HasPrefix(f, fence) && strings.Trim(strings.TrimSpace(text), "`~") == "":
			fence = ""
		case fence == "" && label(text) != "":
			all = append(all, text)
		}
	}
	return all
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
