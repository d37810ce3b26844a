package diag

import (
	"log/slog"
	"sync"
	"unicode/utf8"

	"github.com/egladman/magus/internal/text"
)

// A printer builds one record. The values of a record are printed by the same
// walk in both formats.
type printer struct {
	buf  []byte // starts with a spare line end, see core.locked
	json bool
	max  int // longest value, in bytes before escaping

	left   int // what may still be printed of the value at hand
	depth  int
	seen   int     // fields of the record so far, see spent
	merged int     // fields that merge has looked at
	cut    bool    // the rest of the fields is left out
	visits []visit // pointers the walk is inside of

	given  []slog.Attr // fields of a record of slog
	own    []slog.Attr // fields of the record
	veil   veil        // of the record, see cover
	list   []slog.Attr // these and those of the handler
	prefix []byte      // text: the open groups, as "g.h."
	fresh  bool        // nothing stands yet where the next field goes

	plain        bool   // the key that comes next can stand as it is
	checked      *Event // the event whose field names were looked at last
	checkedPlain bool

	second  int64 // of the Unix time that stamp shows
	stamp   [secondLen]byte
	stamped bool

	linkStart, linkEnd int // where the URL stands that may be cut again
}

var printers = sync.Pool{New: func() any { return &printer{buf: make([]byte, 0, 1024)} }}

// Limits of what an idle printer may keep.
const (
	keepBytes = 64 << 10
	keepAttrs = 256
)

func newPrinter(json bool, limit int) *printer {
	p := printers.Get().(*printer)
	p.buf = append(p.buf[:0], '\n')
	p.json, p.max, p.depth, p.seen, p.merged, p.cut = json, limit, 0, 0, 0, false
	p.linkStart, p.linkEnd = 0, 0
	return p
}

// free gives p back without anything of the record in it. It is not deferred:
// a printer that a panic passed is left to the collector.
func (p *printer) free() {
	if cap(p.buf) > keepBytes || cap(p.given)+cap(p.own)+cap(p.list) > keepAttrs || cap(p.prefix) > keepBytes || cap(p.visits) > keepAttrs {
		return
	}
	clear(p.given)
	clear(p.own)
	clear(p.list)
	p.given, p.own, p.list, p.prefix, p.visits = p.given[:0], p.own[:0], p.list[:0], p.prefix[:0], p.visits[:0]
	printers.Put(p)
}

// A marker stands for a value that cannot or may not be shown. It is printed
// as it is in text, and as a string in JSON.
type marker string

// String makes handlers that are not ours show it.
func (m marker) String() string { return string(m) }

const (
	redacted marker = "[redacted]"
	isNil    marker = "<nil>"
	cycle    marker = "!CYCLE"
	tooDeep  marker = "!DEPTH"
)

func (p *printer) marker(m marker) {
	p.left -= len(m)
	switch {
	case !p.json && (m == redacted || text.Plain(string(m))):
		p.buf = append(p.buf, m...)
	case !p.json:
		p.buf = text.AppendQuote(p.buf, string(m))
	case m == isNil:
		p.buf = append(p.buf, "null"...)
	default:
		p.quoted(string(m))
	}
}

// quoted appends a JSON string.
func (p *printer) quoted(s string) {
	p.buf = append(p.buf, '"')
	p.buf = text.AppendJSON(p.buf, s)
	p.buf = append(p.buf, '"')
}

// str appends a string value, cut when it is longer than what is left.
func (p *printer) str(s string) {
	if len(s) > p.left && s != "" {
		p.strCut(s)
		return
	}
	p.left -= len(s)
	if p.json {
		p.quoted(s)
		return
	}
	p.buf = text.AppendValue(p.buf, s)
}

func (p *printer) strCut(s string) {
	n := cutAt(s, p.left)
	p.left = 0
	if p.json {
		p.buf = append(p.buf, '"')
		p.buf = text.AppendJSON(p.buf, s[:n])
	} else {
		p.buf = text.AppendQuote(p.buf, s[:n])
		p.buf = p.buf[:len(p.buf)-1]
	}
	p.buf = appendMore(p.buf, len(s)-n, " bytes")
	p.buf = append(p.buf, '"')
}

// cutAt returns the length of the longest start of s that has at most n bytes
// and ends between runes.
func cutAt(s string, n int) int {
	n = max(n, 0)
	if n >= len(s) {
		return len(s)
	}
	for i := n; i > n-utf8.UTFMax && i >= 0; i-- {
		if utf8.RuneStart(s[i]) {
			return i
		}
	}
	return n
}

// appendMore appends the mark of a value that was cut.
func appendMore(b []byte, n int, what string) []byte {
	b = append(b, "...(+"...)
	b = appendInt(b, n)
	b = append(b, what...)
	return append(b, ')')
}
