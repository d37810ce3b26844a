package export_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	check "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/xeipuuv/gojsonschema"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/tools/magus-codes/internal/export"
	"github.com/egladman/magus/tools/magus-codes/internal/gfm"
	"github.com/egladman/magus/tools/magus-codes/internal/schema"
)

// hostile has texts that every form must carry unharmed.
func hostile() *diag.Catalog {
	titles := []string{"plain", "a | b `c` [d](e) <f> & *g* _h_ #i ~j~ \\k", ".start 'quote' -dash \\fB", "{place} ](x)", "Map[K, V any]", "esc \x1b[31m \u202e bidi", ""}
	c := &diag.Catalog{Prefix: "TST", MinDigits: 4, MaxDigits: 4, Link: "https://example.org/{code}", Families: []diag.Family{{Name: "f", Title: "F | `x`"}}}
	for i, t := range titles {
		code := "TST100" + string(rune('0'+i))
		c.Codes = append(c.Codes, &diag.Descriptor{Code: code, Title: t, Description: t, Hint: t, Reason: t, Family: "f", URL: "https://example.org/" + code + "?a=(b)",
			Status: diag.Status(i % 3), Level: slog.Level(i%4*4 - 4), Exit: i, Tags: []string{code, t}, Aliases: []string{"OLD" + code},
			Events: []diag.Event{{Message: "x {p} " + t, Fields: []diag.Field{{Name: "p", Type: diag.Path}, {Name: "s", Type: diag.String, Secret: true}}}}})
	}
	c.Codes = append(c.Codes, &diag.Descriptor{Code: "TST2000", Title: "stray family", Family: "stray"})
	return c
}

func write(t *testing.T, format string) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, export.Write(&b, format, hostile(), func(code string) []byte { return []byte("# " + code + "\n") }))
	return b.String()
}

func TestEveryFormHoldsEveryCode(t *testing.T) {
	for _, format := range export.Formats {
		out := write(t, format)
		for _, d := range hostile().Codes {
			assert.Contains(t, out, d.Code, format)
		}
		if format != "json" && format != "sarif" && format != "problems" {
			assert.NotContains(t, out, "\x1b", format)
		}
	}
}

func TestSARIFIsValid(t *testing.T) {
	r, err := check.FromBytes([]byte(write(t, "sarif")))
	require.NoError(t, err)
	require.NoError(t, r.Validate())
	assert.Len(t, r.Runs[0].Tool.Driver.Rules, len(hostile().Codes))
}

func TestJSONFitsItsSchema(t *testing.T) {
	result, err := gojsonschema.Validate(gojsonschema.NewBytesLoader(schema.Make("catalog-export")), gojsonschema.NewStringLoader(write(t, "json")))
	require.NoError(t, err)
	assert.Empty(t, result.Errors())

	bad := strings.Replace(write(t, "json"), `"state": "active"`, `"state": "zombie"`, 1)
	result, err = gojsonschema.Validate(gojsonschema.NewBytesLoader(schema.Make("catalog-export")), gojsonschema.NewStringLoader(bad))
	require.NoError(t, err)
	assert.Len(t, result.Errors(), 1)
}

// What is escaped reads back as it was: the words of each cell are the title.
func TestMarkdownReadsBack(t *testing.T) {
	for _, d := range hostile().Codes {
		src := []byte("# " + gfm.Escape(d.Title) + "\n")
		doc, _ := gfm.Parse(src)
		headings := gfm.Headings(doc, src)
		require.Len(t, headings, 1)
		assert.Equal(t, strings.TrimSpace(d.Title), headings[0].Text)
	}
	for line := range strings.Lines(write(t, "md")) {
		cells := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|")
		assert.Equal(t, 6, cells, line)
	}
}

func TestManHasNoStrayRequests(t *testing.T) {
	for line := range strings.Lines(write(t, "man")) {
		if strings.HasPrefix(line, ".") {
			assert.Regexp(t, `^\.(SH|SS|TP|B|br)\b`, line)
		}
		assert.NotRegexp(t, `^'`, line)
	}
}

func TestUnknownFormat(t *testing.T) {
	err := export.Write(&bytes.Buffer{}, "pdf", hostile(), nil)
	assert.EqualError(t, err, `format "pdf": want json, sarif, md, llms, man, problems`)
}

func TestOneCode(t *testing.T) {
	c := hostile()
	c.Codes = c.Codes[:1]
	var b bytes.Buffer
	require.NoError(t, export.Write(&b, "llms", c, nil))
	assert.Contains(t, b.String(), "> 1 code that programs print")
}

func TestManSentences(t *testing.T) {
	for title, want := range map[string]string{
		"a": "a (info).", "a.": "a (info).", "a. ": "a (info).", "a...": "a... (info).", "a?": "a? (info).", "a!": "a! (info).", "a…": `a\[u2026] (info).`, "": "(info).", ".": "(info).",
	} {
		c := &diag.Catalog{Codes: []*diag.Descriptor{{Code: "TST1001", Title: title}}}
		var b bytes.Buffer
		require.NoError(t, export.Write(&b, "man", c, nil))
		assert.Contains(t, b.String(), "\n"+want+"\n", "%q", title)
	}
}
