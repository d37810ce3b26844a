package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/diag/sarif"
	"github.com/egladman/magus/internal/catalog"
	"github.com/egladman/magus/internal/text"
	"github.com/egladman/magus/tools/magus-codes/internal/gfm"
)

// Formats are the forms that Write knows.
var Formats = []string{"json", "sarif", "md", "llms", "man", "problems"}

// Write writes the catalog in one of Formats. Page gives the Markdown of a
// code's page.
func Write(w io.Writer, format string, c *diag.Catalog, page func(code string) []byte) error {
	var b bytes.Buffer
	var err error
	switch format {
	case "json":
		err = encode(&b, New(c, page))
	case "sarif":
		err = encode(&b, rules(c, page))
	case "problems":
		err = encode(&b, problems(c))
	case "md":
		markdown(&b, c)
	case "llms":
		llms(&b, c)
	case "man":
		man(&b, c)
	default:
		return fmt.Errorf("format %q: want %s", format, strings.Join(Formats, ", "))
	}
	if err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}

func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// language is that of the catalogs' own words.
const language = "en-US"

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool struct {
		Driver struct {
			Name     string       `json:"name"`
			Language string       `json:"language"`
			Rules    []sarif.Rule `json:"rules"`
		} `json:"driver"`
	} `json:"tool"`
	Language         string     `json:"language"`
	NewlineSequences []string   `json:"newlineSequences"`
	Results          []struct{} `json:"results"`
}

func rules(c *diag.Catalog, page func(string) []byte) sarifLog {
	run := sarifRun{Language: language, NewlineSequences: []string{"\r\n", "\n"}, Results: []struct{}{}}
	run.Tool.Driver.Name, run.Tool.Driver.Language = c.Prefix, language
	run.Tool.Driver.Rules = sarif.Rules(c, func(code string) string { return string(page(code)) })
	return sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}}
}

// A problem is a problem type as RFC 9457, section 4.2 wants it described. A
// catalog knows no HTTP status.
type problem struct {
	Type   string   `json:"type"`
	Title  string   `json:"title"`
	Detail []string `json:"detail,omitempty"` // what it can say; {field} marks a place
	Code   string   `json:"code"`
	Level  string   `json:"level"`
	State  string   `json:"state"`
	Fields []Field  `json:"fields,omitempty"` // extension members, without secrets
}

func problems(c *diag.Catalog) []problem {
	all := make([]problem, 0, len(c.Codes))
	for _, d := range c.Codes {
		p := problem{Type: d.URL, Title: d.Title, Code: d.Code, Level: catalog.LevelName(d.Level), State: d.Status.String()}
		seen := map[string]bool{}
		for _, e := range newCode(d).Events {
			p.Detail = append(p.Detail, e.Message)
			for _, f := range e.Fields {
				if !f.Secret && !seen[f.Name] {
					seen[f.Name] = true
					p.Fields = append(p.Fields, f)
				}
			}
		}
		all = append(all, p)
	}
	return all
}

func markdown(b *bytes.Buffer, c *diag.Catalog) {
	b.WriteString("| Code | Name | Level | Status | What it says |\n|---|---|---|---|---|\n")
	for _, d := range c.Codes {
		fmt.Fprintf(b, "| [%s](%s) | %s | %s | %s | %s |\n", gfm.Escape(d.Code), gfm.Destination(d.URL), gfm.Escape(d.Name),
			catalog.LevelName(d.Level), state(d), gfm.Escape(visible(d.Title)))
	}
}

func state(d *diag.Descriptor) string {
	if d.Draft {
		return d.Status.String() + ", draft"
	}
	return d.Status.String()
}

// visible makes control bytes of a title harmless for terminals.
func visible(s string) string { return text.Visible(s) }

// llms writes llms.txt: a heading, a summary, lists of links, and what can be
// left out under Optional.
func llms(b *bytes.Buffer, c *diag.Catalog) {
	codes := fmt.Sprintf("%d codes", len(c.Codes))
	if len(c.Codes) == 1 {
		codes = "1 code"
	}
	fmt.Fprintf(b, "# %s diagnostic codes\n\n> %s that programs print as `[%s] message`. Each has a page that says what happened, why, and what to do.\n",
		gfm.Escape(c.Prefix), codes, example(c))
	for _, f := range families(c) {
		section(b, f.Title, c, func(d *diag.Descriptor) bool { return d.Family == f.Name && d.Status != diag.Retired })
	}
	section(b, "Optional", c, func(d *diag.Descriptor) bool { return d.Status == diag.Retired })
}

func example(c *diag.Catalog) string {
	if len(c.Codes) > 0 {
		return c.Codes[0].Code
	}
	return c.Prefix
}

func section(b *bytes.Buffer, title string, c *diag.Catalog, has func(*diag.Descriptor) bool) {
	first := true
	for _, d := range c.Codes {
		if !has(d) {
			continue
		}
		if first {
			fmt.Fprintf(b, "\n## %s\n\n", gfm.Escape(visible(title)))
			first = false
		}
		note := d.Description
		if d.Status == diag.Retired {
			note = strings.TrimSpace("Retired. " + note)
		}
		fmt.Fprintf(b, "- [%s: %s](%s)", gfm.Escape(d.Code), gfm.Escape(visible(d.Title)), gfm.Destination(d.URL))
		if note != "" {
			fmt.Fprintf(b, ": %s", gfm.Escape(visible(oneLine(note))))
		}
		b.WriteByte('\n')
	}
}

// families lists the families of the catalog, and those that only codes name.
func families(c *diag.Catalog) []diag.Family {
	all := append([]diag.Family(nil), c.Families...)
	known := map[string]bool{}
	for _, f := range all {
		known[f.Name] = true
	}
	for _, d := range c.Codes {
		if !known[d.Family] {
			known[d.Family] = true
			all = append(all, diag.Family{Name: d.Family, Title: d.Family})
		}
	}
	return all
}

func oneLine(s string) string { return strings.Join(strings.FieldsFunc(s, unicode.IsSpace), " ") }
