package explain

import (
	"encoding/json"
	"strings"
)

// fromJSON reads a record in diag's JSON form or in that of slog. It does not
// parse the line as a whole: a log collector may have put anything around the
// object, and a line may have been cut.
func (c *logCode) fromJSON(line string, r *codeResult) {
	if i := strings.Index(line, `"event":`); i >= 0 {
		name, _ := jsonValue(line[i+len(`"event":`):])
		c.eventNamed(name, r)
	}
	if r.level == noLevel || len(c.events) == 1 {
		if i := strings.Index(line, `"msg":`); i >= 0 {
			msg, _ := jsonValue(line[i+len(`"msg":`):])
			c.event(msg, r)
		}
	}
	i := strings.Index(line, `"fields":`)
	if i < 0 {
		return
	}
	s := strings.TrimLeft(line[i+len(`"fields":`):], " ")
	if !strings.HasPrefix(s, "{") {
		return
	}
	for s = s[1:]; ; {
		s = strings.TrimLeft(s, " ,")
		if !strings.HasPrefix(s, `"`) {
			return
		}
		n := quotedLen(s)
		name := strings.Trim(s[:n], `"`)
		s = strings.TrimLeft(s[n:], " ")
		if !strings.HasPrefix(s, ":") {
			return
		}
		v, n := jsonValue(s[1:])
		if c.hasField(name) {
			c.add(name, v, r)
		}
		s = s[1+n:]
	}
}

// jsonValue reads the JSON value at the head of s and returns it as diag's
// text form shows it, and its length in s. What is no JSON ends with the
// line.
func jsonValue(s string) (v string, n int) {
	blank := len(s) - len(strings.TrimLeft(s, " "))
	s = s[blank:]
	if s == "" {
		return "", blank
	}
	switch s[0] {
	case '"':
		n = quotedLen(s)
		return jsonString(s[:n]), blank + n
	case '[', '{':
		n = nestedLen(s)
		if list, ok := jsonStrings(s[:n]); ok {
			return "[" + strings.Join(list, " ") + "]", blank + n
		}
		return s[:n], blank + n
	}
	n = strings.IndexAny(s, ",}] ")
	if n < 0 {
		n = len(s)
	}
	return s[:n], blank + n
}

func jsonString(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return strings.Trim(s, `"`)
	}
	var v string
	if json.Unmarshal([]byte(s), &v) != nil {
		return strings.Trim(s, `"`)
	}
	return v
}

func jsonStrings(s string) ([]string, bool) {
	var list []string
	for s = s[1:]; ; {
		s = strings.TrimLeft(s, " ,")
		if s == "]" {
			return list, true
		}
		if !strings.HasPrefix(s, `"`) {
			return nil, false
		}
		n := quotedLen(s)
		list = append(list, jsonString(s[:n]))
		s = s[n:]
	}
}

// nestedLen returns the length of the array or object at the head of s.
func nestedLen(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			i += quotedLen(s[i:]) - 1
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}
