package registry

import (
	"math/bits"
	"strconv"
)

// codeKey tells how a code becomes the key of a hash table: a number made of the
// last bytes of the code. Those hold all its digits, and what is before them is
// the same in all codes of the catalog.
type codeKey struct {
	head  string // what is before
	size  int    // bytes of a key; 0 where codes differ in length
	width int    // bits of a key in Go
}

func (e *emitter) key() codeKey {
	head := e.Prefix + e.Separator
	if e.MinDigits != e.MaxDigits {
		return codeKey{head: head, width: 64}
	}
	k := codeKey{size: e.MinDigits, width: 32}
	for k.size < 4 && k.size < len(head)+e.MinDigits { // one load of four bytes beats three of one
		k.size++
	}
	if k.size > 4 {
		k.width = 64
	}
	k.head = head[:len(head)+e.MinDigits-k.size]
	return k
}

// of returns the key of a code.
func (k codeKey) of(code string) (key uint64) {
	digits := code[len(k.head):]
	if k.size == 0 {
		key = 1 // so that a zero byte makes a difference
		for i := range len(digits) {
			key = key<<8 | uint64(digits[i])
		}
		return key
	}
	for i := range k.size { // in the order that compiles to one load
		key |= uint64(digits[i]) << (8 * i)
	}
	return key
}

// descriptors declares the method Descriptor and the table that it reads. The
// method looks at each byte of the code once: the head and the key together are
// the code, so that a slot need not be compared with it.
func (e *emitter) descriptors() {
	k := e.key()
	keys := make([]uint64, len(e.Pages))
	for i, p := range e.Pages {
		keys[i] = k.of(p.Code)
	}
	t := newHashTable(keys, k.width)

	e.put("// Descriptor returns what the page of c says, or nil when no page has this code.\n",
		"func (c Code) Descriptor() *diag.Descriptor {\n")
	head := e.head(k)
	if k.size == 0 {
		e.put("\tif len(c) >= ")
		e.int(len(k.head) + e.MinDigits)
		e.put(" && len(c) <= ")
		e.int(len(k.head) + e.MaxDigits)
	} else {
		e.put("\tif len(c) == ")
		e.int(len(k.head) + k.size)
	}
	if head != "" {
		e.put(" && c[:")
		e.int(len(head))
		e.put("] == ")
		e.quote(head)
	}
	e.put(" {\n\t\tk := ")
	if k.size == 0 {
		e.put("uint64(1)\n\t\tfor i := ")
		e.int(len(k.head))
		e.put("; i < len(c); i++ {\n\t\t\tk = k<<8 | uint64(c[i])\n\t\t}\n")
	} else {
		for i := range k.size {
			if i > 0 {
				e.put(" | ")
			}
			e.put("uint", strconv.Itoa(k.width), "(c[")
			e.int(len(k.head) + i)
			e.put("])")
			if i > 0 {
				e.put("<<")
				e.int(8 * i)
			}
		}
		e.put("\n")
	}
	factor, shift := strconv.FormatUint(t.factor(), 10), strconv.Itoa(k.width-t.bits)
	if t.probed {
		e.put("\t\tfor i := k * ", factor, " >> ", shift, "; ; i++ {\n\t\t\tif s := &slots[i%", strconv.Itoa(len(t.slots)),
			"]; s.key == k || s.d == nil {\n\t\t\t\treturn s.d\n\t\t\t}\n\t\t}\n")
	} else {
		e.put("\t\tif s := &slots[k*", factor, ">>", shift, "]; s.key == k {\n\t\t\treturn s.d\n\t\t}\n")
	}
	e.put("\t}\n\treturn nil\n}\n\n")
	e.slots(t, keys)
}

// head returns what a code must begin with: k.head, or more of what all codes
// have in common where that compiles to one comparison instead of two.
func (e *emitter) head(k codeKey) string {
	n := 1 << bits.Len(uint(max(len(k.head)-1, 0))) // the next power of two
	if len(e.Pages) == 0 || k.head == "" || n > min(len(e.Prefix+e.Separator)+e.MinDigits, 8) {
		return k.head
	}
	first := e.Pages[0].Code[:n]
	for _, p := range e.Pages {
		if p.Code[:n] != first {
			return k.head
		}
	}
	return first
}

// slots declares the table of t.
func (e *emitter) slots(t *hashTable, keys []uint64) {
	e.put("// slots is a hash table of the codes.\nvar slots = [", strconv.Itoa(len(t.slots)), "]struct {\n\tkey uint",
		strconv.Itoa(t.width), " // the last bytes of a code\n\td   *diag.Descriptor\n}{")
	n := 0
	for at, i := range t.slots {
		if i < 0 {
			continue
		}
		if n%4 == 0 { // several on a line, since gofmt aligns those that stand alone
			e.put("\n\t")
		} else {
			e.put(" ")
		}
		n++
		e.int(at)
		e.put(": {0x")
		e.buf = strconv.AppendUint(e.buf, keys[i], 16)
		e.put(", &table[")
		e.int(i)
		e.put("]},")
	}
	if n > 0 {
		e.put("\n")
	}
	e.put("}\n\n")
}
