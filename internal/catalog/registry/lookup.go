package registry

import (
	"math"
	"strconv"
)

// lookup declares what finds and lists codes.
func (e *emitter) lookup() {
	e.put(`// Error returns the code alone, such as "`, e.Example(), `".
func (c Code) Error() string { return string(c) }

// Descriptor returns what the page of c says, or nil when no page has this code.
func (c Code) Descriptor() *diag.Descriptor { return find(string(c)) }

// Lookup returns the code that is written exactly as s.
func Lookup(s string) (Code, bool) {
	if d := find(s); d != nil {
		return Code(d.Code), true
	}
	return "", false
}

// All yields the codes in order, retired ones too.
func All() iter.Seq[Code] {
	return func(yield func(Code) bool) {
		for i := range table {
			if !yield(Code(table[i].Code)) {
				return
			}
		}
	}
}

// Catalog returns the catalog as a value, for programs that take several.
func Catalog() *diag.Catalog { return &catalog }

`)
}

// maxPlaces is how many numbers a catalog may span whose places stand in one
// array.
const maxPlaces = 1 << 15

// numbers declares find and what it needs.
func (e *emitter) numbers() {
	first, last := math.MaxInt, -1
	for _, p := range e.Pages {
		n := e.Number(p.Code)
		first, last = min(first, n), max(last, n)
	}
	if e.MinDigits == e.MaxDigits && last >= 0 && last-first < maxPlaces {
		e.findFlat(first)
		return
	}
	e.findRows()
}

// findFlat declares a find that a compiler can inline, for codes of one length:
// the bytes of the number, taken as digits, lead to the place of the code in
// table. Numbers of no code lead to place 0; comparing the code makes up for
// that and for all that is not checked on the way.
func (e *emitter) findFlat(first int) {
	start := len(e.Prefix) + len(e.Separator)
	e.put("func find(s string) *diag.Descriptor {\n\tif len(s) == ")
	e.int(start + e.MinDigits)
	e.put(" {\n\t\tif n := ")
	zeros := 0 // what the sum is for a number of zeros
	scale := 1
	for range e.MinDigits - 1 {
		scale *= 10
	}
	for i := range e.MinDigits {
		if i > 0 {
			e.put(" + ")
		}
		e.put("uint(s[")
		e.int(start + i)
		e.put("])")
		if scale > 1 {
			e.put("*")
			e.int(scale)
		}
		zeros += '0' * scale
		scale /= 10
	}
	e.put(" - ")
	e.int(zeros + first)
	e.put("; n < uint(len(places)) {\n\t\t\tif d := &table[places[n]]; d.Code == s {\n\t\t\t\treturn d\n\t\t\t}\n\t\t}\n\t}\n\treturn nil\n}\n\n")

	e.put("// places leads from a number, less ")
	e.int(first)
	e.put(", to its place in table.\nvar places = [...]uint16{")
	// A line for each hundred, but none with one pair before another line:
	// gofmt would align that with the next.
	line, pairs := -1, 2
	for i, p := range e.Pages {
		n := e.Number(p.Code) - first
		if n/100 != line && pairs > 1 {
			line, pairs = n/100, 0
			e.put("\n\t")
		} else {
			e.put(" ")
		}
		pairs++
		e.int(n)
		e.put(": ")
		e.int(i)
		e.put(",")
	}
	e.put("\n}\n\n")
}

// findRows declares a find for all other catalogs. A number leads to a row of a
// hundred, and the row to the place in table, so the time does not depend on
// how many codes there are; comparing the code at the end makes up for all that
// is not checked on the way. Row 0 is empty, place 0 means none.
func (e *emitter) findRows() {
	start := len(e.Prefix) + len(e.Separator)
	first := math.MaxInt
	last := -1
	rows := map[int][]byte{}
	for i, p := range e.Pages {
		n := e.Number(p.Code)
		h := n / 100
		first, last = min(first, h), max(last, h)
		row := rows[h]
		if len(row) > 0 {
			row = append(row, ", "...)
		}
		row = strconv.AppendInt(row, int64(n%100), 10)
		row = append(row, ": "...)
		rows[h] = strconv.AppendInt(row, int64(i+1), 10)
	}
	if last < 0 {
		first = 0
	}
	places := "uint16"
	if len(e.Pages) > math.MaxUint16 {
		places = "uint32"
	}
	e.put("func find(s string) *diag.Descriptor {\n\tif len(s) < ")
	e.int(start + e.MinDigits)
	e.put(" || len(s) > ")
	e.int(start + e.MaxDigits)
	e.put(" {\n\t\treturn nil\n\t}\n\tn := 0\n\tfor i := ")
	e.int(start)
	e.put("; i < len(s); i++ {\n\t\tn = n*10 + int(s[i]) - '0'\n\t}\n\th := uint(n/100 - ")
	e.int(first)
	e.put(")\n\tif n < 0 || h >= uint(len(hundreds)) {\n\t\treturn nil\n\t}\n",
		"\ti := rows[hundreds[h]][n%100]\n\tif i == 0 || table[i-1].Code != s {\n\t\treturn nil\n\t}\n\treturn &table[i-1]\n}\n\n")

	e.put("// hundreds leads from a number's hundreds, less ")
	e.int(first)
	e.put(", to a row of places in table, counted from 1.\nvar hundreds = [...]uint16{")
	used := 0
	for h := first; h <= last; h++ {
		if h > first {
			e.put(", ")
		}
		if rows[h] == nil {
			e.put("0")
			continue
		}
		used++
		e.int(used)
	}
	e.put("}\n\nvar rows = [...][100]", places, "{\n\t{},\n")
	for h := first; h <= last; h++ {
		if rows[h] != nil {
			e.put("\t{", string(rows[h]), "},\n")
		}
	}
	e.put("}\n\n")
}
