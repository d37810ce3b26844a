package explain

import (
	"slices"
	"strings"

	"github.com/egladman/magus/diag"
)

// A hit is a code that a word means.
type hit struct {
	src   *Source
	d     *diag.Descriptor
	alias string // the old code or name by which it was found
	fit   *fit   // for --message: the event and its values
}

// number returns the digits of a code of catalog c, case-free, with any or no
// separator; ok is false when word has another form.
func number(c *diag.Catalog, word string) (digits string, ok bool) {
	n := len(c.Prefix)
	if len(word) <= n || !strings.EqualFold(word[:n], c.Prefix) {
		return "", false
	}
	rest := word[n:]
	if c.Separator != "" && strings.HasPrefix(rest, c.Separator) {
		rest = rest[len(c.Separator):]
	} else if rest[0] == '-' || rest[0] == '_' {
		rest = rest[1:]
	}
	return rest, isNumber(c, rest)
}

// isNumber reports whether s can stand for the digits of a code of c: leading
// zeros may be left out.
func isNumber(c *diag.Catalog, s string) bool {
	return s != "" && len(s) <= c.MaxDigits && strings.Trim(s, "0123456789") == ""
}

func sameNumber(a, b string) bool {
	return strings.TrimLeft(a, "0") == strings.TrimLeft(b, "0")
}

// lookup returns the codes that word, which is trimmed, means. The first
// kind of which there is any decides: the code itself, the code with other
// zeros, the name, an old code or name, an old code in another spelling, the bare
// number of a code or of an old one.
func (a *app) lookup(word string) []hit {
	for kind := range kinds {
		var hits []hit
		for i := range a.Sources {
			src := &a.Sources[i]
			for _, d := range src.Catalog.Codes {
				if alias, ok := means(kind, src.Catalog, d, word); ok {
					hits = append(hits, hit{src: src, d: d, alias: alias})
				}
			}
		}
		if hits != nil {
			return hits
		}
	}
	return nil
}

const (
	byCode = iota
	byZeros
	byName
	byAlias
	byAliasZeros
	byNumber
	byAliasNumber
	kinds
)

func means(kind int, c *diag.Catalog, d *diag.Descriptor, word string) (alias string, ok bool) {
	switch kind {
	case byCode:
		digits, ok := number(c, word)
		return "", ok && strings.HasSuffix(d.Code, digits) && len(d.Code) == len(c.Prefix)+len(c.Separator)+len(digits)
	case byZeros:
		digits, ok := number(c, word)
		return "", ok && sameNumber(digits, digitsOf(c, d.Code))
	case byName:
		return "", d.Name != "" && strings.EqualFold(d.Name, word)
	case byAlias:
		i := slices.IndexFunc(d.Aliases, func(s string) bool { return strings.EqualFold(s, word) })
		if i < 0 {
			return "", false
		}
		return d.Aliases[i], true
	case byAliasZeros:
		digits, ok := number(c, word)
		if !ok {
			return "", false
		}
		return oldCode(c, d, digits)
	case byNumber:
		return "", isNumber(c, word) && sameNumber(word, digitsOf(c, d.Code))
	}
	if !isNumber(c, word) {
		return "", false
	}
	return oldCode(c, d, word)
}

// oldCode returns the alias of d that was a code of c with this number.
func oldCode(c *diag.Catalog, d *diag.Descriptor, digits string) (alias string, ok bool) {
	for _, alias := range d.Aliases {
		if n, ok := number(c, alias); ok && sameNumber(n, digits) {
			return alias, true
		}
	}
	return "", false
}

// digitsOf returns the number of a code of c.
func digitsOf(c *diag.Catalog, code string) string {
	return code[min(len(code), len(c.Prefix)+len(c.Separator)):]
}

// catalogOf returns the catalog to which a word of the form of a code would
// belong, known there or not.
func (a *app) catalogOf(word string) *diag.Catalog {
	for i := range a.Sources {
		c := a.Sources[i].Catalog
		if digits, ok := number(c, word); ok && len(digits) >= c.MinDigits {
			return c
		}
	}
	return nil
}
