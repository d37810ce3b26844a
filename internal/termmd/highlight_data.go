package termmd

import "bytes"

// json colours keys, strings, numbers and the three words.
func (h *highlighter) json() {
	for i := 0; i < len(h.code); {
		switch c := h.code[i]; {
		case c == '"':
			end := h.quoted(i, h.lineEnd(i), true)
			s := stringStyle
			if next := h.skipBlanks(end, len(h.code)); next < len(h.code) && h.code[next] == ':' {
				s = nameStyle
			}
			h.add(i, end, s)
			i = end
		case c == '/' && i+1 < len(h.code) && h.code[i+1] == '/':
			end := h.lineEnd(i)
			h.add(i, end, commentStyle)
			i = end
		case c == '-' || isWord(c):
			end := h.number(i, len(h.code))
			h.add(i, end, valueStyle)
			i = end
		default:
			i++
		}
	}
}

// number returns the end of the number or word at i.
func (h *highlighter) number(i, stop int) int {
	for i++; i < stop && (isWord(h.code[i]) || h.code[i] == '.' || h.code[i] == '+' || h.code[i] == '-'); i++ {
	}
	return i
}

// yaml colours keys, quoted strings, numbers, the words for truth and null,
// and comments. Lines of block values stay plain.
func (h *highlighter) yaml() {
	block := -1 // indent of the key whose block value is being read
	h.eachLine(func(start, end int) {
		i := h.skipBlanks(start, end)
		if i == end {
			return
		}
		if block >= 0 && i-start > block {
			return
		}
		block = -1
		if h.code[i] == '#' || bytes.HasPrefix(h.code[i:end], []byte("---")) {
			h.add(i, end, commentStyle)
			return
		}
		for i+1 < end && h.code[i] == '-' && h.code[i+1] == ' ' {
			i = h.skipBlanks(i+1, end)
		}
		indent := i - start
		if colon := h.yamlKey(i, end); colon >= 0 {
			h.add(i, colon, nameStyle)
			i = h.skipBlanks(colon+1, end)
		}
		if i < end && (h.code[i] == '|' || h.code[i] == '>') {
			block = indent
		}
		h.yamlValue(i, end)
	})
}

// yamlKey returns the place of the colon that ends the key at i, -1 when there
// is no key.
func (h *highlighter) yamlKey(i, end int) int {
	if i < end && (h.code[i] == '"' || h.code[i] == '\'') {
		i = h.quoted(i, end, h.code[i] == '"')
		if i < end && h.code[i] == ':' {
			return i
		}
		return -1
	}
	for ; i < end; i++ {
		switch c := h.code[i]; {
		case c == ':' && (i+1 == end || h.code[i+1] == ' '):
			return i
		case c == '#' && h.code[i-1] == ' ', c == '{', c == '[', c == '"':
			return -1
		}
	}
	return -1
}

func (h *highlighter) yamlValue(i, end int) {
	for i < end {
		c := h.code[i]
		switch {
		case c == '"' || c == '\'':
			stop := h.quoted(i, end, c == '"')
			h.add(i, stop, stringStyle)
			i = stop
		case c == '#' && (h.code[i-1] == ' ' || h.code[i-1] == '\t'):
			h.add(i, end, commentStyle)
			return
		case c == ' ' || c == ',' || c == '[' || c == ']' || c == '{' || c == '}':
			i++
		default:
			stop := i
			for stop < end && !bytes.ContainsRune([]byte(" ,[]{}"), rune(h.code[stop])) {
				stop++
			}
			if yamlScalar(string(h.code[i:stop])) {
				h.add(i, stop, valueStyle)
			}
			i = stop
		}
	}
}

// yamlScalar reports whether s is a number, a truth value or null.
func yamlScalar(s string) bool {
	switch s {
	case "true", "false", "null", "~":
		return true
	}
	digits := 0
	for i := range len(s) {
		switch c := s[i]; {
		case isDigit(c):
			digits++
		case c != '.' && c != '-' && c != '+' && c != '_':
			return false
		}
	}
	return digits > 0
}
