package page

import (
	"bytes"
	"slices"
	"strings"
)

// A Part is a piece of a message: text that is printed as it is, or the place
// of a field.
type Part struct {
	Text  string // empty when Field is not
	Field string
}

// Parts cuts a message at its places. A brace that does not begin a place is
// text.
func Parts(message string) []Part {
	var parts []Part
	for message != "" {
		i, name := nextPlace(message, isMember)
		if i < 0 {
			return append(parts, Part{Text: message})
		}
		if i > 0 {
			parts = append(parts, Part{Text: message[:i]})
		}
		parts = append(parts, Part{Field: name})
		message = message[i+len(name)+2:]
	}
	return parts
}

// nextPlace finds the first {name} whose name is fit, -1 when there is none.
func nextPlace(s string, fit func(string) bool) (int, string) {
	for from := 0; ; {
		i := strings.IndexByte(s[from:], '{')
		if i < 0 {
			return -1, ""
		}
		i += from
		if j := strings.IndexAny(s[i+1:], "{}"); j >= 0 && s[i+1+j] == '}' && fit(s[i+1:i+1+j]) {
			return i, s[i+1 : i+1+j]
		}
		from = i + 1
	}
}

// isWord reports whether s, in braces, looks like a place to a reader.
func isWord(s string) bool {
	s = strings.Trim(s, " ")
	return isMember(strings.ToLower(strings.ReplaceAll(s, "-", "_")))
}

// places checks that each place of a message is a declared field.
func (p *parser) places(e *Event) {
	path := "message"
	if e.Name != "" {
		path = "events." + e.Name + ".message"
	}
	from := -1 // offset in the front matter behind the last place
	for rest := e.Message; !p.full(); {
		i, name := nextPlace(rest, isWord)
		if i < 0 {
			return
		}
		if from < 0 {
			from = p.front.start(p.messages[path])
		}
		place := "{" + name + "}"
		rest = rest[i+len(place):]
		at := bytes.Index(p.front.text[from:], []byte(place))
		if at >= 0 {
			from += at
		}
		if !slices.ContainsFunc(e.Fields, func(f Field) bool { return f.Name == name }) {
			pos := p.page.At[path]
			if at >= 0 { // an escape can hide a place
				pos = p.front.pos(from)
			}
			p.errorf(pos, "message has a place %s: %s", clip(place), declared(name, e.Fields))
		}
		if at >= 0 {
			from += len(place)
		}
	}
}

// declared tells which fields a place can name.
func declared(name string, fields []Field) string {
	if len(fields) == 0 {
		return "declare it in fields"
	}
	keys := make([]Key, len(fields))
	for i, f := range fields {
		keys[i].Name = f.Name
	}
	return "declare it in fields, or " + strings.TrimPrefix(suggest(strings.Trim(name, " "), keys), "want ")
}
