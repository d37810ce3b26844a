package diag

import (
	"fmt"
	"log/slog"
	"math"
	"reflect"
	"strconv"

	"github.com/egladman/magus/internal/text"
)

func appendInt(b []byte, n int) []byte { return strconv.AppendInt(b, int64(n), 10) }

// top appends the value of a field, with the whole allowance of bytes.
func (p *printer) top(v slog.Value) {
	p.left = p.max
	p.value(v)
}

// value appends v, which is not a LogValuer at its top.
func (p *printer) value(v slog.Value) {
	switch v.Kind() {
	case slog.KindString:
		p.str(v.String())
	case slog.KindInt64:
		p.left -= 8
		p.buf = strconv.AppendInt(p.buf, v.Int64(), 10)
	case slog.KindUint64:
		p.left -= 8
		p.buf = strconv.AppendUint(p.buf, v.Uint64(), 10)
	case slog.KindFloat64:
		p.float(v.Float64(), 64)
	case slog.KindBool:
		p.left -= 4
		p.buf = strconv.AppendBool(p.buf, v.Bool())
	case slog.KindDuration: // a number would have no unit
		p.left -= 8
		if p.json {
			p.buf = append(p.buf, '"')
		}
		p.buf = append(p.buf, v.Duration().String()...)
		if p.json {
			p.buf = append(p.buf, '"')
		}
	case slog.KindTime:
		p.left -= 8
		if p.json {
			p.buf = append(p.buf, '"')
		}
		p.buf = appendTime(p.buf, v.Time(), 9)
		if p.json {
			p.buf = append(p.buf, '"')
		}
	case slog.KindGroup:
		p.group(v.Group())
	case slog.KindLogValuer:
		p.value(resolve(v))
	default:
		p.any(v.Any())
	}
}

// float appends a number; those that JSON cannot hold become strings.
func (p *printer) float(f float64, bits int) {
	p.left -= 8
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		if p.json {
			p.buf = append(p.buf, '"')
		}
		p.buf = strconv.AppendFloat(p.buf, f, 'g', -1, bits)
		if p.json {
			p.buf = append(p.buf, '"')
		}
	case p.json && f != 0 && math.Abs(f) >= 1e-6 && math.Abs(f) < 1e21:
		p.buf = strconv.AppendFloat(p.buf, f, 'f', -1, bits)
	default:
		p.buf = strconv.AppendFloat(p.buf, f, 'g', -1, bits)
	}
}

// group appends a group as one value, as inside a list: {k=v k=v} in text.
func (p *printer) group(as []slog.Attr) {
	if !p.enter() {
		return
	}
	defer p.leave()
	p.buf = append(p.buf, '{')
	first := true
	if !distinct(as) || !p.regular(as) {
		as = p.merge(as)
	}
	for i := range as {
		v := resolve(as[i].Value)
		if skip(as[i].Key, v) {
			continue
		}
		if p.full(first, len(as)-i, true) {
			break
		}
		p.member(as[i].Key, first)
		first = false
		if p.veil.hides(as[i].Key) {
			p.marker(redacted)
			continue
		}
		p.value(v)
	}
	p.buf = append(p.buf, '}')
}

// enter opens one more level of nesting, or prints why it cannot.
func (p *printer) enter() bool {
	if p.depth >= maxDepth {
		p.marker(tooDeep)
		return false
	}
	p.depth++
	return true
}

func (p *printer) leave() { p.depth-- }

// maxDepth is the deepest nesting of a value that is printed.
const maxDepth = 100

// separate appends what stands between two elements.
func (p *printer) separate(first bool) {
	if first {
		return
	}
	if p.json {
		p.buf = append(p.buf, ',')
	} else {
		p.buf = append(p.buf, ' ')
	}
}

// member appends the key of an element of a map, struct or group.
func (p *printer) member(key string, first bool) {
	p.left--
	p.separate(first)
	if n := cutAt(key, max(p.left, 64)); n < len(key) {
		key = string(appendMore([]byte(key[:n]), len(key)-n, " bytes"))
	}
	p.left -= len(key)
	if p.json {
		p.quoted(key)
		p.buf = append(p.buf, ':')
		return
	}
	p.key(key)
	p.buf = append(p.buf, '=')
}

// full reports whether the value at hand has used up its bytes. It then
// appends a last element that counts those left out; as a member it has a key
// that no other can have.
func (p *printer) full(first bool, more int, members bool) bool {
	p.left--
	if p.left > 0 {
		return false
	}
	p.separate(first)
	var tail [48]byte
	what := string(appendMore(tail[:0], more, " elements"))
	if p.json {
		if members {
			p.buf = append(p.buf, `"`+cutMark+`":`...)
		}
		p.quoted(what)
		return true
	}
	if members {
		p.buf = append(p.buf, cutMark+"="...)
	}
	p.buf = text.AppendQuote(p.buf, what)
	return true
}

// key appends one segment of a text key. A dot would be read as a group, and a
// leading ! or the word suppressed as ours.
func (p *printer) key(k string) {
	if plainKey(k) {
		p.buf = append(p.buf, k...)
		return
	}
	p.buf = text.AppendQuote(p.buf, k)
}

func plainKey(k string) bool {
	if !text.Plain(k) || k[0] == '!' || k == suppressedKey {
		return false
	}
	for i := range len(k) {
		if k[i] == '.' {
			return false
		}
	}
	return true
}

// resolve follows LogValuers to a value that is none.
func resolve(v slog.Value) slog.Value {
	for range maxDepth {
		if v.Kind() != slog.KindLogValuer {
			return v
		}
		if e, ok := v.Any().(*codedError); ok { // prints itself
			return slog.AnyValue(plainError{e})
		}
		v = callLogValue(v.LogValuer())
	}
	return slog.AnyValue(cycle)
}

func callLogValue(l slog.LogValuer) (v slog.Value) {
	defer func() {
		if r := recover(); r != nil {
			v = slog.AnyValue(panicked(l, r))
		}
	}()
	return l.LogValue()
}

// panicked returns the mark for a method of x that panicked with r.
func panicked(x, r any) marker {
	if v := reflect.ValueOf(x); v.Kind() == reflect.Pointer && v.IsNil() {
		return isNil
	}
	return marker("!PANIC(" + panicText(r) + ")")
}

// panicText returns what a panic says, short and on one line. Of what is no
// text, error or number only the type is told: it may hide a secret or have a
// method that panics in turn.
func panicText(r any) (s string) {
	defer func() {
		if recover() != nil {
			s = fmt.Sprintf("%T", r)
		}
	}()
	t := reflect.TypeOf(r)
	e, isError := r.(error)
	_, hides := r.(slog.LogValuer)
	if _, coded := r.(*codedError); coded { // keeps its secrets
		hides = false
	}
	switch {
	case isError && !hides && !hidden(t):
		s = linkless(e)
	case !isError && t.Kind() != reflect.Slice && flat(t):
		s = fmt.Sprint(r)
	default:
		s = t.String()
	}
	s = text.Visible(s[:cutAt(s, 256)])
	if n := cutAt(s, 68); n < len(s) {
		s = s[:n] + "..."
	}
	return s
}
