package page

import (
	"log/slog"
	"strconv"
	"strings"
)

// Rules are the facts of a catalog that the grammar of a page depends on.
type Rules struct {
	Prefix    string      // "MGS"
	Separator string      // between prefix and number, "" or "-"
	MinDigits int         // digits of a number, which is padded with zeros
	MaxDigits int         // at least MinDigits
	Level     *slog.Level // level of the family's pages that give none; nil when a page must
}

// IsCode reports whether s has the form of a code of the catalog. A number
// with more than MinDigits digits does not begin with 0, so that no two codes
// have the same number.
func (r Rules) IsCode(s string) bool {
	s, ok := strings.CutPrefix(s, r.Prefix)
	if !ok {
		return false
	}
	s, ok = strings.CutPrefix(s, r.Separator)
	if !ok || len(s) < r.MinDigits || len(s) > r.MaxDigits {
		return false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return len(s) == r.MinDigits || s[0] != '0'
}

// form describes the codes of the catalog: "MGS and 4 digits".
func (r Rules) form() string {
	digits := strconv.Itoa(r.MinDigits)
	if r.MaxDigits > r.MinDigits {
		digits += " to " + strconv.Itoa(r.MaxDigits)
	}
	return r.Prefix + r.Separator + " and " + digits + " digits"
}

// example returns a code of the catalog.
func (r Rules) example() string {
	return r.Prefix + r.Separator + strings.Repeat("0", max(r.MinDigits-1, 0)) + "1"
}
