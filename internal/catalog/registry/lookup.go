package registry

// lookup declares what finds codes by their text and lists them.
func (e *emitter) lookup() {
	e.put(`// Error returns the code alone, such as "`, e.Example(), `".
func (c Code) Error() string { return string(c) }

// Lookup returns the code that is written exactly as s.
func Lookup(s string) (Code, bool) {
	if d := Code(s).Descriptor(); d != nil {
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
