package schema

// config describes catalog.yaml. A test holds its keys and its judgement to
// those of the parser, whose rules are code.
func config() *object {
	level := (&object{}).set("description", "Level of the family's pages that give none.").set("enum", []string{"debug", "info", "warn", "error"})
	number := (&object{}).set("type", []string{"string", "integer"}).set("pattern", `^\s*[0-9]{1,6}(\s*-\s*[0-9]{1,6})?(\s*,\s*[0-9]{1,6}(\s*-\s*[0-9]{1,6})?)*\s*$`)
	family := (&object{}).set("type", "object").set("additionalProperties", false).set("properties", (&object{}).
		set("title", line("What the family is called.", "")).
		set("numbers", (&object{}).set("description", "Numbers of its codes, such as 2000-2999, or a list of such ranges.").
			set("anyOf", []*object{number, (&object{}).set("type", "array").set("items", number)})).
		set("level", level))
	return (&object{}).set("type", "object").set("additionalProperties", false).
		set("required", []string{"prefix", "digits", "package", "link", "families"}).
		set("properties", (&object{}).
			set("prefix", line("What every code begins with, such as MGS.", `^[A-Z]([A-Z0-9]*[A-Z])?$`)).
			set("digits", (&object{}).set("description", "How many digits a code has: 4, or 4-5.").
				set("type", []string{"string", "integer"}).set("pattern", `^[1-6](-[1-6])?$`).set("minimum", 1).set("maximum", 6)).
			set("separator", (&object{}).set("description", `What stands between prefix and number: nothing, or "-".`).set("enum", []string{"", "-"})).
			set("package", line("Import path of the generated Go package.", `^[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*$`)).
			set("link", line("Template of the pages' addresses, with {code} and perhaps {ref}, {family} and {name}.", `^https?://.*\{code\}`)).
			set("ref", line("What {ref} stands for: a branch, tag or commit.", `^[A-Za-z0-9._~+@][A-Za-z0-9._~+@-]*(/[A-Za-z0-9._~+@-]+)*$`)).
			set("families", (&object{}).set("description", "The folders of pages.").set("type", "object").set("minProperties", 1).
				set("propertyNames", (&object{}).set("pattern", `^[A-Za-z0-9][A-Za-z0-9._-]*$`)).
				set("additionalProperties", (&object{}).set("anyOf", []*object{family, (&object{}).set("type", append([]string{"null"}, scalar...))}))).
			set("headings", (&object{}).set("description", "Headings that every page of a code in use must have.").
				set("type", "array").set("items", (&object{}).set("type", scalar))).
			set("typed", (&object{}).set("description", "Whether typed functions are generated; false suits huge catalogs.").set("type", "boolean")))
}

func line(doc, pattern string) *object {
	return text((&object{}).set("description", doc), pattern)
}
