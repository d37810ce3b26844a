package highlight

import (
	"bytes"
	"html"
	"strings"
)

// HTML returns code as escaped HTML with span elements. Lang is the first word
// of a fence's info string; an unknown one yields the escaped code alone, and
// text the marking of diagnostic lines.
func HTML(lang string, code []byte) []byte {
	w := &writer{}
	switch name := strings.ToLower(lang); name {
	case "text", "txt", "log", "":
		diagnostics(w, string(code))
	case "diff", "patch":
		diff(w, string(code))
	default:
		l := languages[name]
		if l == nil {
			w.plain(string(code))
		} else {
			l.scan(w, string(code))
		}
	}
	return w.Bytes()
}

type writer struct{ bytes.Buffer }

func (w *writer) plain(s string) { w.WriteString(html.EscapeString(s)) }

func (w *writer) span(class, s string) {
	if s == "" {
		return
	}
	w.WriteString(`<span class="`)
	w.WriteString(class)
	w.WriteString(`">`)
	w.plain(s)
	w.WriteString("</span>")
}

func lines(s string, each func(line string)) {
	for len(s) > 0 {
		end := strings.IndexByte(s, '\n') + 1
		if end == 0 {
			end = len(s)
		}
		each(s[:end])
		s = s[end:]
	}
}

func diff(w *writer, code string) {
	lines(code, func(line string) {
		class := ""
		switch line[0] {
		case '+':
			class = "i"
		case '-':
			class = "x"
		case '@':
			class = "c"
		}
		if class == "" {
			w.plain(line)
			return
		}
		text := strings.TrimSuffix(line, "\n")
		w.span(class, text)
		w.plain(line[len(text):])
	})
}

// diagnostics marks lines as the runtime library prints them.
func diagnostics(w *writer, code string) {
	lines(code, func(line string) {
		switch {
		case line[0] == '[':
			if end := strings.IndexByte(line, ']'); end > 1 && isCode(line[1:end]) {
				w.span("d", line[:end+1])
				line = line[end+1:]
			}
			if at := strings.Index(line, "(see http"); at >= 0 {
				if end := strings.IndexByte(line[at:], ')'); end > 0 {
					w.plain(line[:at+5])
					w.span("u", line[at+5:at+end])
					line = line[at+end:]
				}
			}
			w.plain(line)
		case strings.HasPrefix(line, "  "):
			fields(w, line)
		default:
			w.plain(line)
		}
	})
}

// fields marks the keys of a line of key=value pairs; a quoted value is one.
func fields(w *writer, line string) {
	for i := 0; i < len(line); {
		switch {
		case line[i] == '"':
			end := quoted(line, i, '"', true)
			w.span("s", line[i:end])
			i = end
		case isWord(line[i]) && (i == 0 || line[i-1] == ' '):
			end := i
			for end < len(line) && (isWord(line[end]) || line[end] == '.') {
				end++
			}
			if end < len(line) && line[end] == '=' {
				w.span("a", line[i:end])
			} else {
				w.plain(line[i:end])
			}
			i = end
		default:
			end := i + 1
			for end < len(line) && line[end] != '"' && (!isWord(line[end]) || line[end-1] != ' ') {
				end++
			}
			w.plain(line[i:end])
			i = end
		}
	}
}

func isCode(s string) bool {
	digits := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c >= 'A' && c <= 'Z', c == '-':
		default:
			return false
		}
	}
	return digits >= 2
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// quoted returns the end of the string that starts at i with the quote q. A
// string that does not close ends with its line.
func quoted(s string, i int, q byte, escapes bool) int {
	for j := i + 1; j < len(s); j++ {
		switch {
		case s[j] == '\\' && escapes:
			j++
		case s[j] == q:
			return j + 1
		case s[j] == '\n':
			return j
		}
	}
	return len(s)
}
