package sarif

import (
	"cmp"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/egladman/magus/diag/internal/jsonrec"
)

type result struct {
	RuleID     string      `json:"ruleId,omitempty"`
	RuleIndex  *int        `json:"ruleIndex,omitempty"`
	Kind       string      `json:"kind,omitempty"`
	Level      string      `json:"level"`
	Message    Text        `json:"message"`
	Locations  []location  `json:"locations,omitempty"`
	Properties resultProps `json:"properties"`
}

type resultProps struct {
	Event  string         `json:"event,omitempty"`
	Time   string         `json:"time,omitempty"`
	Fields map[string]any `json:"fields,omitempty"`
}

type location struct {
	Physical physicalLocation `json:"physicalLocation"`
}

type physicalLocation struct {
	Artifact artifactLocation `json:"artifactLocation"`
	Region   *region          `json:"region,omitempty"`
}

type artifactLocation struct {
	URI string `json:"uri"`
}

type region struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine,omitempty"`
	EndColumn   int `json:"endColumn,omitempty"`
}

func (l *Log) result(r jsonrec.Record) result {
	out := result{
		RuleID:     valid(r.Code),
		Level:      level(r.Level),
		Message:    Text{Text: message(r.Message)},
		Locations:  locations(r),
		Properties: resultProps{Event: r.Event, Fields: fields(r.Fields)},
	}
	if out.Message.Text == "" { // which is not allowed (3.11.8)
		out.Message.Text = cmp.Or(out.RuleID, "no message")
	}
	if out.Level == "none" {
		out.Kind = "informational"
	}
	if i, ok := l.index[r.Code]; ok {
		out.RuleIndex = &i
	}
	if !r.Time.IsZero() {
		out.Properties.Time = r.Time.UTC().Format(time.RFC3339Nano)
	}
	return out
}

func fields(list []jsonrec.Field) map[string]any {
	if len(list) == 0 {
		return nil
	}
	m := make(map[string]any, len(list))
	for _, f := range list {
		m[f.Key] = plainValue(f.Value)
	}
	return m
}

// plainValue turns nested objects into maps.
func plainValue(v any) any {
	switch v := v.(type) {
	case []jsonrec.Field:
		m := make(map[string]any, len(v))
		for _, f := range v {
			m[f.Key] = plainValue(f.Value)
		}
		return m
	case []any:
		for i := range v {
			v[i] = plainValue(v[i])
		}
	}
	return v
}

func locations(r jsonrec.Record) []location {
	file, _ := r.Text("file")
	line := number(r, "line")
	if file == "" && line > 0 {
		file, _ = r.Text("path")
	}
	p := physicalLocation{Artifact: artifactLocation{fileURI(file)}}
	switch {
	case file != "" && line > 0:
		p.Region = &region{StartLine: line, StartColumn: number(r, "col")}
		if end := number(r, "end_line"); end >= line {
			p.Region.EndLine = end
		}
		if end := number(r, "end_col"); end >= p.Region.StartColumn || p.Region.EndLine > line {
			p.Region.EndColumn = end
		}
	case file == "" && r.File != "":
		p.Artifact.URI = fileURI(r.File)
		if r.Line > 0 {
			p.Region = &region{StartLine: r.Line}
		}
	case file == "":
		return nil
	}
	return []location{{p}}
}

// number returns a field that is a positive whole number, else 0.
func number(r jsonrec.Record, key string) int {
	s, _ := r.Text(key)
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil || n < 1 {
		return 0
	}
	return int(n)
}

// fileURI makes a URI reference of a file name: absolute names get the scheme
// file, others stay relative.
func fileURI(name string) string {
	slashed := filepath.ToSlash(name)
	if len(slashed) > 2 && slashed[1] == ':' && slashed[2] == '\\' { // of Windows, seen elsewhere
		slashed = strings.ReplaceAll(slashed, `\`, "/")
	}
	switch {
	case strings.HasPrefix(slashed, "/"):
		return (&url.URL{Scheme: "file", Path: slashed}).String()
	case len(slashed) > 2 && slashed[1] == ':' && slashed[2] == '/':
		return (&url.URL{Scheme: "file", Path: "/" + slashed}).String()
	}
	return (&url.URL{Path: slashed}).String()
}
