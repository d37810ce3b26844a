package export

import (
	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/internal/catalog"
)

// SchemaURL names the JSON Schema of the JSON form.
const SchemaURL = "https://github.com/egladman/magus/blob/main/docs/schema/catalog-export.schema.json"

// Format is the version of the JSON form. It grows when a reader of an older
// one could be misled.
const Format = 1

// A Catalog is the JSON form. A code has the keys that explain prints.
type Catalog struct {
	Schema    string   `json:"$schema" doc:"Address of this schema."`
	Format    int      `json:"format" doc:"Version of the form, 1."`
	Prefix    string   `json:"prefix" doc:"What every code begins with."`
	Separator string   `json:"separator,omitempty" doc:"Between prefix and number."`
	MinDigits int      `json:"min_digits" doc:"Fewest digits of a number."`
	MaxDigits int      `json:"max_digits" doc:"Most digits of a number."`
	Package   string   `json:"package" doc:"Go package that declares the codes."`
	Link      string   `json:"link" doc:"Template of the pages' addresses."`
	Ref       string   `json:"ref,omitempty" doc:"What {ref} stands for in this export."`
	Families  []Family `json:"families" doc:"The folders of pages, in the order of the catalog."`
	Codes     []Code   `json:"codes" doc:"All codes, sorted."`
}

// A Family is a folder of pages.
type Family struct {
	Name  string `json:"name" doc:"The folder."`
	Title string `json:"title" doc:"What it is called."`
}

// A Code is what the page of a code says.
type Code struct {
	Code        string   `json:"code" doc:"The code."`
	Name        string   `json:"name,omitempty" doc:"Its Go-style name."`
	Family      string   `json:"family" doc:"The folder of its page."`
	Level       string   `json:"level" doc:"Its severity." enum:"debug,info,warn,error"`
	Title       string   `json:"title" doc:"What happened, in a few words."`
	Description string   `json:"description,omitempty" doc:"One or two sentences."`
	Explanation string   `json:"explanation,omitempty" doc:"The page in Markdown, without front matter."`
	URL         string   `json:"url" doc:"Address of the page."`
	Since       string   `json:"since,omitempty" doc:"Version that first had the code."`
	Status      Status   `json:"status" doc:"Where in its life the code stands."`
	Aliases     []string `json:"aliases" doc:"Old codes and names."`
	Related     []string `json:"related" doc:"Codes worth reading next."`
	Tags        []string `json:"tags" doc:"Words to find the page by."`
	Hint        string   `json:"hint,omitempty" doc:"The next step, in one line."`
	Exit        int      `json:"exit,omitempty" doc:"Exit status of a run that ends with this error."`
	Once        bool     `json:"once,omitempty" doc:"Whether each handler prints it once at most."`
	Draft       bool     `json:"draft,omitempty" doc:"Whether the page is still to be written."`
	Events      []Event  `json:"events" doc:"The messages that the code can emit."`
}

// Status is where in its life a code stands.
type Status struct {
	State      string   `json:"state" doc:"Whether current programs print the code." enum:"active,deprecated,retired"`
	Since      string   `json:"since,omitempty" doc:"Version that deprecated or retired it."`
	Reason     string   `json:"reason,omitempty" doc:"Why."`
	ReplacedBy []string `json:"replaced_by" doc:"Codes to use instead."`
}

// An Event is one message of a code.
type Event struct {
	Name    string  `json:"name" doc:"Empty for the only event of a code that names none."`
	Level   string  `json:"level" doc:"Its severity." enum:"debug,info,warn,error"`
	Message string  `json:"message" doc:"What is printed; {field} marks a place."`
	Fields  []Field `json:"fields" doc:"Typed values, in the order in which they are printed."`
}

// A Field is one typed value of an event.
type Field struct {
	Name        string `json:"name" doc:"Its key."`
	Type        string `json:"type" doc:"Its type." enum:"string,[]string,int,bool,duration,path,url,error,any"`
	Secret      bool   `json:"secret,omitempty" doc:"Whether it is printed as [redacted]."`
	Description string `json:"description,omitempty" doc:"What it tells."`
}

// New makes the JSON form of a catalog. Page gives the Markdown of a code's
// page, or nothing; it may be nil.
func New(c *diag.Catalog, page func(code string) []byte) *Catalog {
	out := &Catalog{Schema: SchemaURL, Format: Format, Prefix: c.Prefix, Separator: c.Separator, MinDigits: c.MinDigits,
		MaxDigits: c.MaxDigits, Package: c.Package, Link: c.Link, Ref: c.Ref, Families: []Family{}, Codes: make([]Code, 0, len(c.Codes))}
	for _, f := range c.Families {
		out.Families = append(out.Families, Family(f))
	}
	for _, d := range c.Codes {
		code := newCode(d)
		if page != nil {
			code.Explanation = string(page(d.Code))
		}
		out.Codes = append(out.Codes, code)
	}
	return out
}

func newCode(d *diag.Descriptor) Code {
	c := Code{Code: d.Code, Name: d.Name, Family: d.Family, Level: catalog.LevelName(d.Level), Title: d.Title,
		Description: d.Description, URL: d.URL, Since: d.Since, Hint: d.Hint, Exit: d.Exit, Once: d.Once, Draft: d.Draft,
		Status:  Status{State: d.Status.String(), Since: d.StatusSince, Reason: d.Reason, ReplacedBy: list(d.ReplacedBy)},
		Aliases: list(d.Aliases), Related: list(d.Related), Tags: list(d.Tags), Events: []Event{}}
	for _, e := range d.Events {
		event := Event{Name: e.Name, Level: catalog.LevelName(e.Level), Message: e.Message, Fields: []Field{}}
		for _, f := range e.Fields {
			event.Fields = append(event.Fields, Field{Name: f.Name, Type: string(f.Type), Secret: f.Secret, Description: f.Doc})
		}
		c.Events = append(c.Events, event)
	}
	return c
}

// list keeps an empty list from being written as null.
func list(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}
