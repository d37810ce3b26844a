package page_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/egladman/magus/internal/page"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

const fuzzFile = "docs/codes/sandbox/MGS2008.md"

// FuzzParse proves of any page: it is parsed the same twice; faults are in it
// and are not many; one that is accepted is the same with other line ends and
// with all it says written anew.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/*.txtar")
	require.NoError(f, err)
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		require.NoError(f, err)
		_, src := source(f, a.Files[0])
		f.Add(src)
	}
	own, err := filepath.Glob("../../docs/codes/*/*.md")
	require.NoError(f, err)
	for _, file := range own {
		src, err := os.ReadFile(file)
		require.NoError(f, err)
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		before := bytes.Clone(src)
		p, errs := page.Parse(fuzzFile, "sandbox", src, rules)
		require.Equal(t, before, src)
		again, errsAgain := page.Parse(fuzzFile, "sandbox", src, rules)
		require.Equal(t, p, again)
		require.Equal(t, errs, errsAgain)
		if len(errs) > 0 {
			require.Nil(t, p)
			within(t, errs, src)
			return
		}
		text := bytes.TrimPrefix(src, []byte("\ufeff"))
		lf := bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
		for _, same := range [][]byte{lf, bytes.ReplaceAll(lf, []byte("\n"), []byte("\r\n")), append([]byte("\ufeff"), lf...)} {
			other, errs := page.Parse(fuzzFile, "sandbox", same, rules)
			if len(same) > page.MaxSize {
				continue
			}
			require.NoError(t, errs.Err())
			require.Equal(t, p, other)
		}
		anew, errs := page.Parse(fuzzFile, "sandbox", rewrite(p), rules)
		require.NoError(t, errs.Err())
		anew.At, anew.BodyLine = p.At, p.BodyLine
		require.Equal(t, normal(p), normal(anew))
	})
}

// within checks that faults point into the page.
func within(t *testing.T, errs page.Errors, src []byte) {
	require.LessOrEqual(t, len(errs), 101)
	text := strings.TrimPrefix(string(src), "\ufeff")
	lines := strings.Split(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), "\n")
	for _, e := range errs {
		require.Equal(t, fuzzFile, e.File)
		require.NotEmpty(t, e.Msg)
		require.NotContains(t, e.Msg, "\n")
		require.GreaterOrEqual(t, e.Pos.Line, 1)
		require.GreaterOrEqual(t, e.Pos.Column, 1)
		require.LessOrEqual(t, e.Pos.Line, len(lines), e.Error())
		require.LessOrEqual(t, e.Pos.Column, len(lines[e.Pos.Line-1])+1, e.Error())
	}
}

// normal makes nil and empty lists equal.
func normal(p *page.Page) *page.Page {
	q := *p
	for _, list := range []*[]string{&q.Tags, &q.Aliases, &q.Related, &q.Status.ReplacedBy} {
		if len(*list) == 0 {
			*list = nil
		}
	}
	return &q
}

// rewrite writes a page that says what p says, every text as an escape.
func rewrite(p *page.Page) []byte {
	var b bytes.Buffer
	b.WriteString("---\n")
	text := func(indent, key, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s%s: %s\n", indent, key, yamlQuote(value))
		}
	}
	list := func(indent, key string, values []string) {
		if len(values) > 0 {
			fmt.Fprintf(&b, "%s%s:\n", indent, key)
			for _, v := range values {
				fmt.Fprintf(&b, "%s  - %s\n", indent, yamlQuote(v))
			}
		}
	}
	text("", "title", p.Code+": "+p.Title)
	text("", "description", p.Description)
	list("", "tags", p.Tags)
	text("", "name", p.Name)
	if p.Level != nil {
		text("", "level", strings.ToLower(p.Level.String()))
	}
	text("", "since", p.Since)
	text("", "hint", p.Hint)
	list("", "aliases", p.Aliases)
	list("", "related", p.Related)
	if p.Exit != 0 {
		fmt.Fprintf(&b, "exit: %d\n", p.Exit)
	}
	if p.Once {
		b.WriteString("limit: once\n")
	}
	if p.Draft {
		b.WriteString("draft: true\n")
	}
	if p.Status.State != "active" {
		b.WriteString("status:\n")
		text("  ", "state", p.Status.State)
		text("  ", "since", p.Status.Since)
		text("  ", "reason", p.Status.Reason)
		list("  ", "replaced_by", p.Status.ReplacedBy)
	}
	indent := ""
	for i, e := range p.Events {
		if e.Name != "" {
			if i == 0 {
				b.WriteString("events:\n")
			}
			fmt.Fprintf(&b, "  %s:\n", e.Name)
			indent = "    "
			if e.Level != nil {
				text(indent, "level", strings.ToLower(e.Level.String()))
			}
		}
		text(indent, "message", e.Message)
		if len(e.Fields) > 0 {
			fmt.Fprintf(&b, "%sfields:\n", indent)
		}
		for _, f := range e.Fields {
			fmt.Fprintf(&b, "%s  %s:\n", indent, f.Name)
			text(indent+"    ", "type", f.Type)
			text(indent+"    ", "doc", f.Doc)
			fmt.Fprintf(&b, "%s    secret: %t\n", indent, f.Secret)
		}
	}
	b.WriteString("---\n")
	b.Write(p.Body)
	return b.Bytes()
}

func yamlQuote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		if r == ' ' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\U%08X`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
