package diag

import (
	"log/slog"
	"unicode/utf8"

	"github.com/egladman/magus/internal/text"
)

// skip reports whether a field prints nothing by the rules of slog: an empty
// one, or a group without members.
func skip(key string, v slog.Value) bool {
	switch v.Kind() {
	case slog.KindAny:
		return key == "" && v.Any() == nil
	case slog.KindGroup:
		return len(v.Group()) == 0
	}
	return false
}

// distinct reports whether as can be printed as it is: no key twice, no key
// empty (a group without a name stands for its members).
func distinct(as []slog.Attr) bool {
	if len(as) > 16 {
		return false
	}
	for i := range as {
		k := as[i].Key
		if k == "" {
			return false
		}
		for j := range i {
			if as[j].Key == k {
				return false
			}
		}
	}
	return true
}

// Limits of what one record shows, since a LogValuer can make groups without
// end: fields, members of groups included, and bytes.
const (
	maxFields = 1 << 16
	maxBytes  = 4 << 20 // and four values of the greatest length
)

// cutMark is the key that stands where the fields of a record, or the members
// of a value, end too early.
const cutMark = "!cut"

// maxKey is the longest key that is written whole. It does not follow MaxValue,
// which would cut the names that pages declare.
const maxKey = defaultMaxValue

// spent counts one more field and reports whether it is too many.
func (p *printer) spent() bool {
	p.seen++
	return p.seen > maxFields || len(p.buf) > maxBytes+4*p.max
}

// regular reports whether all keys are printed as they are.
func (p *printer) regular(as []slog.Attr) bool {
	for i := range as {
		k := as[i].Key
		if len(k) > maxKey || p.json && (!utf8.ValidString(k) || k != "" && k[0] == '!') {
			return false
		}
	}
	return true
}

// name returns a key as it is printed: long ones cut, and in JSON what is no
// UTF-8 made visible, since all such bytes would look alike, and a leading !
// doubled, since one alone is a mark of ours.
func (p *printer) name(k string) string {
	if n := cutAt(k, maxKey); n < len(k) {
		k = string(appendMore([]byte(k[:n]), len(k)-n, " bytes"))
	}
	if p.json && !utf8.ValidString(k) {
		k = text.Visible(k)
	}
	if p.json && k != "" && k[0] == '!' {
		k = "!" + k
	}
	return k
}

// merge makes the keys of as distinct and regular. Of a key that stands twice
// the last value wins, in the place of the first; two groups become one.
func (p *printer) merge(as []slog.Attr) []slog.Attr {
	out := make([]slog.Attr, 0, len(as))
	at := make(map[string]int, len(as))
	groups := map[int][]slog.Attr{} // that were made of several
	var add func(as []slog.Attr, depth int)
	add = func(as []slog.Attr, depth int) {
		for _, a := range as {
			if p.merged++; p.merged > maxFields {
				return
			}
			if p.veil.hides(a.Key) {
				a.Value = redactedValue
			}
			a.Key, a.Value = p.name(a.Key), resolve(a.Value)
			if skip(a.Key, a.Value) {
				continue
			}
			if a.Key == "" && a.Value.Kind() == slog.KindGroup {
				if depth < maxDepth {
					add(a.Value.Group(), depth+1)
					continue
				}
				a.Value = slog.AnyValue(tooDeep)
			}
			i, ok := at[a.Key]
			switch {
			case !ok:
				at[a.Key] = len(out)
				out = append(out, a)
			case out[i].Value.Kind() == slog.KindGroup && a.Value.Kind() == slog.KindGroup:
				if groups[i] == nil {
					groups[i] = append(groups[i], out[i].Value.Group()...)
				}
				groups[i] = append(groups[i], a.Value.Group()...)
			default:
				out[i] = a
				delete(groups, i)
			}
		}
	}
	add(as, 0)
	for i, as := range groups {
		out[i].Value = slog.GroupValue(as...)
	}
	return out
}

// attrs prints fields and reports whether there were any.
func (p *printer) attrs(as []slog.Attr) (any bool) {
	if !distinct(as) || !p.regular(as) {
		as = p.merge(as)
	}
	p.depth++
	for i := range as {
		if p.cut {
			break
		}
		if p.spent() {
			p.cut, any = true, true
			p.mark(cutMark)
			break
		}
		if p.veil.event != nil && p.veil.hides(as[i].Key) {
			p.open(as[i].Key)
			p.marker(redacted)
			any = true
		} else if p.attr(&as[i]) {
			any = true
		}
	}
	if p.merged > maxFields && !p.cut {
		p.cut, any = true, true
		p.mark(cutMark)
	}
	p.depth--
	return any
}

// mark appends a field of our own that says true.
func (p *printer) mark(name string) {
	if p.json {
		p.open(name)
	} else {
		p.indent()
		p.buf = append(append(p.buf, name...), '=')
	}
	p.buf = append(p.buf, "true"...)
}

func (p *printer) attr(a *slog.Attr) bool {
	v := a.Value
	if v.Kind() == slog.KindLogValuer {
		v = resolve(v)
	}
	if skip(a.Key, v) {
		return false
	}
	if v.Kind() == slog.KindGroup {
		p.plain = false
		if p.depth > maxDepth {
			p.open(a.Key)
			p.marker(tooDeep)
			return true
		}
		return p.namedGroup(a.Key, v.Group())
	}
	p.open(a.Key)
	p.top(v)
	return true
}

// open starts the field of a key, which is distinct and regular: a cut here
// would make two of one.
func (p *printer) open(key string) {
	if p.plain {
		p.plain = false
		p.openPlain(key)
		return
	}
	if p.json {
		if !p.fresh {
			p.buf = append(p.buf, ',')
		}
		p.quoted(key)
		p.buf = append(p.buf, ':')
	} else {
		p.indent()
		p.buf = append(p.buf, p.prefix...)
		p.key(key)
		p.buf = append(p.buf, '=')
	}
	p.fresh = false
}

// openPlain is open for a key that needs no escape.
func (p *printer) openPlain(key string) {
	b := p.buf
	switch {
	case !p.json && p.fresh:
		b = append(b, ' ', ' ')
	case !p.json:
		b = append(b, ' ')
	case p.fresh:
		b = append(b, '"')
	default:
		b = append(b, ',', '"')
	}
	p.fresh = false
	b = append(b, key...)
	if p.json {
		p.buf = append(b, '"', ':')
		return
	}
	p.buf = append(b, '=')
}

// indent separates a text field from the one before it, or from the margin.
func (p *printer) indent() {
	p.buf = append(p.buf, ' ')
	if p.fresh {
		p.buf = append(p.buf, ' ')
	}
	p.fresh = false
}

// namedGroup prints a group: as an object in JSON, as g.k=v in text. A group
// that prints nothing leaves no trace.
func (p *printer) namedGroup(key string, as []slog.Attr) bool {
	if !p.json {
		n, m := len(p.prefix), len(p.buf)
		p.key(key)
		p.prefix = append(append(p.prefix, p.buf[m:]...), '.')
		p.buf = p.buf[:m]
		any := p.attrs(as)
		p.prefix = p.prefix[:n]
		return any
	}
	start, fresh := len(p.buf), p.fresh
	p.open(key)
	p.buf = append(p.buf, '{')
	p.fresh = true
	if !p.attrs(as) {
		p.buf, p.fresh = p.buf[:start], fresh
		return false
	}
	p.buf = append(p.buf, '}')
	p.fresh = false
	return true
}
