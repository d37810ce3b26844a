package explain

import (
	"bytes"
	"hash/maphash"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/egladman/magus/diag"
)

const (
	maxValues  = 10      // distinct values kept of a field
	maxValue   = 200     // bytes kept of a value
	maxUnknown = 1 << 17 // distinct unknown codes counted; more than four digits can make
)

// logScan looks for the codes of all catalogs in a log.
type logScan struct {
	needles []needle
	codes   []*logCode
	index   map[string]int // code or old code as logs spell it, to its place in codes
	seed    maphash.Seed
}

// A needle is text that begins a code.
type needle struct {
	text     []byte
	catalog  *diag.Catalog // nil when text is a whole old code
	min, max int           // digits
}

// A logCode is a known code and what the scan needs of it.
type logCode struct {
	src    *Source
	d      *diag.Descriptor
	events []*diag.Event
	fields []string // names of the fields of all events
	done   atomic.Bool
}

func newLogScan(sources []Source) *logScan {
	s := &logScan{index: map[string]int{}, seed: maphash.MakeSeed()}
	for i := range sources {
		src := &sources[i]
		c := src.Catalog
		s.needles = append(s.needles, needle{[]byte(c.Prefix + c.Separator), c, c.MinDigits, c.MaxDigits})
		for _, d := range c.Codes {
			s.index[d.Code] = len(s.codes)
			s.codes = append(s.codes, newLogCode(src, d))
		}
	}
	for i, c := range s.codes {
		for _, alias := range c.d.Aliases {
			if _, taken := s.index[alias]; taken || !strings.ContainsAny(alias, "0123456789") {
				continue
			}
			s.index[alias] = i
			if !slices.ContainsFunc(s.needles, func(n needle) bool { return n.catalog != nil && n.fits(alias) }) {
				s.needles = append(s.needles, needle{text: []byte(alias)})
			}
		}
	}
	return s
}

func newLogCode(src *Source, d *diag.Descriptor) *logCode {
	c := &logCode{src: src, d: d}
	for i := range d.Events {
		c.events = append(c.events, &d.Events[i])
		for _, f := range d.Events[i].Fields {
			if !slices.Contains(c.fields, f.Name) {
				c.fields = append(c.fields, f.Name)
			}
		}
	}
	return c
}

// fits reports whether code has the form of the needle's codes.
func (n needle) fits(code string) bool {
	digits, ok := strings.CutPrefix(code, string(n.text))
	return ok && n.min <= len(digits) && len(digits) <= n.max && strings.Trim(digits, "0123456789") == ""
}

// end returns the end of the code that starts at data[at], where the needle's
// text was found; 0 when there is none.
func (n *needle) end(data []byte, at int) int {
	if at > 0 && isWordByte(data[at-1]) && !endsEscape(data[:at]) {
		return 0
	}
	end := at + len(n.text)
	if n.catalog != nil {
		start := end
		for end < len(data) && '0' <= data[end] && data[end] <= '9' {
			end++
		}
		if k := end - start; k < n.min || k > n.max {
			return 0
		}
	}
	if end < len(data) && isWordByte(data[end]) {
		return 0
	}
	return end
}

// endsEscape reports whether b ends in a colour sequence, with or without its
// escape byte: its last letter is not part of a word.
func endsEscape(b []byte) bool {
	i := len(b) - 1
	for i > 0 && len(b)-i < 64 {
		i--
		switch c := b[i]; {
		case c == '[':
			return b[len(b)-1] == 'm' || i > 0 && b[i-1] == 0x1b
		case c != ';' && c != ':' && (c < '0' || c > '9'):
			return false
		}
	}
	return false
}

// A blockResult is what a block holds. Lines count from the block's first,
// which is 0.
type blockResult struct {
	lines   int64
	known   []codeResult // by place in logScan.codes; Count 0 is absent
	unknown map[string]*codeResult
	err     error // the block was not read to its end
}

type codeResult struct {
	count       int64
	first, last int64
	level       slog.Level
	values      []fieldValues // by place in logCode.fields, or as met
}

type fieldValues struct {
	name   string
	values []string
	more   bool
}

// A logWorker looks at blocks one after the other.
type logWorker struct {
	s       *logScan
	next    []int // by needle: its next place in the block, -1 for none
	lastAt  []int // by code: where it was last met in the block
	unknown map[string]int
	seen    [1 << 12]uint64 // hashes of records that were looked at
	scratch []byte
}

func (s *logScan) newWorker() *logWorker {
	return &logWorker{s: s, next: make([]int, len(s.needles)), lastAt: make([]int, len(s.codes))}
}

// scan finds the codes of a block.
func (w *logWorker) scan(b block) *blockResult {
	s := w.s
	res := &blockResult{known: make([]codeResult, len(s.codes))}
	for i := range w.lastAt {
		w.lastAt[i] = -1
	}
	clear(w.unknown)
	from := max(0, b.lo-window-64)
	for i := range w.next {
		w.next[i] = s.needles[i].next(b.data, from)
	}
	line, counted := int64(0), b.lo
	for {
		k, at := -1, b.hi
		for i, p := range w.next {
			if p >= 0 && p < at {
				k, at = i, p
			}
		}
		if k < 0 {
			break
		}
		n := &s.needles[k]
		end := n.end(b.data, at)
		w.next[k] = n.next(b.data, max(end, at+1))
		if end == 0 {
			continue
		}
		code := b.data[at:end]
		i, known := s.index[string(code)]
		last := w.lastOf(code, i, known)
		if last >= 0 && sameRecord(b.data, last, at) {
			w.note(code, i, known, at)
			continue
		}
		if s.inAddress(b.data, at, end) {
			continue
		}
		w.note(code, i, known, at)
		if at < b.lo {
			continue
		}
		line += int64(bytes.Count(b.data[counted:at], newline))
		counted = at
		r := res.of(i, known, code)
		if r == nil {
			continue
		}
		if r.count == 0 {
			r.first = line
		}
		r.last = line
		r.count++
		if known && !s.codes[i].done.Load() {
			w.record(b.data, at, end, s.codes[i], r)
		}
	}
	res.lines = line + int64(bytes.Count(b.data[counted:max(counted, b.hi)], newline))
	return res
}

var newline = []byte{'\n'}

// next returns the next place from which n may begin in data, -1 for none.
// Where the text stands again and again without digits, a search for each
// place costs more than looking at each byte.
func (n *needle) next(data []byte, from int) int {
	for from < len(data) {
		i := bytes.Index(data[from:], n.text)
		if i < 0 {
			return -1
		}
		from += i
		for near := from + nearby; from < near; from++ {
			after := from + len(n.text)
			if after > len(data) {
				return -1
			}
			if data[from] != n.text[0] || string(data[from:after]) != string(n.text) {
				continue
			}
			if n.catalog == nil || after < len(data) && '0' <= data[after] && data[after] <= '9' {
				return from
			}
			near = from + nearby
		}
	}
	return -1
}

// nearby is how many bytes after a useless find are looked at one by one.
const nearby = 32

// of returns the place to count a code in, nil when there is no room.
func (res *blockResult) of(i int, known bool, code []byte) *codeResult {
	if known {
		r := &res.known[i]
		if r.count == 0 {
			r.level = noLevel
		}
		return r
	}
	r := res.unknown[string(code)]
	if r == nil {
		if len(res.unknown) >= maxUnknown {
			return nil
		}
		if res.unknown == nil {
			res.unknown = map[string]*codeResult{}
		}
		r = &codeResult{}
		res.unknown[string(code)] = r
	}
	return r
}

// noLevel is the level of a code none of whose events was recognized.
const noLevel = slog.Level(-1 << 20)

// lastOf tells where a code was last met in the block, -1 for nowhere.
func (w *logWorker) lastOf(code []byte, i int, known bool) int {
	if known {
		return w.lastAt[i]
	}
	if at, ok := w.unknown[string(code)]; ok {
		return at
	}
	return -1
}

func (w *logWorker) note(code []byte, i int, known bool, at int) {
	if known {
		w.lastAt[i] = at
		return
	}
	if w.unknown == nil {
		w.unknown = map[string]int{}
	}
	w.unknown[string(code)] = at
}

// sameRecord reports whether what stands at to repeats what stands at from,
// as the link behind a message does. A line longer than the window is taken
// for several records.
func sameRecord(data []byte, from, to int) bool {
	return to-from <= window && bytes.IndexByte(data[from:to], '\n') < 0 && bytes.IndexByte(data[from:to], '\r') < 0
}

// inAddress reports whether the code at data[at:end] is part of a web address
// that names another code after it: a branch, not the page.
func (s *logScan) inAddress(data []byte, at, end int) bool {
	if at == 0 || data[at-1] != '/' && data[at-1] != '-' {
		return false
	}
	start := max(0, at-512)
	i := bytes.LastIndex(data[start:at], []byte("://"))
	if i < 0 || bytes.IndexAny(data[start+i:at], " \t\r\n\"") >= 0 {
		return false
	}
	rest := data[end:min(len(data), end+512)]
	if i := bytes.IndexAny(rest, " \t\r\n\"')>"); i >= 0 {
		rest = rest[:i]
	}
	for k := range s.needles {
		if i := bytes.Index(rest, s.needles[k].text); i >= 0 && s.needles[k].end(rest, i) > 0 {
			return true
		}
	}
	return false
}
