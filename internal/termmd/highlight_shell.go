package termmd

// shell colours comments, strings, variables, the words that build commands
// and, in transcripts, the prompt.
func (h *highlighter) shell() {
	var unclosed [2]bool // no ' or " has an end from here on
	for i := 0; i < len(h.code); {
		head := i == 0 || h.code[i-1] == '\n'
		gap := head || isGap(h.code[i-1])
		switch c := h.code[i]; {
		case head && (c == '$' || c == '%') && i+1 < len(h.code) && h.code[i+1] == ' ':
			h.add(i, i+1, commentStyle)
			i++
		case c == '#' && gap:
			end := h.lineEnd(i)
			h.add(i, end, commentStyle)
			i = end
		case c == '\\':
			i += 2
		case c == '\'' && !head && isLetter(h.code[i-1]): // an apostrophe
			i++
		case c == '\'' || c == '"':
			which := 0
			if c == '"' {
				which = 1
			}
			end := i + 1
			if !unclosed[which] {
				end = h.quoted(i, len(h.code), c == '"')
			}
			if h.code[end-1] == c && end > i+1 {
				h.add(i, end, stringStyle)
			} else {
				unclosed[which] = true
				end = i + 1
			}
			i = end
		case c == '$':
			end := h.variable(i)
			h.add(i, end, valueStyle)
			i = max(end, i+1)
		case isWord(c):
			end := i
			for end < len(h.code) && (isWord(h.code[end]) || h.code[end] == '-' || h.code[end] == '.' || h.code[end] == '/') {
				end++
			}
			if gap && isShellWord(string(h.code[i:end])) {
				h.add(i, end, keywordStyle)
			}
			i = end
		default:
			i++
		}
	}
}

func isGap(c byte) bool {
	switch c {
	case ' ', '\t', '\n', ';', '&', '|', '(', ')':
		return true
	}
	return false
}

// variable returns the end of the variable whose $ stands at i; i when a $ is
// just a $.
func (h *highlighter) variable(i int) int {
	stop := h.lineEnd(i)
	if i+1 == stop {
		return i
	}
	switch c := h.code[i+1]; {
	case c == '{':
		for end := i + 2; end < stop; end++ {
			if h.code[end] == '}' {
				return end + 1
			}
		}
		return stop
	case isLetter(c) || c == '_':
		return h.word(i+1, stop)
	case isDigit(c) || c == '?' || c == '@' || c == '#' || c == '*' || c == '!' || c == '$':
		return i + 2
	}
	return i
}

func isShellWord(s string) bool {
	switch s {
	case "if", "then", "else", "elif", "fi", "for", "in", "do", "done", "while", "until",
		"case", "esac", "function", "return", "export", "local", "exit", "set", "unset":
		return true
	}
	return false
}
