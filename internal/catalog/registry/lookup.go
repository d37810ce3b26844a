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

// numbers declares find. A code's number leads to a row of a hundred, and the
// row to the place in table, so the time does not depend on how many codes
// there are. Row 0 is empty, place 0 means none.
func (e *emitter) numbers() {
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
	if e.MinDigits == e.MaxDigits && e.MinDigits > 1 {
		e.findFixed(start, first)
	} else {
		e.findAny(start, first)
	}

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

// findFixed declares find for codes of one length: prefix and digits are
// checked on the way, and then the number is the code.
func (e *emitter) findFixed(start, first int) {
	end := start + e.MinDigits
	e.put("func find(s string) *diag.Descriptor {\n\tif len(s) != ")
	e.int(end)
	e.put(" || s[:")
	e.int(start)
	e.put("] != ", strconv.Quote(e.Prefix+e.Separator), " {\n\t\treturn nil\n\t}\n\t")
	list := func(sep, before, after string) {
		for i := range e.MinDigits {
			if i > 0 {
				e.put(sep)
			}
			e.put(before)
			e.int(i)
			e.put(after)
		}
	}
	list(", ", "d", "")
	e.put(" := ")
	for i := start; i < end; i++ {
		if i > start {
			e.put(", ")
		}
		e.put("s[")
		e.int(i)
		e.put("]-'0'")
	}
	e.put("\n\tif ")
	list(" || ", "d", " > 9")
	e.put(" {\n\t\treturn nil\n\t}\n\th := ")
	scale := 1
	for range e.MinDigits - 3 {
		scale *= 10
	}
	for i := range e.MinDigits - 2 {
		e.put("uint(d")
		e.int(i)
		e.put(")")
		if scale > 1 {
			e.put("*")
			e.int(scale)
			e.put(" + ")
		}
		scale /= 10
	}
	if e.MinDigits == 2 {
		e.put("uint(0)")
	}
	e.put(" - ")
	e.int(first)
	e.put("\n\tif h >= uint(len(hundreds)) {\n\t\treturn nil\n\t}\n\tif i := rows[hundreds[h]][uint(d")
	e.int(e.MinDigits - 2)
	e.put(")*10+uint(d")
	e.int(e.MinDigits - 1)
	e.put(")]; i > 0 {\n\t\treturn &table[i-1]\n\t}\n\treturn nil\n}\n\n")
}

// findAny declares find for codes of several lengths. Comparing the code at
// the end makes up for all that is not checked on the way.
func (e *emitter) findAny(start, first int) {
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
}
