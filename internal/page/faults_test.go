package page_test

import (
	"strings"
	"testing"

	"github.com/egladman/magus/internal/page"
	"github.com/stretchr/testify/require"
)

// TestReportedFaults holds the parser to faults that were reported of other
// systems, by the report.
func TestReportedFaults(t *testing.T) {
	dash := page.Rules{Prefix: "NG", MinDigits: 5, MaxDigits: 5}
	for _, test := range []struct {
		report string
		file   string
		src    string
		rules  page.Rules
		want   string // of the first fault
		holds  func(t *testing.T, p *page.Page)
	}{
		{
			report: "vitessio/vitess code.go: VT03026 built with the id VT03024",
			file:   "MGS2026.md", src: "---\ntitle: \"MGS2024: x\"\nlevel: info\n---\n",
			want: `MGS2026.md:2:8: title "MGS2024: x": want "MGS2026: " and then what happened`,
		},
		{
			report: "angular/angular#55568: NG5000 became NG05000 and links went stale",
			file:   "NG5000.md", src: "---\ntitle: \"NG5000: x\"\nlevel: info\n---\n", rules: dash,
			want: `NG5000.md:1:1: file name "NG5000.md": want NG and 5 digits, such as NG00001.md`,
		},
		{
			report: "angular/angular#47985: whether a page exists was set by hand",
			src:    head + "documented: true\n---\n",
			want:   `MGS2008.md:4:1: unknown key "documented": want one of title, description,`,
		},
		{
			report: "yaml/pyyaml#886, go-yaml/yaml#668, #290: codes that look like numbers",
			src:    head + "tags: [6E01, 0012, 1_000, NO, 0x10]\nsince: 1.10\nrelated: [0012, \"6E01\"]\n---\n",
			holds: func(t *testing.T, p *page.Page) {
				require.Equal(t, []string{"6E01", "0012", "1_000", "NO", "0x10"}, p.Tags)
				require.Equal(t, "1.10", p.Since)
				require.Equal(t, []string{"0012", "6E01"}, p.Related)
			},
		},
		{
			report: "eslint-community/eslint-doc-generator#725, #726: text lost from files with CRLF",
			src:    strings.ReplaceAll(head, "\n", "\r\n") + "---\r\n\r\none\r\n\ntwo\n---\r\nthree",
			holds: func(t *testing.T, p *page.Page) {
				require.Equal(t, "\none\n\ntwo\n---\nthree", string(p.Body))
				require.Equal(t, 5, p.BodyLine)
			},
		},
		{
			report: "pingcap/tiflow#1007: quotes and backslashes pasted raw",
			src:    "---\ntitle: 'MGS2008: a \"b\" `c` \\n %s */ 😀'\nlevel: info\nmessage: \"a \\\"b\\\" `c` \\\\n \\n %s */ \\u2028\"\n---\n",
			holds: func(t *testing.T, p *page.Page) {
				require.Equal(t, "a \"b\" `c` \\n %s */ 😀", p.Title)
				require.Equal(t, "a \"b\" `c` \\n \n %s */ \u2028", p.Events[0].Message)
			},
		},
		{
			report: "golang/go#49774: type parameters mangled",
			src:    head + "---\n`[T any]` <x> \\| `|`\n",
			holds: func(t *testing.T, p *page.Page) {
				require.Equal(t, "`[T any]` <x> \\| `|`\n", string(p.Body))
			},
		},
		{
			report: "istio generate.main.go: places of a template are not checked against its arguments",
			src:    head + "events:\n  a:\n    message: \"{namespace} and {namespace2}\"\n    fields: {namespace: string}\n---\n",
			want:   `MGS2008.md:6:31: message has a place "{namespace2}": declare it in fields, or did you mean "namespace"?`,
		},
		{
			report: "istio messages.yaml: one value in two places needed two arguments",
			src:    head + "message: \"{ns} is not {ns}\"\nfields: {ns: string}\n---\n",
			holds: func(t *testing.T, p *page.Page) {
				require.Equal(t, []page.Part{{Field: "ns"}, {Text: " is not "}, {Field: "ns"}}, page.Parts(p.Events[0].Message))
			},
		},
		{
			report: "egladman/magus MGS2009: a page was deleted and nothing can say why",
			src:    "---\ntitle: \"MGS2008: x\"\nstatus: {state: retired, since: v0.1.0, reason: \"covered nothing\", replaced_by: [MGS2012]}\n---\n",
			holds: func(t *testing.T, p *page.Page) {
				require.Equal(t, page.Status{State: "retired", Since: "v0.1.0", Reason: "covered nothing", ReplacedBy: []string{"MGS2012"}}, p.Status)
			},
		},
		{
			report: "dominikh/go-tools#765: an unknown name in a setting is taken in silence",
			src:    head + "limits: once\n---\n",
			want:   `MGS2008.md:4:1: unknown key "limits": did you mean "limit"?`,
		},
	} {
		t.Run(test.report, func(t *testing.T) {
			file, r := test.file, test.rules
			if file == "" {
				file = "MGS2008.md"
			}
			if r.Prefix == "" {
				r = rules
			}
			p, errs := page.Parse(file, "sandbox", []byte(test.src), r)
			if test.want != "" {
				require.NotEmpty(t, errs)
				require.Contains(t, errs[0].Error(), test.want)
				return
			}
			require.NoError(t, errs.Err())
			test.holds(t, p)
		})
	}
}
