package diagtest

import (
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"
)

// A Record is one record of the text form.
type Record struct {
	Time     time.Time // zero when it is not shown
	Level    slog.Level
	HasLevel bool
	Coded    bool
	Code     string
	Unknown  bool // no catalog holds the code
	Message  string
	URL      string
	Fields   []Field
}

// A Field is one field of a Record. Path is its key within its groups. Value is
// a string, a []any for a list or a []Field for a map; the text form does not
// tell a number from a string. Mark is set for a key that package diag adds
// itself, such as !misfit or suppressed.
type Field struct {
	Path  []string
	Value any
	Mark  bool
}

// Map returns the fields as nested maps.
func (r Record) Map() map[string]any { return toMap(r.Fields) }

func toMap(fields []Field) map[string]any {
	out := map[string]any{}
	for _, f := range fields {
		m := out
		for _, g := range f.Path[:len(f.Path)-1] {
			inner, ok := m[g].(map[string]any)
			if !ok {
				inner = map[string]any{}
				m[g] = inner
			}
			m = inner
		}
		v := f.Value
		if inner, ok := v.([]Field); ok {
			v = toMap(inner)
		}
		m[f.Path[len(f.Path)-1]] = v
	}
	return out
}

// ParseText reads records of the text form, printed without colour. An error
// names the line.
func ParseText(data []byte) ([]Record, error) {
	var out []Record
	text, ok := strings.CutSuffix(string(data), "\n")
	if !ok {
		if text == "" {
			return nil, nil
		}
		return nil, fmt.Errorf("the last line is cut off")
	}
	last := 0 // lines that the record at hand has
	for i, line := range strings.Split(text, "\n") {
		fields, indented := strings.CutPrefix(line, "  ")
		switch {
		case indented && last == 1:
			fs, err := parseFields(fields)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
			out[len(out)-1].Fields = fs
			last = 2
		case indented:
			return nil, fmt.Errorf("line %d: fields without a record", i+1)
		default:
			r, err := parseHead(line)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
			out = append(out, r)
			last = 1
		}
	}
	return out, nil
}

func parseHead(line string) (r Record, err error) {
	if line != "" && line[0] >= '0' && line[0] <= '9' {
		stamp, rest, _ := strings.Cut(line, " ")
		if r.Time, err = time.Parse(time.RFC3339Nano, stamp); err != nil {
			return r, err
		}
		line = rest
	}
	if line != "" && line[0] >= 'A' && line[0] <= 'Z' {
		word, rest, _ := strings.Cut(line, " ")
		if err := r.Level.UnmarshalText([]byte(word)); err != nil {
			return r, err
		}
		r.HasLevel, line = true, rest
	}
	if code, ok := strings.CutPrefix(line, "["); ok {
		if line, err = r.parseCode(code); err != nil {
			return r, err
		}
	} else if !r.HasLevel {
		return r, fmt.Errorf("want [CODE] or a level: %q", line)
	}
	if line == unknown && r.Coded {
		r.Unknown = true
		return r, nil
	}
	if msg, ok := strings.CutSuffix(line, " "+unknown); ok && r.Coded {
		r.Unknown, line = true, msg
	}
	rest := ""
	if quoted, err := strconv.QuotedPrefix(line); err == nil && quoted[0] == '"' {
		r.Message, _ = strconv.Unquote(quoted)
		rest = line[len(quoted):]
	} else if i := strings.Index(line, " (see "); i >= 0 {
		r.Message, rest = line[:i], line[i:]
	} else {
		r.Message = line
	}
	if rest == "" {
		return r, nil
	}
	url, ok := strings.CutPrefix(rest, " (see ")
	if url, end := strings.CutSuffix(url, ")"); ok && end {
		r.URL = url
		return r, nil
	}
	return r, fmt.Errorf("want (see URL): %q", rest)
}

// parseCode reads what follows the opening bracket and returns the message.
func (r *Record) parseCode(s string) (rest string, err error) {
	r.Coded = true
	if strings.HasPrefix(s, `"`) {
		quoted, err := strconv.QuotedPrefix(s)
		if err != nil {
			return "", err
		}
		r.Code, _ = strconv.Unquote(quoted)
		s = s[len(quoted):]
	} else {
		i := strings.IndexByte(s, ']')
		if i < 0 {
			return "", fmt.Errorf("want ]: %q", s)
		}
		r.Code, s = s[:i], s[i:]
	}
	rest, ok := strings.CutPrefix(s, "] ")
	if !ok {
		return "", fmt.Errorf("want a message after [%s]: %q", r.Code, s)
	}
	return rest, nil
}

func parseFields(s string) (out []Field, err error) {
	p := fieldParser{s}
	for {
		f, err := p.field()
		if err != nil {
			return nil, err
		}
		out = append(out, f)
		if p.s == "" {
			return out, nil
		}
		if !p.eat(' ') {
			return nil, fmt.Errorf("want a space: %q", p.s)
		}
	}
}

// fieldParser reads what is left of a line of fields.
type fieldParser struct{ s string }

func (p *fieldParser) eat(c byte) bool {
	if p.s != "" && p.s[0] == c {
		p.s = p.s[1:]
		return true
	}
	return false
}

func (p *fieldParser) field() (f Field, err error) {
	bare := !strings.HasPrefix(p.s, `"`)
	f.Mark = strings.HasPrefix(p.s, "!")
	for {
		key, err := p.word(" =.[]{}")
		if err != nil {
			return f, err
		}
		f.Path = append(f.Path, key)
		if p.eat('=') {
			break
		}
		if !p.eat('.') {
			return f, fmt.Errorf("want = after the key %q: %q", key, p.s)
		}
	}
	f.Mark = f.Mark || bare && len(f.Path) == 1 && f.Path[0] == "suppressed"
	f.Value, err = p.value()
	return f, err
}

func (p *fieldParser) value() (any, error) {
	switch {
	case p.eat('['):
		list := []any{}
		for first := true; !p.eat(']'); first = false {
			if !first && !p.eat(' ') {
				return nil, fmt.Errorf("want a space or ]: %q", p.s)
			}
			v, err := p.value()
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, nil
	case p.eat('{'):
		fields := []Field{}
		for first := true; !p.eat('}'); first = false {
			if !first && !p.eat(' ') {
				return nil, fmt.Errorf("want a space or }: %q", p.s)
			}
			f, err := p.field()
			if err != nil {
				return nil, err
			}
			fields = append(fields, f)
		}
		return fields, nil
	}
	return p.word(" =[]{}")
}

// word reads a quoted text, or a bare one that ends before one of the bytes of
// stop.
func (p *fieldParser) word(stop string) (string, error) {
	if strings.HasPrefix(p.s, `"`) {
		quoted, err := strconv.QuotedPrefix(p.s)
		if err != nil {
			return "", fmt.Errorf("%w: %q", err, p.s)
		}
		p.s = p.s[len(quoted):]
		return strconv.Unquote(quoted)
	}
	i := strings.IndexAny(p.s, stop)
	if i < 0 {
		i = len(p.s)
	}
	if i == 0 {
		return "", fmt.Errorf("want a value or a key: %q", p.s)
	}
	w := p.s[:i]
	p.s = p.s[i:]
	return w, nil
}
