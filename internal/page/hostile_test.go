package page_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/egladman/magus/internal/page"
	"github.com/stretchr/testify/require"
)

const head = "---\ntitle: \"MGS2008: x\"\nlevel: info\n"

// hostile are pages that are made to take long or to run out of stack. Each
// has its result.
var hostile = map[string]struct {
	src  string
	want string // part of the first error; empty when the page is fine
}{
	"50 MB":                  {head + "---\n" + strings.Repeat("x", 50<<20), "MGS2008.md:5:1048537: page is larger than 1 MiB"},
	"1 MiB":                  {pad(head+"---\n", 1<<20), ""},
	"1 MiB and a byte":       {pad(head+"---\n", 1<<20+1), "larger than 1 MiB"},
	"1 MiB of lines":         {pad(head+"---\n", 1<<20-2) + "\n\n\n", "larger than 1 MiB"},
	"a long line with é":     {head + "tags: [é" + tags(120_000) + "]\n---\n", ""},
	"100 quotes":             {head + "---\n" + strings.Repeat(">", 100) + " x\n", ""},
	"101 quotes":             {head + "---\n" + strings.Repeat(">", 101) + " x\n", "MGS2008.md:5:101: quotes and lists nested more than 100 deep"},
	"10,000 quotes":          {head + "---\n" + strings.Repeat("> ", 10_000) + "x\n", "MGS2008.md:5:201: quotes and lists nested more than 100 deep"},
	"10,000 lists":           {head + "---\n" + strings.Repeat("- ", 10_000) + "x\n", "MGS2008.md:5:201: quotes and lists nested more than 100 deep"},
	"lists and quotes":       {head + "---\n" + strings.Repeat("1. > ", 10_000) + "x\n", "nested more than 100 deep"},
	"lists by indentation":   {head + "---\n" + stairs(500, "- x"), "MGS2008.md:105:201: quotes and lists nested more than 100 deep"},
	"100 lists":              {head + "---\n" + stairs(100, "- x"), ""},
	"quotes in code":         {head + "---\n```\n" + strings.Repeat("> ", 10_000) + "\n```\n", ""},
	"1 MiB of quotes":        {head + "---\n" + strings.Repeat(strings.Repeat(">", 99)+"\n", 10_000), ""},
	"10,000 cells":           {head + "---\n" + table(100, 99), ""},
	"10,100 cells":           {head + "---\n" + table(100, 100), "MGS2008.md:106:1: more than 10000 table cells"},
	"narrow rows, wide head": {head + "---\n" + "|" + strings.Repeat("a|", 5000) + "\n|" + strings.Repeat("-|", 5000) + "\n" + strings.Repeat("x\n", 5000), "MGS2008.md:8:1: more than 10000 table cells"},
	"cells in a quote":       {head + "---\n> a|b\n> -|-\n" + strings.Repeat("> x\n", 5000), "more than 10000 table cells"},
	"flow lists":             {head + "tags: " + strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000) + "\n---\n", "MGS2008.md:4:107: brackets nested more than 100 deep"},
	"open flow lists":        {head + "tags: " + strings.Repeat("[", 1<<19) + "\n---\n", "brackets nested more than 100 deep"},
	"flow mappings":          {head + "tags: " + strings.Repeat("{a: ", 10_000) + "\n---\n", "brackets nested more than 100 deep"},
	"brackets side by side":  {head + "tags: [" + strings.Repeat("[], ", 200) + "]\n---\n", "MGS2008.md:4:8: tags holds a list"},
	"brackets in a text":     {head + "description: \"" + strings.Repeat("[x]{y}", 200) + "\"\n---\n", ""},
	"block lists":            {head + "tags:\n  " + strings.Repeat("- ", 10_000) + "x\n---\n", "MGS2008.md:5:203: lists nested more than 100 deep"},
	"explicit keys":          {head + strings.Repeat("? ", 10_000) + "x\n---\n", "lists nested more than 100 deep"},
	"block mappings":         {head + stairs(500, "a:") + "---\n", "nested more than 100 deep"},
	"aliases":                {head + bomb(30) + "---\n", "MGS2008.md:4:4: YAML anchor"},
	"comments":               {head + strings.Repeat("# x\n", 1<<18-100) + "---\n", ""},
	"comment lines in list":  {head + "tags:\n" + strings.Repeat("  - x # y\n  # z\n", 1<<15) + "---\n", "holds \"x\" twice"},
	"unknown keys":           {head + strings.Repeat("a: b\n", 1<<17) + "---\n", "unknown key"},
	"one long key":           {head + strings.Repeat("a", 1<<19) + ": b\n---\n", "MGS2008.md:4:1: key"},
	"long unquoted text":     {head + "message: " + strings.Repeat("a b ", 1<<17) + ": b\n---\n", "message holds"},
	"many places":            {head + "message: \"" + strings.Repeat("{a}", 1<<17) + "\"\n---\n", "message has a place"},
	"open braces":            {head + "message: \"" + strings.Repeat("{", 1<<19) + "\"\n---\n", "brackets nested"},
	"many fields":            {head + "message: x\nfields:\n" + strings.Repeat("  a: int\n", 1<<16) + "---\n", "again"},
	"late syntax error":      {head + strings.Repeat("# x\n", 1<<17) + "since: a: b\n---\n", "MGS2008.md:131076:9: since holds \": \""},
	"many open quotes":       {head + strings.Repeat("since: \"\n", 1<<15) + "---\n", "MGS2008.md:6:1: key \"since\" again"},
	"dashes":                 {"---\n" + strings.Repeat(" ---\n", 1<<17), "MGS2008.md:2:2: indented"},
	"html comments":          {head + "---\n" + strings.Repeat("<!--\n", 1<<17), ""},
	"open tags":              {head + "---\n" + strings.Repeat("<a "+strings.Repeat("b=c ", 100)+"\n\n", 1<<11), ""},
	"ticks":                  {head + "---\n" + strings.Repeat("`", 1<<19), ""},
	"tabs":                   {head + "---\n" + strings.Repeat("-\t", 1<<18) + "x", "MGS2008.md:5:201: quotes and lists"},
}

// tags are n tags that follow another.
func tags(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ",t%d", i)
	}
	return b.String()
}

func pad(s string, n int) string { return s + strings.Repeat("x", n-len(s)) }

// stairs indents each line by two columns more than the one before.
func stairs(n int, line string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("  ", i) + line + "\n")
	}
	return b.String()
}

func table(columns, rows int) string {
	row := "|" + strings.Repeat(" a |", columns) + "\n"
	return row + "|" + strings.Repeat("---|", columns) + "\n" + strings.Repeat(row, rows)
}

func bomb(n int) string {
	var b strings.Builder
	b.WriteString("a: &a0 [x, x]\n")
	for i := range n {
		fmt.Fprintf(&b, "k: &a%d [%s]\n", i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i), 9), ", "))
	}
	return b.String()
}

func TestHostile(t *testing.T) {
	for name, test := range hostile {
		t.Run(name, func(t *testing.T) {
			p, errs := page.Parse("docs/codes/sandbox/MGS2008.md", "sandbox", []byte(test.src), rules)
			if test.want == "" {
				require.NoError(t, errs.Err())
				require.NotNil(t, p)
				return
			}
			require.NotEmpty(t, errs)
			require.LessOrEqual(t, len(errs), 101)
			require.Contains(t, errs[0].Error(), test.want)
			require.Less(t, len(errs.Error()), 100_000)
		})
	}
}
