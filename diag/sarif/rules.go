package sarif

import (
	"log/slog"
	"net/url"
	"strings"
	"unicode"

	"github.com/egladman/magus/diag"
)

// A Rule is a reportingDescriptor of a SARIF log (3.49): what a catalog says
// about a code.
type Rule struct {
	ID                   string        `json:"id"`
	Name                 string        `json:"name,omitempty"` // PascalCase, never the id
	ShortDescription     *Text         `json:"shortDescription,omitempty"`
	FullDescription      *Text         `json:"fullDescription,omitempty"`
	Help                 *Text         `json:"help,omitempty"`
	HelpURI              string        `json:"helpUri,omitempty"` // absolute
	DeprecatedIDs        []string      `json:"deprecatedIds,omitempty"`
	DefaultConfiguration Configuration `json:"defaultConfiguration"`
	Properties           *RuleProps    `json:"properties,omitempty"`
}

// Text is a multiformatMessageString (3.12).
type Text struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

// Configuration is a reportingConfiguration (3.50).
type Configuration struct {
	Level string `json:"level"` // error, warning, note or none
}

// RuleProps is the property bag of a rule.
type RuleProps struct {
	Tags       []string `json:"tags,omitempty"`
	Family     string   `json:"family,omitempty"`
	Since      string   `json:"since,omitempty"`
	Status     string   `json:"status,omitempty"` // deprecated or retired
	ReplacedBy []string `json:"replacedBy,omitempty"`
}

// Rules returns the rules of all codes of a catalog, in code order. Page gives
// the Markdown of the page of a code, without its front matter, or nothing; it
// may be nil. What a page leaves out is left out; a URL that is not absolute
// too.
func Rules(c *diag.Catalog, page func(code string) (markdown string)) []Rule {
	rules := make([]Rule, 0, len(c.Codes))
	for d := range c.All() {
		rules = append(rules, rule(d, page))
	}
	return rules
}

func rule(d *diag.Descriptor, page func(string) string) Rule {
	r := Rule{
		ID:                   d.Code,
		Name:                 ruleName(d),
		ShortDescription:     plainText(d.Title),
		FullDescription:      plainText(d.Description),
		HelpURI:              helpURI(d.URL),
		DefaultConfiguration: Configuration{level(d.Level)},
	}
	if r.FullDescription == nil {
		r.FullDescription = r.ShortDescription
	}
	if r.Help = plainText(helpText(d, r.HelpURI)); r.Help != nil && page != nil {
		r.Help.Markdown = braces.Replace(valid(page(d.Code)))
	}
	for _, a := range d.Aliases {
		if a != d.Code && a != d.Name {
			r.DeprecatedIDs = append(r.DeprecatedIDs, valid(a))
		}
	}
	p := RuleProps{Tags: distinct(d.Tags), Family: valid(d.Family), Since: valid(d.Since), ReplacedBy: d.ReplacedBy}
	if d.Status != diag.Active {
		p.Status = d.Status.String()
	}
	if len(p.Tags)+len(p.Family)+len(p.Since)+len(p.Status)+len(p.ReplacedBy) > 0 {
		r.Properties = &p
	}
	return r
}

// level maps a level to the levels of SARIF (3.27.10).
func level(l slog.Level) string {
	switch {
	case l < slog.LevelInfo:
		return "none"
	case l < slog.LevelWarn:
		return "note"
	case l < slog.LevelError:
		return "warning"
	}
	return "error"
}

// ruleName is the name of a code, else one made of its title: "daemon socket
// withheld" gives DaemonSocketWithheld.
func ruleName(d *diag.Descriptor) string {
	name := d.Name
	if name == "" {
		var b strings.Builder
		for word := range strings.FieldsFuncSeq(d.Title, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			first, size := firstRune(word)
			b.WriteRune(unicode.ToUpper(first))
			b.WriteString(word[size:])
		}
		name = b.String()
	}
	if name == d.Code {
		return ""
	}
	return valid(name)
}

// helpText is what a viewer that shows no Markdown has to say about a code.
func helpText(d *diag.Descriptor, uri string) string {
	parts := []string{d.Description, d.Hint}
	if uri != "" {
		parts = append(parts, "See "+uri)
	}
	var b strings.Builder
	for _, p := range parts {
		if p = strings.TrimSpace(p); p == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(p)
	}
	return b.String()
}

// helpURI returns u when it is an absolute URL of the web, else nothing.
func helpURI(u string) string {
	p, err := url.Parse(u)
	if err != nil || p.Host == "" || p.Scheme != "https" && p.Scheme != "http" {
		return ""
	}
	return p.String()
}

func distinct(list []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, s := range list {
		if s = valid(s); s != "" && !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}
