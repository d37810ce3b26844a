package explain

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/internal/termmd"
)

// The JSON form; docs/schema/explain.schema.json describes it for others.
type (
	codeJSON struct {
		Code        string      `json:"code"`
		Name        string      `json:"name,omitempty"`
		Catalog     string      `json:"catalog"`
		Family      string      `json:"family,omitempty"`
		Level       string      `json:"level"`
		Title       string      `json:"title"`
		Description string      `json:"description,omitempty"`
		Explanation string      `json:"explanation,omitempty"`
		URL         string      `json:"url,omitempty"`
		Since       string      `json:"since,omitempty"`
		Status      statusJSON  `json:"status"`
		Aliases     []string    `json:"aliases"`
		Related     []string    `json:"related"`
		Tags        []string    `json:"tags"`
		Hint        string      `json:"hint,omitempty"`
		Exit        int         `json:"exit,omitempty"`
		Once        bool        `json:"once,omitempty"`
		Draft       bool        `json:"draft,omitempty"`
		Events      []eventJSON `json:"events"`
		FoundBy     string      `json:"found_by,omitempty"`
		Fit         *fitJSON    `json:"fit,omitempty"`
		Match       string      `json:"match,omitempty"`
	}
	statusJSON struct {
		State      string   `json:"state"`
		Since      string   `json:"since,omitempty"`
		Reason     string   `json:"reason,omitempty"`
		ReplacedBy []string `json:"replaced_by"`
	}
	eventJSON struct {
		Name    string      `json:"name"`
		Level   string      `json:"level"`
		Message string      `json:"message"`
		Fields  []fieldJSON `json:"fields"`
	}
	fieldJSON struct {
		Name        string `json:"name"`
		Type        string `json:"type"`
		Secret      bool   `json:"secret,omitempty"`
		Description string `json:"description,omitempty"`
	}
	fitJSON struct {
		Event  string            `json:"event"`
		Fields map[string]string `json:"fields"`
	}
)

// showJSON prints codes with the text of their pages.
func (a *app) showJSON(hits []hit) error {
	list := make([]codeJSON, 0, len(hits))
	for _, h := range hits {
		c := describe(h)
		page, err := readPage(h.src, h.d)
		if err != nil && !errors.Is(err, errNoPage) {
			return err
		}
		c.Explanation = string(bytes.ReplaceAll(body(page), []byte("\r\n"), []byte("\n")))
		list = append(list, c)
	}
	return a.printJSON(list)
}

// listJSON prints codes without the text of their pages.
func (a *app) listJSON(entries []entry) error {
	list := make([]codeJSON, len(entries))
	for i, e := range entries {
		list[i] = describe(e.hit)
		list[i].Match = e.line
	}
	return a.printJSON(list)
}

func (a *app) printJSON(v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	return a.print(escapeJSON(b.Bytes()))
}

// escapeJSON escapes what encoding/json leaves and a terminal obeys: DEL, C1
// and bidirectional marks. They stand in strings only.
func escapeJSON(b []byte) []byte {
	if !bytes.ContainsFunc(b, termmd.Drives) {
		return b
	}
	const hex = "0123456789abcdef"
	out := make([]byte, 0, len(b)+64)
	for _, r := range string(b) {
		if termmd.Drives(r) {
			out = append(out, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
			continue
		}
		out = append(out, string(r)...)
	}
	return out
}

func describe(h hit) codeJSON {
	d := h.d
	c := codeJSON{
		Code: d.Code, Name: d.Name, Catalog: h.src.Catalog.Prefix, Family: d.Family, Level: levelName(d.Level),
		Title: d.Title, Description: d.Description, URL: d.URL, Since: d.Since,
		Status:  statusJSON{d.Status.String(), d.StatusSince, d.Reason, some(d.ReplacedBy)},
		Aliases: some(d.Aliases), Related: some(d.Related), Tags: some(d.Tags),
		Hint: d.Hint, Exit: d.Exit, Once: d.Once, Draft: d.Draft,
		Events: []eventJSON{}, FoundBy: h.alias,
	}
	for _, e := range d.Events {
		c.Events = append(c.Events, eventJSON{e.Name, levelName(e.Level), e.Message, fieldsJSON(e.Fields)})
	}
	if h.fit != nil {
		c.Fit = &fitJSON{Event: h.fit.event.Name, Fields: map[string]string{}}
		for _, v := range h.fit.values {
			c.Fit.Fields[v.name] = v.text
		}
	}
	return c
}

func fieldsJSON(fields []diag.Field) []fieldJSON {
	list := make([]fieldJSON, 0, len(fields))
	for _, f := range fields {
		list = append(list, fieldJSON{f.Name, string(f.Type), f.Secret, f.Doc})
	}
	return list
}

// some makes a nil list an empty one, so that a reader finds an array.
func some(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

// A logCodeJSON is one code of a report on logs.
type logCodeJSON struct {
	Code    string              `json:"code"`
	Known   bool                `json:"known"`
	Name    string              `json:"name,omitempty"`
	Catalog string              `json:"catalog"`
	Level   string              `json:"level"`
	Title   string              `json:"title,omitempty"`
	Count   int64               `json:"count"`
	First   string              `json:"first"`
	Last    string              `json:"last"`
	Fields  map[string][]string `json:"fields"`
	More    []string            `json:"more"`
	Advice  string              `json:"what_to_do,omitempty"`
	URL     string              `json:"url,omitempty"`
	State   string              `json:"status,omitempty"`
}

func (a *app) logJSON(entries []logEntry) error {
	list := make([]logCodeJSON, 0, len(entries))
	for _, e := range entries {
		o := logCodeJSON{
			Code: e.code, Catalog: e.catalog.Prefix, Level: levelName(e.level), Count: e.count,
			First: e.first.String(), Last: e.last.String(), Fields: map[string][]string{}, More: []string{},
		}
		for _, f := range e.values {
			o.Fields[f.name] = f.values
			if f.more {
				o.More = append(o.More, f.name)
			}
		}
		if e.known != nil {
			d := e.known.d
			page, err := readPage(e.known.src, d)
			if err != nil && !errors.Is(err, errNoPage) {
				return err
			}
			o.Known, o.Name, o.Title, o.URL, o.State = true, d.Name, d.Title, d.URL, d.Status.String()
			if o.Advice = section(body(page)); o.Advice == "" {
				o.Advice = d.Hint
			}
		}
		list = append(list, o)
	}
	return a.printJSON(list)
}
