package page

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// syntax tells what the YAML library makes no sense of.
func (p *parser) syntax(source []byte, err error) {
	pos, msg := Syntax(source, err, func(n int) []byte {
		text, _ := p.front.line(n + 1)
		return text
	})
	p.errorf(Pos{pos.Line + 1, pos.Column}, "%s", msg)
}

// Syntax returns where and why source is no YAML with keys, given the error of
// the YAML library. The library names a line at best, and not always the right
// one, so the place is found here. line returns a line, counted from 1, as its
// author wrote it.
func Syntax(source []byte, err error, line func(n int) []byte) (Pos, string) {
	if strings.Contains(err.Error(), "exceeded max depth") {
		return Pos{1, 1}, "nested more than " + strconv.Itoa(maxNesting) + " deep"
	}
	at := culprit(source)
	text := line(at)
	if col, msg := misread(string(text)); msg != "" {
		return Pos{at, col}, msg
	}
	col := 1 + len(text) - len(bytes.TrimLeft(text, " \t"))
	msg := yamlPrefix.ReplaceAllString(err.Error(), "")
	if m := keyLine.FindSubmatch(text); m != nil {
		if pos, msg := parent(at, col, line); msg != "" {
			return pos, msg
		}
		return Pos{at, col}, "key " + clip(string(m[2])) + " does not fit the lines before it: indent it as its neighbours are (YAML says: " + msg + ")"
	}
	return Pos{at, col}, "not YAML: " + msg
}

// parent says what is wrong with the line above a key that YAML does not expect,
// where that line looks like a key of which the colon is missing. The key stands
// in line at and column col.
func parent(at, col int, line func(n int) []byte) (Pos, string) {
	for at--; at > 0; at-- {
		text := string(line(at))
		if t := strings.TrimSpace(text); t == "" || t[0] == '#' {
			continue
		}
		if c, msg := misread(text); c < col && strings.HasSuffix(msg, wantKey) {
			return Pos{at, c}, msg
		}
		break
	}
	return Pos{}, ""
}

const wantKey = ": want a key, a colon, a space and a value"

var yamlPrefix = regexp.MustCompile(`^yaml: (line \d+: )?`)

// culprit returns the line, counted from 1, after the longest run of lines, from
// the first on, that is YAML with keys or nothing yet. The work is bounded: long
// sources are searched in halves.
func culprit(source []byte) int {
	ends := []int{0}
	for i, c := range source {
		if c == '\n' {
			ends = append(ends, i+1)
		}
	}
	if ends[len(ends)-1] < len(source) {
		ends = append(ends, len(source))
	}
	parses := func(lines int) bool {
		var n yaml.Node
		if yaml.Unmarshal(source[:ends[lines]], &n) != nil {
			return false
		}
		return len(n.Content) == 0 || n.Content[0].Kind != yaml.ScalarNode
	}
	good, bad := 0, len(ends)-1
	if bad <= 200 && len(source) <= 64<<10 {
		for good = bad - 1; good > 0 && !parses(good); {
			good--
		}
		return good + 1
	}
	for bad-good > 1 {
		if mid := (good + bad) / 2; parses(mid) {
			good = mid
		} else {
			bad = mid
		}
	}
	return good + 1
}

// keyLine matches a line with a key: indentation and list marks, the key, and
// what follows the colon.
var keyLine = regexp.MustCompile(`^((?:[ ]|- )*)([A-Za-z_][\w.-]*|"[^"]*"|'[^']*')[ \t]*:(.*)$`)

// misread says what is wrong with a line at which YAML stumbles, and in which
// column; the text is empty when it does not know.
func misread(line string) (int, string) {
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	if i := strings.IndexByte(indent, '\t'); i >= 0 {
		return i + 1, "tab in the indentation: use spaces"
	}
	m := keyLine.FindStringSubmatch(line)
	if m == nil {
		if !strings.Contains(line, ":") && !strings.HasPrefix(line[len(indent):], "-") {
			return len(indent) + 1, clip(line[len(indent):]) + wantKey
		}
		return 0, ""
	}
	key, rest := m[2], m[3]
	value := strings.TrimLeft(rest, " \t")
	col := len(line) - len(value) + 1
	if value == rest && value != "" {
		return col, "no space after " + clip(key+":") + ": want one"
	}
	if value == "" {
		return 0, ""
	}
	switch c := value[0]; c {
	case '"', '\'':
		return misquoted(key, value, col)
	case '{', '[':
		return misbracketed(key, value, col)
	case '*', '&', '!', '%', '@', '`', '|', '>', ',', ']', '}':
		return col, key + " begins with " + clip(value[:1]) + ", which has a meaning in YAML: quote it"
	case '-', '?':
		return col, key + " begins with " + clip(value[:1]) + " and a space, which has a meaning in YAML: quote it"
	}
	for _, mark := range []string{": ", ":\t"} {
		if i := strings.Index(value, mark); i >= 0 {
			return col + i, key + ` holds ": ", where YAML sees another key: quote it`
		}
	}
	if strings.HasSuffix(strings.TrimRight(value, " \t"), ":") {
		return col + len(strings.TrimRight(value, " \t")) - 1, key + ` ends with ":", where YAML sees another key: quote it`
	}
	return 0, ""
}

// listType matches a field type that YAML takes for an empty list.
var listType = regexp.MustCompile(`[:,{] *(\[\][A-Za-z]+)`)

// misbracketed says what is wrong with a value that begins with a bracket.
func misbracketed(key, value string, col int) (int, string) {
	closer, kind := "}", "mapping"
	if value[0] == '[' {
		closer, kind = "]", "list"
	}
	begins := key + " begins with " + clip(value[:1]) + ", which YAML takes for a " + kind
	end := strings.LastIndex(value, closer)
	if end < 0 {
		return col, begins + ": close it with " + clip(closer) + ", or quote the text if it is one"
	}
	if m := listType.FindStringSubmatchIndex(value); m != nil {
		return col + m[2], value[m[2]:m[3]] + " is an empty list to YAML: quote it"
	}
	if rest := strings.TrimSpace(value[end+1:]); rest != "" && rest[0] != '#' {
		return col, begins + ": quote the text"
	}
	return col, key + " holds a " + kind + " that YAML cannot read: quote each text in it, and the whole if it is a text"
}

// misquoted says what is wrong with a quoted value.
func misquoted(key, value string, col int) (int, string) {
	quote := value[:1]
	for i := 1; i < len(value); i++ {
		switch {
		case value[i] == '\\' && quote == `"`:
			i++
		case value[i] != quote[0]:
		case quote == "'" && strings.HasPrefix(value[i+1:], "'"):
			i++
		default:
			after := strings.TrimLeft(value[i+1:], " \t")
			if after == "" || after[0] == '#' {
				return badEscape(key, value[:i+1], col)
			}
			how := `write \" for a quote inside`
			if quote == "'" {
				how = "write '' for a quote inside"
			}
			return col + len(value) - len(after), key + " goes on after its closing quote: " + how
		}
	}
	return col, key + " has an opening quote and no closing one"
}

// badEscape finds the escape that YAML does not know.
func badEscape(key, value string, col int) (int, string) {
	if value[0] != '"' {
		return 0, ""
	}
	for i := 1; i < len(value)-1; i++ {
		if value[i] != '\\' {
			continue
		}
		n, known := escapes[value[i+1]]
		digits := value[i+2 : min(i+2+n, len(value))]
		if !known || strings.Trim(digits, "0123456789abcdefABCDEF") != "" || len(digits) < n {
			return col + i, key + " holds " + value[i:min(i+2+n, len(value))] + `, which is no escape: write \\ for a backslash, or use single quotes`
		}
		if r, err := strconv.ParseInt(digits, 16, 64); n > 2 && err == nil && !utf8.ValidRune(rune(r)) {
			return col + i, key + " holds " + value[i:i+2+n] + ", which is no character: write the character itself, or the escape with \\U and its eight digits"
		}
		i++
	}
	return 0, ""
}

// escapes are those of YAML, with the number of digits that follow.
var escapes = map[byte]int{
	'0': 0, 'a': 0, 'b': 0, 't': 0, '\t': 0, 'n': 0, 'v': 0, 'f': 0, 'r': 0, 'e': 0, ' ': 0, '"': 0, '\'': 0,
	'/': 0, '\\': 0, 'N': 0, '_': 0, 'L': 0, 'P': 0, 'x': 2, 'u': 4, 'U': 8,
}
