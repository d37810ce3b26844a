package explain

import (
	"bytes"
	"hash/maphash"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// record notes the event and the values of the record around the code at
// data[at:end]. A record that was met before adds nothing and is skipped.
func (w *logWorker) record(data []byte, at, end int, c *logCode, r *codeResult) {
	start := startOfLine(data, at)
	stop := endOfLine(data, end)
	isJSON := at > 0 && data[at-1] == '"' && bytes.IndexByte(data[start:at], '{') >= 0
	from, to := at, stop
	if isJSON {
		if i := bytes.LastIndex(data[start:at], levelKey); i >= 0 {
			from = start + i
		} else {
			from = start
		}
	} else {
		to = endOfLine(data, nextLine(data, stop))
		if at > 0 && data[at-1] == '=' {
			// slog: the message stands before the code, after the time.
			from = start + max(0, bytes.Index(data[start:at], []byte("level=")))
		}
	}
	hash := maphash.Bytes(w.s.seed, data[from:to]) + uint64(len(c.d.Code)) + uint64(c.d.Index)<<32
	slot := &w.seen[hash%uint64(len(w.seen))]
	if *slot == hash {
		return
	}
	*slot = hash

	line := string(data[start:stop])
	code := string(data[at:end])
	if at > start && data[at-1] == 'm' || strings.IndexByte(line, 0x1b) >= 0 {
		line = stripEscapes(line)
	}
	below := ""
	if to > stop {
		below = string(data[nextLine(data, stop):to])
		if strings.IndexByte(below, 0x1b) >= 0 {
			below = stripEscapes(below)
		}
	}
	c.read(line, below, code, r)
}

var levelKey = []byte(`"level":`)

func startOfLine(data []byte, at int) int {
	low := max(0, at-window)
	if i := bytes.LastIndexByte(data[low:at], '\n'); i >= 0 {
		low += i + 1
	}
	if i := bytes.LastIndexByte(data[low:at], '\r'); i >= 0 {
		low += i + 1
	}
	return low
}

// endOfLine returns the end of the record that data[at] is in: a line feed or
// a carriage return, as progress bars use.
func endOfLine(data []byte, at int) int {
	high := min(len(data), at+window)
	if i := bytes.IndexByte(data[at:high], '\n'); i >= 0 {
		high = at + i
	}
	if i := bytes.IndexByte(data[at:high], '\r'); i >= 0 {
		high = at + i
	}
	return high
}

// nextLine returns the start of the line after the one that ends at end.
func nextLine(data []byte, end int) int {
	if end < len(data) && data[end] == '\r' {
		end++
	}
	if end < len(data) && data[end] == '\n' {
		return end + 1
	}
	return len(data[:end])
}

// fromText reads a record in the form of diag's text, of slog's text, or of
// anything else that holds the code and the message.
func (c *logCode) fromText(line string, at, end int, r *codeResult) {
	rest := strings.TrimLeft(line[end:], "]: \t)>-")
	if strings.HasPrefix(line[end:], "]") || !strings.HasSuffix(line[:at], "=") {
		if tail, ok := c.event(rest, r); ok {
			rest = tail
		}
		c.pairs(rest, r)
		return
	}
	// slog: … msg="…" code=MGS2008 event=… fields.vars=…
	if i := strings.Index(line, "msg="); i >= 0 && i < at {
		msg, _ := valueAt(line[i+len("msg="):])
		c.event(msg, r)
	}
	if i := strings.Index(line[end:], " event="); i >= 0 {
		name, _ := valueAt(line[end+i+len(" event="):])
		c.eventNamed(name, r)
	}
	c.pairs(line[end:], r)
}

// event finds the event whose message text begins with, notes it and the
// values of its places, and returns what follows.
func (c *logCode) event(text string, r *codeResult) (rest string, ok bool) {
	if strings.HasPrefix(text, `"`) {
		if msg, n := valueAt(text); n > 1 {
			text = msg + text[n:]
		}
	}
	for _, e := range c.events {
		literal, _, place := nextPart(e.Message)
		if !strings.HasPrefix(text, literal) {
			continue
		}
		if place == "" {
			c.met(e.Level, r)
			return text[len(literal):], true
		}
		values, _, fits := match(e.Message, text)
		if !fits {
			continue
		}
		c.met(e.Level, r)
		for _, v := range values {
			c.add(v.name, v.text, r)
		}
		return "", true
	}
	return text, false
}

func (c *logCode) eventNamed(name string, r *codeResult) {
	for _, e := range c.events {
		if e.Name == name && name != "" {
			c.met(e.Level, r)
		}
	}
}

// met notes the level of an event.
func (c *logCode) met(l slog.Level, r *codeResult) { r.level = max(r.level, l) }

// fromFieldLine reads the indented line of fields that diag's text form puts
// below a record. A log collector may have put the same kind of prefix before
// both lines.
func (c *logCode) fromFieldLine(prefix, below string, r *codeResult) {
	at := 0
	for {
		i := strings.Index(below[at:], "  ")
		if i < 0 {
			return
		}
		at += i
		if rest := strings.TrimLeft(below[at:], " "); c.startsPair(rest) {
			break
		}
		at += 2
	}
	if sameShape(prefix, below[:at]) {
		c.pairs(below[at:], r)
	}
}

// startsPair reports whether s begins with a field of c and its value.
func (c *logCode) startsPair(s string) bool {
	i := strings.IndexByte(s, '=')
	return i > 0 && c.hasField(s[:i])
}

func (c *logCode) hasField(name string) bool {
	if len(c.events) == 0 {
		return isName(name)
	}
	return slices.Contains(c.fields, name)
}

// sameShape reports whether short is like the head of long, but for the
// digits of a time: "12:01:07 | " is like "12:01:09 | [MGS".
func sameShape(long, short string) bool {
	if len(short) > len(long) {
		return false
	}
	for i := 0; i < len(short); i++ {
		x, y := long[i], short[i]
		if x != y && !('0' <= x && x <= '9' && '0' <= y && y <= '9') {
			return false
		}
	}
	return true
}

// pairs notes the fields of c that stand in s as name=value, also those of a
// group, as fields.name=value.
func (c *logCode) pairs(s string, r *codeResult) {
	for {
		i := strings.IndexByte(s, '=')
		if i < 0 {
			return
		}
		name := s[:i]
		if j := strings.LastIndexAny(name, " \t"); j >= 0 {
			name = name[j+1:]
		}
		name = strings.TrimPrefix(name, "fields.")
		s = s[i+1:]
		if !c.hasField(name) {
			continue
		}
		v, n := valueAt(s)
		c.add(name, v, r)
		s = s[n:]
	}
}

// valueAt reads the value at the head of s, which ends at a blank unless it is
// quoted or a list, and returns its length in s.
func valueAt(s string) (v string, n int) {
	if s == "" {
		return "", 0
	}
	switch s[0] {
	case '"':
		n = quotedLen(s)
		if v, err := strconv.Unquote(s[:n]); err == nil {
			return v, n
		}
		return strings.Trim(s[:n], `"`), n
	case '[':
		for n = 1; n < len(s) && s[n] != ']'; n++ {
			if s[n] == '"' {
				n += quotedLen(s[n:]) - 1
			}
		}
		n = min(n+1, len(s))
		return s[:n], n
	}
	n = strings.IndexAny(s, " \t")
	if n < 0 {
		n = len(s)
	}
	return s[:n], n
}

// quotedLen returns the length of the quoted string at the head of s, of all
// of s when it does not end.
func quotedLen(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(s)
}

// add notes a value unless it is known.
func (c *logCode) add(name, v string, r *codeResult) {
	if len(v) > maxValue {
		n := maxValue
		for n > maxValue-utf8.UTFMax && !utf8.RuneStart(v[n]) {
			n--
		}
		v = v[:n] + "…"
	}
	i := slices.IndexFunc(r.values, func(f fieldValues) bool { return f.name == name })
	if i < 0 {
		if len(r.values) >= 16 && len(c.events) == 0 {
			return
		}
		r.values = append(r.values, fieldValues{name: strings.Clone(name)})
		i = len(r.values) - 1
	}
	r.values[i].add(v)
}

func (f *fieldValues) add(v string) {
	switch {
	case slices.Contains(f.values, v):
	case len(f.values) >= maxValues:
		f.more = true
	default:
		f.values = append(f.values, strings.Clone(v))
	}
}
