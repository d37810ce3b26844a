package diag

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A visit is a pointer, map or slice that the walk is inside of.
type visit struct {
	at  uintptr
	len int
	typ reflect.Type
}

var logValuer = reflect.TypeFor[slog.LogValuer]()

// any appends a value of any type. What goes wrong inside becomes a mark in
// its place.
func (p *printer) any(x any) {
	switch x := x.(type) {
	case nil:
		p.marker(isNil)
		return
	case marker:
		p.marker(x)
		return
	case string:
		p.str(x)
		return
	case []string:
		p.strings(x)
		return
	case tamed:
		if p.veil.covers(x.secrets) {
			p.any(x.v)
			return
		}
	}
	start, depth, visits := len(p.buf), p.depth, len(p.visits)
	defer func() {
		if r := recover(); r != nil {
			p.buf, p.depth, p.visits = p.buf[:start], depth, p.visits[:visits]
			p.marker(panicked(x, r))
		}
	}()
	p.methods(reflect.ValueOf(x))
}

func (p *printer) strings(list []string) {
	if list == nil {
		p.marker(isNil)
		return
	}
	p.buf = append(p.buf, '[')
	for i, s := range list {
		if p.full(i == 0, len(list)-i, false) {
			break
		}
		p.separate(i == 0)
		p.str(s)
	}
	p.buf = append(p.buf, ']')
}

// methods appends v by the first of the methods that it has, else by its parts.
// LogValue comes first, also when only a pointer to the value has it: it may
// hide a secret.
func (p *printer) methods(v reflect.Value) {
	t := v.Type()
	if hidden(t) {
		c := reflect.New(t)
		c.Elem().Set(v)
		if p.enter() { // the value it gives may be of type t again
			p.value(resolve(slog.AnyValue(c.Interface())))
			p.leave()
		}
		return
	}
	switch x := v.Interface().(type) {
	case plainError:
		p.str(x.Error())
	case *codedError:
		p.str(x.own())
	case slog.LogValuer:
		p.value(resolve(slog.AnyValue(x)))
	case slog.Value:
		p.value(resolve(x))
	case slog.Attr:
		p.group([]slog.Attr{x})
	case []slog.Attr:
		p.group(x)
	case time.Time:
		p.value(slog.TimeValue(x))
	case time.Duration:
		p.value(slog.DurationValue(x))
	case error:
		p.str(x.Error())
	case json.Number:
		if p.json && len(x) <= p.left && isNumber(string(x)) {
			p.left -= len(x)
			p.buf = append(p.buf, x...)
			return
		}
		p.str(string(x))
	case json.RawMessage:
		if x == nil {
			p.marker(isNil)
			return
		}
		p.raw(x, nil)
	case []byte:
		if x == nil {
			p.marker(isNil)
			return
		}
		p.str(string(x))
	case json.Marshaler:
		if !p.json {
			p.texts(v)
			return
		}
		p.raw(x.MarshalJSON())
	default:
		p.texts(v)
	}
}

// hidden reports whether a pointer to a value of type t is a LogValuer and the
// value itself is none.
func hidden(t reflect.Type) bool {
	return t.Kind() != reflect.Pointer && t.Kind() != reflect.Interface && !t.Implements(logValuer) && reflect.PointerTo(t).Implements(logValuer)
}

func (p *printer) texts(v reflect.Value) {
	switch x := v.Interface().(type) {
	case encoding.TextMarshaler:
		b, err := x.MarshalText()
		if err != nil {
			p.failed(err)
			return
		}
		p.str(string(b))
	case fmt.Stringer:
		p.str(x.String())
	default:
		p.parts(v)
	}
}

// isNumber reports whether s is a JSON number and nothing else, since a
// json.Number can hold any text: a line end, an object, a string.
func isNumber(s string) bool {
	digit := func(c byte) bool { return '0' <= c && c <= '9' }
	return s != "" && (s[0] == '-' || digit(s[0])) && digit(s[len(s)-1]) && json.Valid([]byte(s))
}

func (p *printer) failed(err error) { p.marker(marker("!ERROR(" + panicText(err) + ")")) }

// raw appends JSON that a value made of itself. It is read and printed anew,
// so that it is valid, has no key twice and holds no control bytes.
func (p *printer) raw(b []byte, err error) {
	if err != nil {
		p.failed(err)
		return
	}
	if len(b) > p.left || !p.json {
		p.str(string(b))
		return
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var x any
	if err := d.Decode(&x); err != nil {
		p.failed(err)
		return
	}
	if _, err := d.Token(); err != io.EOF {
		p.failed(fmt.Errorf("MarshalJSON gave more than one value"))
		return
	}
	if x == nil {
		p.marker(isNil)
		return
	}
	p.methods(reflect.ValueOf(x))
}

// parts appends a value that has no method to print itself.
func (p *printer) parts(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		p.value(slog.BoolValue(v.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		p.value(slog.Int64Value(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		p.value(slog.Uint64Value(v.Uint()))
	case reflect.Float32:
		p.float(v.Float(), 32)
	case reflect.Float64:
		p.float(v.Float(), 64)
	case reflect.Complex64, reflect.Complex128:
		p.str(strconv.FormatComplex(v.Complex(), 'g', -1, 128))
	case reflect.String:
		p.str(v.String())
	case reflect.Interface:
		p.inner(v.Elem())
	case reflect.Pointer:
		if v.IsNil() {
			p.marker(isNil)
		} else if p.push(v.Pointer(), 0, v.Type()) {
			p.inner(v.Elem())
			p.pop()
		}
	case reflect.Map:
		if v.IsNil() {
			p.marker(isNil)
		} else if p.push(v.Pointer(), 0, v.Type()) {
			p.mapping(v)
			p.pop()
		}
	case reflect.Slice:
		if v.IsNil() {
			p.marker(isNil)
		} else if p.push(v.Pointer(), v.Len(), v.Type()) {
			p.elements(v)
			p.pop()
		}
	case reflect.Array:
		if p.enter() {
			p.elements(v)
			p.leave()
		}
	case reflect.Struct:
		if p.enter() {
			p.structure(v)
			p.leave()
		}
	default: // functions, channels: there is nothing to show but the type
		p.str(v.Type().String())
	}
}

// inner appends an element. Its methods are guarded on their own, so that one
// that panics spoils only itself.
func (p *printer) inner(v reflect.Value) {
	switch {
	case !v.IsValid():
		p.marker(isNil)
	case v.CanInterface():
		if v.Kind() == reflect.Interface {
			p.inner(v.Elem())
			return
		}
		p.any(v.Interface())
	}
}

// push notes that the walk goes into what lies at an address. It reports
// false, after a mark, when the walk is inside of it already or too deep.
func (p *printer) push(at uintptr, n int, t reflect.Type) bool {
	v := visit{at, n, t}
	if n > 0 || t.Kind() != reflect.Slice {
		if slices.Contains(p.visits, v) {
			p.marker(cycle)
			return false
		}
	}
	if !p.enter() {
		return false
	}
	p.visits = append(p.visits, v)
	return true
}

func (p *printer) pop() {
	p.visits = p.visits[:len(p.visits)-1]
	p.leave()
}

func (p *printer) elements(v reflect.Value) {
	p.buf = append(p.buf, '[')
	for i := range v.Len() {
		if p.full(i == 0, v.Len()-i, false) {
			break
		}
		p.separate(i == 0)
		p.inner(v.Index(i))
	}
	p.buf = append(p.buf, ']')
}

// structure appends the exported fields, named as encoding/json names them.
func (p *printer) structure(v reflect.Value) {
	p.buf = append(p.buf, '{')
	t := v.Type()
	var names []string
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		name := p.name(fieldName(f))
		if name == "" || slices.Contains(names, name) {
			continue
		}
		if p.full(len(names) == 0, t.NumField()-i, true) {
			break
		}
		p.member(name, len(names) == 0)
		names = append(names, name)
		p.inner(v.Field(i))
	}
	p.buf = append(p.buf, '}')
}

// fieldName returns the name of a struct field, "" when it is not to be shown.
func fieldName(f reflect.StructField) string {
	tag := f.Tag.Get("json")
	if tag == "-" {
		return ""
	}
	if name, _, _ := strings.Cut(tag, ","); name != "" {
		return name
	}
	return f.Name
}

// mapping appends a map, sorted by the text of its keys.
func (p *printer) mapping(v reflect.Value) {
	type entry struct {
		key string
		val reflect.Value
	}
	var entries []entry
	left := p.left // for keys: more of them would not be shown
	for it := v.MapRange(); left >= 0 && it.Next(); {
		key := p.keyText(it.Key())
		if left--; composed(it.Key().Kind()) { // took a walk
			left -= len(key)
		}
		entries = append(entries, entry{key, it.Value()})
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return strings.Compare(a.key, b.key) })
	p.buf = append(p.buf, '{')
	used := make(map[string]int, len(entries))
	for i, e := range entries {
		if p.full(i == 0, v.Len()-i, true) {
			break
		}
		key := p.name(e.key)
		for base := key; used[key] > 0; { // such as two secrets that look the same
			used[base]++
			key = base + "#" + strconv.Itoa(used[base])
		}
		used[key]++
		p.member(key, i == 0)
		p.inner(e.val)
	}
	p.buf = append(p.buf, '}')
}

// composed reports whether a key of kind k may have parts.
func composed(k reflect.Kind) bool { return k > reflect.Complex128 && k != reflect.String }

// keyText returns the key of a map as text. It is printed like a value first,
// so that keys are resolved and guarded as values are, also against cycles: a
// pointer may lead back to the map.
func (p *printer) keyText(k reflect.Value) string {
	if k.Kind() == reflect.Interface {
		k = k.Elem()
	}
	if k.Kind() == reflect.String && reflect.PointerTo(k.Type()).NumMethod() == 0 {
		return k.String()
	}
	q := printer{max: 1 << 10, left: 1 << 10, depth: p.depth, seen: p.seen, merged: p.merged, visits: slices.Clip(p.visits), veil: p.veil}
	q.inner(k)
	p.seen, p.merged = q.seen, q.merged
	s := string(q.buf)
	if u, err := strconv.Unquote(s); err == nil {
		return u
	}
	return s
}
