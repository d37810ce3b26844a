package check

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/egladman/magus/internal/text"
)

// The part of SARIF 2.1.0 that a report needs.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool             sarifTool     `json:"tool"`
		Language         string        `json:"language"`
		NewlineSequences []string      `json:"newlineSequences"`
		ColumnKind       string        `json:"columnKind"`
		Results          []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		InformationURI string      `json:"informationUri"`
		Language       string      `json:"language"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string    `json:"id"`
		ShortDescription sarifText `json:"shortDescription"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifLocation struct {
		PhysicalLocation sarifPlace `json:"physicalLocation"`
	}
	sarifPlace struct {
		ArtifactLocation sarifArtifact `json:"artifactLocation"`
		Region           *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine int `json:"startLine"`
	}
)

const language = "en-US"

// escape doubles braces, which mark places in a message (SARIF 3.11.5), and
// keeps brackets from making a link (3.11.6).
var escape = strings.NewReplacer("{", "{{", "}", "}}", "](", `\](`)

// uri spells a slash-separated path as a reference: a drive or a colon in its
// first part must not read as a scheme.
func uri(file string) string {
	if drive.MatchString(file) {
		return (&url.URL{Scheme: "file", Path: "/" + file}).String()
	}
	return (&url.URL{Path: file}).String()
}

var drive = regexp.MustCompile(`^[A-Za-z]:/`)

// sarif gives lines without columns: ours count bytes, SARIF's do not.
func (r *Report) sarif() sarifLog {
	run := sarifRun{Language: language, NewlineSequences: []string{"\r\n", "\n"}, ColumnKind: "unicodeCodePoints", Results: []sarifResult{},
		Tool: sarifTool{sarifDriver{Name: program, InformationURI: "https://github.com/egladman/magus/blob/main/docs/authoring.md", Language: language}}}
	for _, rule := range Rules {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{rule.ID, sarifText{rule.Doc}})
	}
	for _, f := range r.Findings {
		place := sarifPlace{ArtifactLocation: sarifArtifact{uri(f.File)}}
		if f.Line > 0 {
			place.Region = &sarifRegion{f.Line}
		}
		run.Results = append(run.Results, sarifResult{RuleID: f.Rule, RuleIndex: ruleIndex(f.Rule), Level: "error",
			Message: sarifText{escape.Replace(text.VisibleLines(f.Message))}, Locations: []sarifLocation{{place}}})
	}
	return sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}}
}
