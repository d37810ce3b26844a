package termmd

import "bytes"

// diff colours what a patch takes away and adds.
func (h *highlighter) diff() {
	h.eachLine(func(start, end int) {
		line := h.code[start:end]
		switch {
		case bytes.HasPrefix(line, []byte("+++")), bytes.HasPrefix(line, []byte("---")),
			bytes.HasPrefix(line, []byte("diff ")), bytes.HasPrefix(line, []byte("index ")):
			h.add(start, end, bold)
		case bytes.HasPrefix(line, []byte("@@")):
			h.add(start, end, cyan)
		case bytes.HasPrefix(line, []byte("+")):
			h.add(start, end, green)
		case bytes.HasPrefix(line, []byte("-")):
			h.add(start, end, red)
		}
	})
}

// output colours what a program prints: the code at the head of a line, the
// word before a message, and the marks under a place in code.
func (h *highlighter) output() {
	h.eachLine(func(start, end int) {
		i := h.skipBlanks(start, end)
		if code := h.bracketed(i, end); code > i {
			h.add(i, code, magenta|bold)
			return
		}
		if colon, s := h.messageHead(i, end); colon > i {
			h.add(i, colon, s)
			return
		}
		h.marks(i, end)
	})
}

// bracketed returns the end of a code in brackets at i, letters and digits
// such as [MGS2008], or i when there is none.
func (h *highlighter) bracketed(i, end int) int {
	if i == end || h.code[i] != '[' {
		return i
	}
	stop := i + 1
	digits := 0
	for ; stop < end && (isLetter(h.code[stop]) || isDigit(h.code[stop]) || h.code[stop] == '-'); stop++ {
		if isDigit(h.code[stop]) {
			digits++
		}
	}
	if stop == end || h.code[stop] != ']' || digits == 0 || !isLetter(h.code[i+1]) {
		return i
	}
	return stop + 1
}

// messageHead returns the end of `error:`, `error[E0308]:`, `= help:` and the
// like at i and its style, or i.
func (h *highlighter) messageHead(i, end int) (int, style) {
	start := i
	if bytes.HasPrefix(h.code[i:end], []byte("= ")) {
		start = h.skipBlanks(i+1, end)
	}
	stop := h.word(start, end)
	var s style
	switch string(h.code[start:min(stop, start+8)]) {
	case "error", "Error", "ERROR", "fatal":
		s = red | bold
	case "warning", "Warning", "WARN", "warn":
		s = magenta | bold
	case "help", "hint":
		s = green | bold
	case "note", "info", "INFO":
		s = cyan | bold
	default:
		return i, 0
	}
	if stop < end && h.code[stop] == '[' {
		stop = h.bracketed(stop, end)
	}
	if stop < end && h.code[stop] == ':' {
		return stop + 1, s
	}
	return i, 0
}

// marks colours the runs of ^ and ~ on a line that begins with nothing but
// line numbers and bars, as under a quoted line of code.
func (h *highlighter) marks(i, end int) {
	start := i
	for i < end && (isDigit(h.code[i]) || bytes.IndexByte([]byte(" \t|:"), h.code[i]) >= 0) {
		i++
	}
	if i == end || h.code[i] != '^' && h.code[i] != '~' || i > start && isDigit(h.code[i-1]) {
		return
	}
	for i < end {
		c := h.code[i]
		if c != '^' && c != '~' {
			i++
			continue
		}
		start := i
		for i < end && (h.code[i] == '^' || h.code[i] == '~') {
			i++
		}
		h.add(start, i, red|bold)
	}
}
