package explain

import (
	"encoding/json"
	"strings"
)

// read notes the record in line, around code, and the line below it. Log
// collectors wrap records: docker and journald put each line into a string of
// a JSON object, workflow commands of GitHub keep a record on one line.
func (c *logCode) read(line, below, code string, r *codeResult) {
	at := placeOf(line, code)
	if strings.Contains(line, `":"`+code+`"`) || strings.Contains(line, `": "`+code+`"`) {
		c.fromJSON(line, r)
		return
	}
	if start, end := enclosing(line, at); end > 0 {
		inner := jsonString(line[start:end])
		i := placeOf(inner, code)
		first := strings.LastIndexByte(inner[:i], '\n') + 1
		inner, rest, _ := strings.Cut(inner[first:], "\n")
		if rest == "" {
			rest = stringLike(below, line[:start])
		}
		rest, _, _ = strings.Cut(rest, "\n")
		c.read(strings.TrimSuffix(inner, "\r"), strings.TrimSuffix(rest, "\r"), code, r)
		return
	}
	if strings.HasSuffix(line[:at], "::[") {
		line, below, _ = strings.Cut(line, "%0A")
		c.fromText(fromCommand.Replace(line[at:]), 0, len(code), r)
		c.pairs(fromCommand.Replace(below), r)
		return
	}
	c.fromText(line, at, at+len(code), r)
	if below != "" {
		c.fromFieldLine(line[:at], below, r)
	}
}

// fromCommand undoes the escapes of workflow commands.
var fromCommand = strings.NewReplacer("%0D", "\r", "%0A", "\n", "%25", "%")

// placeOf tells where in a record its code stands: in brackets, as diag
// writes it, else where it comes first.
func placeOf(line, code string) int {
	if i := strings.Index(line, "["+code+"] "); i >= 0 {
		return i + 1
	}
	return max(0, strings.Index(line, code))
}

// enclosing returns the JSON string of an object in line that holds line[at];
// end is 0 when there is none.
func enclosing(line string, at int) (start, end int) {
	i := strings.Index(line[:at], `{"`)
	if i < 0 {
		return 0, 0
	}
	depth := 0
	for ; i < at; i++ {
		switch line[i] {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return 0, 0
			}
		case '"':
			n := quotedLen(line[i:])
			if i+n > at {
				if !json.Valid([]byte(line[i : i+n])) {
					return 0, 0
				}
				return i, i + n
			}
			i += n - 1
		}
	}
	return 0, 0
}

// stringLike returns the JSON string in line that stands behind the same key
// as the one behind head.
func stringLike(line, head string) string {
	key := head[strings.LastIndexAny(head, "{,")+1:]
	i := strings.Index(line, key)
	if key == "" || i < 0 {
		return ""
	}
	s, _ := jsonValue(line[i+len(key):])
	return s
}
