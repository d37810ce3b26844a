package diag

import "log/slog"

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

// merge makes the keys of as distinct. Of a key that stands twice the last
// value wins, in the place of the first; two groups become one.
func merge(as []slog.Attr) []slog.Attr {
	out := make([]slog.Attr, 0, len(as))
	at := make(map[string]int, len(as))
	var add func(as []slog.Attr, depth int)
	add = func(as []slog.Attr, depth int) {
		for _, a := range as {
			a.Value = resolve(a.Value)
			if skip(a.Key, a.Value) {
				continue
			}
			if a.Key == "" && a.Value.Kind() == slog.KindGroup && depth < maxDepth {
				add(a.Value.Group(), depth+1)
				continue
			}
			i, ok := at[a.Key]
			switch {
			case !ok:
				at[a.Key] = len(out)
				out = append(out, a)
			case out[i].Value.Kind() == slog.KindGroup && a.Value.Kind() == slog.KindGroup:
				both := append([]slog.Attr(nil), out[i].Value.Group()...)
				out[i].Value = slog.GroupValue(append(both, a.Value.Group()...)...)
			default:
				out[i] = a
			}
		}
	}
	add(as, 0)
	return out
}

// attrs prints fields and reports whether there were any.
func (p *printer) attrs(as []slog.Attr) (any bool) {
	if !distinct(as) {
		as = merge(as)
	}
	if p.depth >= maxDepth {
		return false
	}
	p.depth++
	for i := range as {
		if p.attr(&as[i]) {
			any = true
		}
	}
	p.depth--
	return any
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
		return p.namedGroup(a.Key, v.Group())
	}
	p.open(a.Key)
	p.top(v)
	return true
}

// open starts the field of a key.
func (p *printer) open(key string) {
	if p.plain {
		p.plain = false
		p.openPlain(key)
		return
	}
	if n := cutAt(key, p.max); n < len(key) {
		key = string(appendMore([]byte(key[:n]), len(key)-n, " bytes"))
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
