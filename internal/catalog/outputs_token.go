package catalog

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/egladman/magus/internal/text"
)

// An outputToken is one key=value of a line of fields, as it is printed.
type outputToken struct {
	key   string // with the groups, as "g.k"
	value string
}

// splitFields cuts a line of fields. The tokens are those up to the first
// fault when it reports one.
func splitFields(line string) (tokens []outputToken, ok bool) {
	s, ok := strings.CutPrefix(line, "  ")
	for ok {
		k := scanKey(s)
		if k == 0 || k == len(s) || s[k] != '=' {
			return tokens, false
		}
		v := scanValue(s[k+1:], 0)
		if v == 0 {
			return tokens, false
		}
		tokens = append(tokens, outputToken{s[:k], s[k+1 : k+1+v]})
		s = s[k+1+v:]
		if s == "" {
			return tokens, true
		}
		s, ok = strings.CutPrefix(s, " ")
	}
	return tokens, false
}

// scanKey returns the length of the key at the start of s: names, or quoted
// texts, with dots between.
func scanKey(s string) int {
	i := 0
	for {
		n := 0
		if q, err := strconv.QuotedPrefix(s[i:]); err == nil && q[0] == '"' {
			u, ok := unquoteText(q)
			if !ok || string(text.AppendQuote(nil, u)) != q {
				return 0
			}
			n = len(q)
		} else {
			for i+n < len(s) && !strings.ContainsRune(`=." `, rune(s[i+n])) {
				n++
			}
			if !text.Plain(s[i : i+n]) {
				return 0
			}
		}
		i += n
		if i == len(s) || s[i] != '.' {
			return i
		}
		i++
	}
}

// maxOutputDepth is deeper than any value is printed.
const maxOutputDepth = 128

// scanValue returns the length of the value at the start of s, 0 without one:
// a plain or quoted text, [value value] or {key=value key=value}.
func scanValue(s string, depth int) int {
	if s == "" || depth > maxOutputDepth {
		return 0
	}
	switch s[0] {
	case '"':
		return scanQuoted(s)
	case '[':
		return scanList(s, ']', depth, scanValue)
	case '{':
		return scanList(s, '}', depth, scanMember)
	}
	n := strings.IndexAny(s, ` ]}`)
	if n < 0 {
		n = len(s)
	}
	if !text.Plain(s[:n]) {
		return 0
	}
	return n
}

func scanMember(s string, depth int) int {
	k := scanKey(s)
	if k == 0 || k == len(s) || s[k] != '=' {
		return 0
	}
	v := scanValue(s[k+1:], depth)
	if v == 0 {
		return 0
	}
	return k + 1 + v
}

func scanList(s string, end byte, depth int, element func(string, int) int) int {
	for i := 1; i < len(s); {
		if s[i] == end && i == 1 {
			return 2
		}
		n := element(s[i:], depth+1)
		if n == 0 || i+n == len(s) {
			return 0
		}
		i += n
		switch s[i] {
		case end:
			return i + 1
		case ' ':
			i++
		default:
			return 0
		}
	}
	return 0
}

// scanQuoted returns the length of the quoted text at the start of s, 0 when
// there is none, or one that would be printed in another way.
func scanQuoted(s string) int {
	q, err := strconv.QuotedPrefix(s)
	if err != nil || q[0] != '"' {
		return 0
	}
	u, ok := unquoteText(q)
	if !ok || string(text.AppendValue(nil, u)) != q {
		return 0
	}
	return len(q)
}

// unquoteText undoes the quoting of a text.
func unquoteText(s string) (string, bool) {
	if s == "" || s[0] != '"' {
		return "", false
	}
	u, err := strconv.Unquote(s)
	return u, err == nil
}

// looseValue returns what a line of fields seems to give for a name, up to the
// next key, when it is not in the form in which fields are printed.
func looseValue(line, name string) (string, bool) {
	for from := 0; ; {
		i := strings.Index(line[from:], name+"=")
		if i < 0 {
			return "", false
		}
		i += from
		from = i + len(name) + 1
		if i == 0 || line[i-1] != ' ' && line[i-1] != '\t' {
			continue
		}
		value := line[from:]
		if next := nextKey.FindStringIndex(value); next != nil {
			value = value[:next[0]]
		}
		value = strings.TrimSpace(value)
		if u, ok := unquoteText(value); ok {
			value = u
		}
		return value, true
	}
}

var nextKey = regexp.MustCompile(`[ \t][^ \t=]+=`)

// looseList returns the words of what seems to be a list.
func looseList(s string) []string {
	s = strings.TrimSuffix(strings.TrimPrefix(s, "["), "]")
	return strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' || r == '"' })
}

// splitList returns the elements of a list of texts.
func splitList(s string) ([]string, bool) {
	if s == "<nil>" {
		return nil, true
	}
	if !strings.HasPrefix(s, "[") || !strings.HasSuffix(s, "]") || scanValue(s, 0) != len(s) {
		return nil, false
	}
	list := []string{}
	for s = s[1:]; s != "]"; s = strings.TrimPrefix(s, " ") {
		n := scanValue(s, 0)
		e := s[:n]
		if e[0] == '[' || e[0] == '{' {
			return nil, false
		}
		if u, ok := unquoteText(e); ok {
			e = u
		}
		list = append(list, e)
		s = s[n:]
	}
	return list, true
}
