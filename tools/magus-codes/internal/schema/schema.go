package schema

import (
	"bytes"
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/egladman/magus/internal/page"
	"github.com/egladman/magus/tools/magus-codes/internal/export"
)

const (
	draft = "http://json-schema.org/draft-07/schema#"
	home  = "https://github.com/egladman/magus/blob/main/docs/schema/"
)

// Names are the schemas that Make knows, by the name of their file without
// .schema.json.
var Names = []string{"front-matter", "catalog", "catalog-export"}

// Make returns the text of a schema.
func Make(name string) []byte {
	var s *object
	switch name {
	case "front-matter":
		keys := page.Keys()
		if i := slices.IndexFunc(keys, func(k page.Key) bool { return k.Name == "title" }); i >= 0 {
			keys[i].Pattern = titled
		}
		s = mapping(keys)
		s.set("dependencies", (&object{}).set("fields", []string{"message"}))
		s.set("not", (&object{}).set("required", []string{"message", "events"}))
		s.front("title", "Front matter of a diagnostic code's page")
	case "catalog":
		s = config()
		s.front("title", "catalog.yaml: a catalog of diagnostic codes")
	case "catalog-export":
		s = structure(reflect.TypeFor[export.Catalog]())
		s.front("title", "A catalog of diagnostic codes, exported")
	default:
		return nil
	}
	s.front("$id", home+name+".schema.json")
	s.front("$schema", draft)
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(s); err != nil {
		panic(err) // strings, lists and maps only
	}
	return b.Bytes()
}

// What texts must match that the parser takes no empty one for.
const (
	words   = `\S`
	oneLine = `^[^\r\n]*\S[^\r\n]*$`
	titled  = `^[A-Z][A-Z0-9-]*: *\S`
)

// scalar is what YAML may make of text: every scalar is read as it is spelled.
var scalar = []string{"string", "number", "boolean"}

func mapping(keys []page.Key) *object {
	properties, required := &object{}, []string{}
	for i := range keys {
		properties.set(keys[i].Name, value(&keys[i]))
		if keys[i].Required {
			required = append(required, keys[i].Name)
		}
	}
	s := (&object{}).set("type", "object").set("additionalProperties", false)
	if len(required) > 0 {
		s.set("required", required)
	}
	return s.set("properties", properties)
}

func value(k *page.Key) *object {
	s := &object{}
	switch k.Kind {
	case page.Text:
		text(s, cmp.Or(k.Pattern, words))
	case page.Line:
		text(s, cmp.Or(k.Pattern, oneLine))
	case page.Enum:
		s.set("enum", k.Values)
	case page.Bool:
		s.set("enum", []any{true, false, "true", "false"})
	case page.Int:
		s.set("type", []string{"integer", "string"}).set("minimum", k.Min).set("maximum", k.Max).set("pattern", "^[0-9]+$")
	case page.List:
		s.set("type", "array").set("uniqueItems", true).set("items", text(&object{}, cmp.Or(k.Pattern, words)))
	case page.Map:
		s = mapping(k.Keys)
	case page.Named:
		entry := mapping(k.Keys)
		if i := slices.IndexFunc(k.Keys, func(key page.Key) bool { return key.Name == k.Short }); i >= 0 {
			entry = (&object{}).set("anyOf", []*object{value(&k.Keys[i]), entry})
		}
		s.set("type", "object").set("minProperties", 1)
		if k.Pattern != "" {
			s.set("propertyNames", (&object{}).set("pattern", k.Pattern))
		}
		s.set("additionalProperties", entry)
	}
	if k.Doc != "" {
		s.front("description", k.Doc)
	}
	return s
}

func text(s *object, pattern string) *object {
	s.set("type", scalar)
	if pattern != "" {
		s.set("pattern", pattern)
	}
	return s
}

// structure describes a Go structure by its tags.
func structure(t reflect.Type) *object {
	switch t.Kind() {
	case reflect.String:
		return (&object{}).set("type", "string")
	case reflect.Int:
		return (&object{}).set("type", "integer")
	case reflect.Bool:
		return (&object{}).set("type", "boolean")
	case reflect.Slice:
		return (&object{}).set("type", "array").set("items", structure(t.Elem()))
	}
	properties, required := &object{}, []string{}
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		s := structure(f.Type)
		if values := f.Tag.Get("enum"); values != "" {
			s.set("enum", strings.Split(values, ","))
		}
		s.front("description", f.Tag.Get("doc"))
		properties.set(name, s)
		if options != "omitempty" {
			required = append(required, name)
		}
	}
	return (&object{}).set("type", "object").set("additionalProperties", false).set("required", required).set("properties", properties)
}
