package explain

import (
	"strings"

	"github.com/egladman/magus/diag"
)

// A fit is an event whose message a text is, and the values of its places.
type fit struct {
	event  *diag.Event
	values []value
	weight int // letters of the message that the text holds
}

type value struct{ name, text string }

func (f *fit) describe(d *diag.Descriptor) string {
	s := "the title of " + d.Code
	if f.event != &d.Any {
		s = "the message of " + d.Code
		if f.event.Name != "" {
			s = "the event " + printable(f.event.Name) + " of " + d.Code
		}
	}
	for i, v := range f.values {
		if i == 0 {
			s += ": "
		} else {
			s += ", "
		}
		s += printable(v.name + "=" + v.text)
	}
	return s
}

// match fits the template to text: literal parts must stand in text in their
// order, {places} take what is between. Text may go on after the template and
// may have anything before it, as log lines have.
func match(template, text string) (values []value, weight int, ok bool) {
	first, opened := true, strings.HasPrefix(template, "{")
	name := ""
	for {
		literal, rest, place := nextPart(template)
		weight += len(strings.TrimSpace(literal))
		at := strings.Index(text, literal)
		if literal == "" && !first {
			at = endOfValue(text)
		}
		if at < 0 {
			return nil, 0, false
		}
		if !first {
			v := text[:at]
			if len(values) == 0 && opened {
				v = withoutLogPrefix(v)
			}
			values = append(values, value{name, unquote(v)})
		}
		text = text[at+len(literal):]
		if place == "" {
			return values, weight, true
		}
		template, name, first = rest, place, false
	}
}

// withoutLogPrefix drops what stands before a message that begins with a
// value: time, level, the name of a program.
func withoutLogPrefix(s string) string {
	for _, end := range []string{"] ", "| ", ": ", "\t"} {
		if i := strings.LastIndex(s, end); i >= 0 {
			s = s[i+len(end):]
		}
	}
	return s
}

// nextPart splits a template at its first place.
func nextPart(template string) (literal, rest, place string) {
	for i := 0; i < len(template); i++ {
		if template[i] != '{' {
			continue
		}
		end := strings.IndexByte(template[i:], '}')
		if end > 1 && isName(template[i+1:i+end]) {
			return template[:i], template[i+end+1:], template[i+1 : i+end]
		}
	}
	return template, "", ""
}

// isName reports whether s has the form of a field's name.
func isName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !('a' <= c && c <= 'z' || i > 0 && (c == '_' || '0' <= c && c <= '9')) {
			return false
		}
	}
	return s != ""
}

// endOfValue returns the end of the last value of a message: the link, or the
// end of the line.
func endOfValue(text string) int {
	end := len(text)
	for _, stop := range []string{" (see http", "\n", "\r"} {
		if i := strings.Index(text[:end], stop); i >= 0 {
			end = i
		}
	}
	return end
}

// unquote undoes the quotes that diag puts round a value; other text stays.
func unquote(s string) string {
	s = strings.TrimSpace(s)
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
		return s
	}
	return s[1 : len(s)-1]
}
