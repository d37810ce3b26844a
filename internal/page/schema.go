package page

import "slices"

// A Kind is the form of a key's value in front matter.
type Kind uint8

// The kinds of values. Every scalar is read as the text that stands in the
// page, whatever type YAML would give it.
const (
	Text  Kind = iota // a scalar
	Line              // a scalar of one line
	Enum              // a scalar, one of Values
	Bool              // true or false
	Int               // a whole number from Min to Max
	List              // a list of scalars
	Map               // a mapping with the keys Keys
	Named             // a mapping from names to mappings with the keys Keys
)

// A Key is one key that front matter, or a mapping in it, can hold. The
// parser reads pages by this table; descriptions of the format are made of it.
type Key struct {
	Name     string
	Kind     Kind
	Values   []string // of an Enum
	Min, Max int      // of an Int
	Keys     []Key    // of a Map, or of each entry of a Named
	Short    string   // in a Named: the key of Keys that a scalar in place of the mapping stands for
	Pattern  string   // regular expression of a text, of each text of a list, or of the names of a Named; empty when any will do
	Required bool
	Prose    bool // text for people, which must be quoted when YAML would read it otherwise
	Doc      string
}

// The patterns of names, anchored.
const (
	namePattern   = `^[A-Z][A-Za-z0-9]*$`
	memberPattern = `^[a-z][a-z0-9_]*$`
)

// Levels are the levels of a code as pages spell them, least severe first.
var Levels = []string{"debug", "info", "warn", "error"}

// FieldTypes are the types that a field can have.
var FieldTypes = []string{"string", "[]string", "int", "bool", "duration", "path", "url", "error", "any"}

var (
	levelKey   = Key{Name: "level", Kind: Enum, Values: Levels, Doc: "How severe the event is; that of the page when an event gives none, that of the family when the page gives none."}
	messageKey = Key{Name: "message", Kind: Text, Prose: true, Doc: "What the event prints; {name} marks the place of a declared field."}
	fieldsKey  = Key{Name: "fields", Kind: Named, Short: "type", Pattern: memberPattern, Doc: "The typed values of the event, in the order in which they are printed.", Keys: []Key{
		{Name: "type", Kind: Enum, Values: FieldTypes, Required: true, Doc: "The type of the field's value."},
		{Name: "doc", Kind: Text, Prose: true, Doc: "What the field tells."},
		{Name: "secret", Kind: Bool, Doc: "Whether the value is printed as [redacted] in every form."},
	}}
	statusKey = Key{Name: "status", Kind: Map, Doc: "That the code is on its way out, or gone; left out of the page of an active code.", Keys: []Key{
		{Name: "state", Kind: Enum, Values: []string{"deprecated", "retired"}, Required: true, Doc: "Deprecated codes are still emitted, retired ones no longer."},
		{Name: "since", Kind: Line, Doc: "The version that deprecated or retired the code."},
		{Name: "reason", Kind: Text, Prose: true, Doc: "Why."},
		{Name: "replaced_by", Kind: List, Doc: "The codes to use instead."},
	}}
)

var eventKeys = []Key{levelKey, withRequired(messageKey), fieldsKey}

var keys = []Key{
	{Name: "title", Kind: Text, Prose: true, Required: true, Doc: "The code, a colon and what happened, in a few words."},
	{Name: "description", Kind: Text, Prose: true, Doc: "One or two sentences, shown in lists and exports."},
	{Name: "tags", Kind: List, Doc: "Words to find the page by; a tag that has the form of a code is the page's own."},
	{Name: "name", Kind: Line, Pattern: namePattern, Doc: "A Go-style name that stands for the code, such as DaemonSocketWithheld."},
	levelKey,
	{Name: "since", Kind: Line, Doc: "The version that first had the code."},
	{Name: "events", Kind: Named, Pattern: memberPattern, Doc: "The messages that the code can emit, by name.", Keys: eventKeys},
	messageKey,
	fieldsKey,
	statusKey,
	{Name: "aliases", Kind: List, Doc: "Old codes and names, which still find the page."},
	{Name: "related", Kind: List, Doc: "Codes worth reading next."},
	{Name: "draft", Kind: Bool, Doc: "Whether the page is still to be written."},
	{Name: "hint", Kind: Line, Prose: true, Doc: "The next step, in one line."},
	{Name: "exit", Kind: Int, Min: 1, Max: 125, Doc: "The exit status of a run that ends with this error."},
	{Name: "limit", Kind: Enum, Values: []string{"once"}, Doc: "That each handler prints the code once at most."},
}

func withRequired(k Key) Key {
	k.Required = true
	return k
}

// Keys returns the keys of front matter, in the order of a well-kept page.
func Keys() []Key { return slices.Clone(keys) }
