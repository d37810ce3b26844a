package termmd

import "strings"

// A span is a part of a code block that has a style. Spans are in order and do
// not overlap.
type span struct {
	start, end int
	style      style
}

// Styles of code. Only what helps to find the way is coloured.
const (
	keywordStyle = magenta
	stringStyle  = green
	commentStyle = dim
	valueStyle   = cyan
	nameStyle    = cyan
)

// highlight finds the parts of code to be styled, none in languages that it
// does not know. Its time is linear in the length of code.
func highlight(language string, code []byte) []span {
	h := highlighter{code: code}
	switch strings.ToLower(language) {
	case "go", "golang":
		h.golang()
	case "yaml", "yml":
		h.yaml()
	case "sh", "bash", "shell", "zsh", "console":
		h.shell()
	case "json", "jsonc":
		h.json()
	case "diff", "patch":
		h.diff()
	case "text", "txt", "output", "log":
		h.output()
	}
	return h.spans
}

type highlighter struct {
	code  []byte
	spans []span
}

func (h *highlighter) add(start, end int, s style) {
	if start < end {
		h.spans = append(h.spans, span{start, end, s})
	}
}

// eachLine calls f with the bounds of each line, the line feed left out.
func (h *highlighter) eachLine(f func(start, end int)) {
	for start := 0; start < len(h.code); {
		end := h.lineEnd(start)
		f(start, end)
		start = end + 1
	}
}

func (h *highlighter) lineEnd(i int) int {
	for i < len(h.code) && h.code[i] != '\n' {
		i++
	}
	return i
}

// quoted returns the end of the string that begins at i with a quote, which
// ends at stop at the latest. A backslash escapes when escapes is set.
func (h *highlighter) quoted(i, stop int, escapes bool) int {
	quote := h.code[i]
	for i++; i < stop; i++ {
		switch c := h.code[i]; {
		case c == quote:
			return i + 1
		case c == '\\' && escapes:
			i++
		}
	}
	return stop
}

// word returns the end of the word at i.
func (h *highlighter) word(i, stop int) int {
	for i < stop && isWord(h.code[i]) {
		i++
	}
	return i
}

func isWord(c byte) bool {
	return c == '_' || isDigit(c) || isLetter(c) || c >= 0x80
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// skipBlanks returns the first place from i on that holds no blank.
func (h *highlighter) skipBlanks(i, stop int) int {
	for i < stop && (h.code[i] == ' ' || h.code[i] == '\t') {
		i++
	}
	return i
}
