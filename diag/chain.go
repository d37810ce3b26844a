package diag

import (
	"iter"
	"reflect"
	"slices"
	"strings"
)

// CodeOf returns the outermost code of err and of all it wraps. An error that
// is a code itself counts.
func CodeOf(err error) (Code, bool) {
	for c := range Codes(err) {
		return c, true
	}
	return nil, false
}

// Codes yields the codes of err and of all it wraps, also through errors.Join,
// outermost first and each once.
func Codes(err error) iter.Seq[Code] {
	return func(yield func(Code) bool) {
		seen := map[Code]bool{}
		for e := range tree(err) {
			var c Code
			switch e := e.(type) {
			case *codedError:
				c = e.code
			case Code:
				c = e
			}
			if c == nil {
				continue
			}
			if canCompare(c) {
				if seen[c] {
					continue
				}
				seen[c] = true
			}
			if !yield(c) {
				return
			}
		}
	}
}

// sameCode is a == b for codes of any type.
func sameCode(a, b Code) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return reflect.TypeOf(a) == reflect.TypeOf(b) && canCompare(a) && canCompare(b) && a == b
}

// canCompare reports whether c can be compared, or be the key of a map.
func canCompare(c Code) bool {
	t := reflect.TypeOf(c)
	if k := t.Kind(); k == reflect.Struct || k == reflect.Array { // may hold an interface that cannot be compared
		return reflect.ValueOf(c).Comparable()
	}
	return t.Comparable()
}

// codedIn yields the coded errors in err, outermost first.
func codedIn(err error) iter.Seq[*codedError] {
	return func(yield func(*codedError) bool) {
		for e := range tree(err) {
			if c, ok := e.(*codedError); ok && !yield(c) {
				return
			}
		}
	}
}

// maxErrors bounds a walk over errors: one that unwraps to itself has no end.
const maxErrors = 100_000

// tree yields err and all it wraps, each before what it wraps.
func tree(err error) iter.Seq[error] {
	return func(yield func(error) bool) {
		left := maxErrors
		var walk func(error) bool
		walk = func(err error) bool {
			for err != nil && left > 0 {
				left--
				if !yield(err) {
					return false
				}
				one, many := unwrap(err)
				for _, e := range many {
					if !walk(e) {
						return false
					}
				}
				err = one
			}
			return true
		}
		walk(err)
	}
}

// unwrap returns what err wraps, nothing when its method panics.
func unwrap(err error) (one error, many []error) {
	defer func() {
		if recover() != nil {
			one, many = nil, nil
		}
	}()
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		one = e.Unwrap()
	case interface{ Unwrap() []error }:
		many = e.Unwrap()
	}
	return one, many
}

// errorText returns err.Error() and the links of coded errors taken out. It is
// false when the method panicked.
func errorText(err error) (s string, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			s, ok = string(panicked(err, r)), false
		}
	}()
	return linklessText(err), true
}

// linkless is the text of err without the links of the coded errors in it.
func linkless(err error) string {
	s, _ := errorText(err)
	return s
}

func linklessText(err error) string {
	if e, ok := err.(*codedError); ok {
		return e.own()
	}
	return withoutLinks(err.Error(), err)
}

// withoutLinks takes the links of the coded errors in err out of a text that
// holds theirs.
func withoutLinks(s string, err error) string {
	if !strings.Contains(s, seeMark) {
		return s
	}
	var done []*Descriptor
	for e := range codedIn(err) {
		if e.d == nil || e.d.URL == "" || slices.Contains(done, e.d) {
			continue
		}
		done = append(done, e.d)
		if s = strings.ReplaceAll(s, string(appendLink(nil, e.d)), ""); !strings.Contains(s, seeMark) {
			break
		}
	}
	return s
}

// appendLink appends the URL of d as it stands behind a message, if it has one.
func appendLink(b []byte, d *Descriptor) []byte {
	if d == nil || d.URL == "" {
		return b
	}
	b = append(b, seeMark...)
	b = append(b, cleanURL(d.URL)...)
	return append(b, ')')
}
