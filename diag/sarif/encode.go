package sarif

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/egladman/magus/internal/text"
)

const schemaURI = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// language is that of the catalogs.
const language = "en-US"

type document struct {
	Version string `json:"version"`
	Schema  string `json:"$schema"`
	Runs    []run  `json:"runs"`
}

type run struct {
	Tool             tool              `json:"tool"`
	Language         string            `json:"language"`
	NewlineSequences []string          `json:"newlineSequences"`
	Invocations      []invocation      `json:"invocations,omitempty"`
	Results          []json.RawMessage `json:"results"`
	Properties       *runProps         `json:"properties,omitempty"`
}

type tool struct {
	Driver driver `json:"driver"`
}

type driver struct {
	Name           string `json:"name"`
	Version        string `json:"version,omitempty"`
	InformationURI string `json:"informationUri,omitempty"`
	Language       string `json:"language"`
	Rules          []Rule `json:"rules"`
}

type invocation struct {
	ExecutionSuccessful bool           `json:"executionSuccessful"`
	Notifications       []notification `json:"toolExecutionNotifications"`
}

type notification struct {
	Level   string `json:"level"`
	Message Text   `json:"message"`
}

type runProps struct {
	Dropped int `json:"dropped"`
}

// encode returns the log as JSON with a line end.
func (l *Log) encode() ([]byte, error) {
	r := run{
		Tool: tool{driver{
			Name: valid(l.opt.Tool), Version: valid(l.opt.Version), InformationURI: helpURI(l.opt.ToolURI),
			Language: language, Rules: l.rules,
		}},
		// Both are the defaults. Readers exist that take what is left out for
		// empty, which the schema does not allow.
		Language:         language,
		NewlineSequences: []string{"\r\n", "\n"},
		Results:          make([]json.RawMessage, len(l.results)),
	}
	if r.Tool.Driver.Rules == nil {
		r.Tool.Driver.Rules = []Rule{}
	}
	for i, b := range l.results {
		r.Results[i] = b
	}
	if l.dropped > 0 {
		text := fmt.Sprintf("%d results were dropped: a log keeps %d results and %d bytes of them",
			l.dropped, l.opt.MaxResults, l.opt.MaxBytes)
		r.Invocations = []invocation{{true, []notification{{"warning", Text{Text: text}}}}}
		r.Properties = &runProps{l.dropped}
	}
	b, err := marshal(document{Version: "2.1.0", Schema: schemaURI, Runs: []run{r}})
	return append(b, '\n'), err
}

// marshal is JSON in which no byte can drive a terminal.
func marshal(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	b := bytes.TrimSuffix(buf.Bytes(), []byte{'\n'})
	if text.Printable(string(b)) {
		return b, nil
	}
	return visible(b), nil
}

// visible escapes what is not printable. In what the encoder made it stands
// in strings only.
func visible(b []byte) []byte {
	out := make([]byte, 0, len(b)+len(b)/16)
	for len(b) > 0 {
		n := 1
		for n < len(b) && b[n]&0xc0 == 0x80 { // the rest of a rune
			n++
		}
		if b[0] < 0x7f {
			out = append(out, b[:n]...)
		} else {
			out = text.AppendJSON(out, string(b[:n]))
		}
		b = b[n:]
	}
	return out
}
