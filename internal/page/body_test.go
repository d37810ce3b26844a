package page_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/egladman/magus/internal/page"
	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

func fences(body string) []string {
	p := &page.Page{Body: []byte(body), BodyLine: 1}
	var list []string
	for f := range p.Fences() {
		var b strings.Builder
		for _, l := range f.Lines {
			b.WriteString(unlessBlank(l.Text) + "\n")
		}
		list = append(list, f.Info+"|"+b.String())
	}
	return list
}

// unlessBlank makes lines of white space equal: goldmark keeps now more, now
// less of it than CommonMark says.
func unlessBlank(line string) string {
	if strings.TrimSpace(line) == "" {
		return ""
	}
	return line
}

// reference returns the fenced blocks that goldmark finds.
func reference(body string) []string {
	src := []byte(body)
	doc := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(src))
	var list []string
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if f, ok := n.(*ast.FencedCodeBlock); ok && entering {
			var b strings.Builder
			for i := range f.Lines().Len() {
				segment := f.Lines().At(i)
				b.WriteString(unlessBlank(strings.TrimSuffix(string(segment.Value(src)), "\n")) + "\n")
			}
			info := ""
			if f.Info != nil {
				info = string(f.Info.Segment.Value(src))
			}
			list = append(list, info+"|"+b.String())
		}
		return ast.WalkContinue, nil
	})
	return list
}

var bodies = []string{
	"```text\na\n```\n",
	"~~~ text\n```\na\n~~~\n",
	"````text\n```\na\n`````\n",
	"```text\n~~~\na\n",
	"  ```text\n   a\n  b\n ```\n",
	"    ```text\n    a\n    ```\n",
	"para\n    ```\n",
	"para\n```text\na\n```\npara\n",
	"- item\n\n  ```text\n  a\n    b\n  ```\n- ```\n  c\n",
	"- item\n\n  ```text\n  a\n\n  b\nc\n",
	"1. one\n   ~~~\n   a\n   ~~~\n10) ```\n",
	"> ```text\n> a\n>b\n> ```\n",
	"> ```text\n> a\nb\n```\n",
	"> - ```text\n>   a\n>   ```\n",
	">> ```\n>> x\n> y\n",
	"para\n> quote\nlazy\n```\nx\n```\n",
	"<!--\n```text\na\n```\n-->\n```\nb\n```\n",
	"<pre>\n```\n</pre>\n```\nb\n```\n",
	"<div>\n```\n\n```\nb\n```\n",
	"<b>\n```\n\n```\nb\n```\n",
	"para\n<b>\n```\nb\n```\n",
	"<!-- one line -->\n```\nb\n```\n",
	"```te`xt\na\n```\n",
	"~~~te`xt\na\n~~~\n",
	"``` text {a=b}\n```\n",
	"```\n```\n```\n",
	"-\n\n  ```\n  a\n  ```\n",
	"-\n  ```\n  a\n  ```\n",
	"-     ```\n      a\n",
	"- a\n\n      ```\n      b\n",
	"\t```\n\ta\n",
	"-\t```\n\ta\n\t```\n",
	">\t```\n>\ta\n",
	"# head\n```\na\n```\n",
	"head\n===\n    code\n```\na\n```\n",
	"***\n```\na\n```\n",
	"* * *\n- - -\n```\na\n",
	"2. not\n```\na\n```\n",
	"para\n2. ```\n```\na\n",
	"para\n-\n```\na\n",
	"<script>x</script>\n```\na\n",
	"<?php\n```\n?>\n```\na\n",
	"<![CDATA[\n```\n]]>\n```\na\n",
	"<!X\n```\n>\n```\na\n",
}

func TestFences(t *testing.T) {
	for _, body := range bodies {
		require.Equal(t, reference(body), fences(body), "%q", body)
	}
}

func TestFencePlaces(t *testing.T) {
	p := &page.Page{BodyLine: 10, Body: []byte("x\n\n> - ```text\n>   a\n>    b\n>\n>   ```\n")}
	all := slices.Collect(p.Fences())
	require.Len(t, all, 1)
	require.Equal(t, page.Fence{Info: "text", Line: 12, Lines: []page.FenceLine{
		{Pos: page.Pos{Line: 13, Column: 5}, Text: "a"},
		{Pos: page.Pos{Line: 14, Column: 5}, Text: " b"},
		{Pos: page.Pos{Line: 15, Column: 2}, Text: ""},
	}}, all[0])
}

// FuzzFences holds the scanner to what goldmark finds.
func FuzzFences(f *testing.F) {
	for _, body := range bodies {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		if len(body) > 4096 || strings.ContainsAny(body, "\r\x00\v\f<") || strings.ToValidUTF8(body, "") != body {
			return // not as a parsed page has it, or HTML, which goldmark sees where CommonMark does not
		}
		if !strings.HasSuffix(body, "\n") {
			body += "\n" // without it goldmark forgets what the last fence is for
		}
		p := &page.Page{Body: []byte(body), BodyLine: 1}
		lines := strings.Split(body, "\n")
		for f := range p.Fences() {
			for _, l := range f.Lines {
				line := lines[l.Pos.Line-1]
				require.LessOrEqual(t, l.Pos.Column, len(line)+1)
				require.True(t, strings.HasSuffix(l.Text, line[l.Pos.Column-1:]), "%q", body)
			}
		}
		require.Equal(t, reference(body), fences(body))
	})
}
