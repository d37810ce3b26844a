package catalog

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/egladman/magus/internal/page"
)

// Rules returns what a page of the family must know of its catalog.
func (c *Config) Rules(family string) page.Rules {
	r := page.Rules{Prefix: c.Prefix, Separator: c.Separator, MinDigits: c.MinDigits, MaxDigits: c.MaxDigits}
	if f := c.Family(family); f != nil {
		r.Level = f.Level
	}
	return r
}

// IsCode reports whether s has the form of a code of this catalog.
func (c *Config) IsCode(s string) bool {
	return c.Rules("").IsCode(s)
}

// Number returns the number of a code of this catalog. No two codes have the
// same one.
func (c *Config) Number(code string) int {
	n := 0
	for _, digit := range []byte(code[len(c.Prefix)+len(c.Separator):]) {
		n = n*10 + int(digit-'0')
	}
	return n
}

// GoName returns the constant for a code: the code with "_" for "-".
func (c *Config) GoName(code string) string {
	return strings.ReplaceAll(code, "-", "_")
}

// Example returns a text that has the form of this catalog's shortest codes.
func (c *Config) Example() string {
	return c.Prefix + c.Separator + "1234567890"[:c.MinDigits]
}

// Form returns an example, with an ending, and how many digits there can be.
func (c *Config) Form(ending string) string {
	if c.MaxDigits > c.MinDigits {
		ending += " (" + strconv.Itoa(c.MinDigits) + " to " + strconv.Itoa(c.MaxDigits) + " digits)"
	}
	return c.Example() + ending
}

// codeLike matches what a code of some catalog could look like.
var codeLike = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9]*[A-Za-z]|[A-Za-z])[-_]?([0-9]+)$`)

// foreignPrefix returns the prefix of a word that has the form of another
// catalog's codes.
func (c *Config) foreignPrefix(word string) (prefix string, ok bool) {
	m := codeLike.FindStringSubmatch(word)
	if m == nil || strings.EqualFold(m[1], c.Prefix) || m[1] != strings.ToUpper(m[1]) {
		return "", false
	}
	return m[1], true
}
