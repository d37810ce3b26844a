package check

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/egladman/magus/internal/text"
)

// Formats are the forms in which a report can be written.
var Formats = []string{"text", "json", "github", "sarif"}

// Write writes the report in one of Formats.
func (r *Report) Write(w io.Writer, format string) error {
	switch format {
	case "json":
		return writeJSON(w, r)
	case "github":
		return r.github(w)
	case "sarif":
		return writeJSON(w, r.sarif())
	}
	return r.text(w)
}

// Summary counts the findings in a sentence.
func (r *Report) Summary() string {
	files := map[string]bool{}
	for _, f := range r.Findings {
		files[f.File] = true
	}
	scope := fmt.Sprintf("%s and %s", count(r.Pages, "page"), count(r.Files-min(r.Pages, r.Files), "other file"))
	if len(r.Findings) == 0 {
		return "no findings in " + scope
	}
	var kinds []string
	for _, rule := range Rules {
		if n := r.count(rule.ID); n > 0 {
			kinds = append(kinds, fmt.Sprintf("%d %s", n, rule.ID))
		}
	}
	return fmt.Sprintf("%s in %s (%s); checked %s", count(len(r.Findings), "finding"), count(len(files), "file"), strings.Join(kinds, ", "), scope)
}

func (r *Report) count(rule string) int {
	n := 0
	for _, f := range r.Findings {
		if f.Rule == rule {
			n++
		}
	}
	return n
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// text groups the findings by rule, each on a line that editors understand.
func (r *Report) text(w io.Writer) error {
	var b strings.Builder
	for _, rule := range Rules {
		n := r.count(rule.ID)
		if n == 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s (%d): %s\n", rule.ID, n, rule.Doc)
		for _, f := range r.Findings {
			if f.Rule == rule.ID {
				b.WriteString(f.String())
				b.WriteByte('\n')
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

var (
	commandData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// github writes workflow commands, which GitHub shows beside the changed line.
func (r *Report) github(w io.Writer) error {
	var b strings.Builder
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "::error file=%s", commandProperty.Replace(text.Visible(f.File)))
		if f.Line > 0 {
			fmt.Fprintf(&b, ",line=%d,col=%d", f.Line, max(f.Column, 1))
		}
		fmt.Fprintf(&b, ",title=%s::%s\n", commandProperty.Replace(program+" "+f.Rule), commandData.Replace(text.VisibleLines(f.Message)))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

const program = "magus-codes"

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
