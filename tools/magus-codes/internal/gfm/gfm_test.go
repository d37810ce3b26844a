package gfm

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestHeadings(t *testing.T) {
	src := []byte("# What to do?\n\n## What to do\n\n## `code` & *more* [link](x \"t\") ![alt](y)\n\nSetext &amp; \\*x\\*\n===\n\n## Äpfel, 日本_x-y\n\n## What to do-1\n\n## What to do\n\n## !!!\n\n> ## in quote\n\n## :tada: 1.2\n")
	doc, _ := Parse(src)
	var slugs, texts []string
	for _, h := range Headings(doc, src) {
		slugs = append(slugs, h.Slug)
		texts = append(texts, h.Text)
	}
	assert.Equal(t, []string{"what-to-do", "what-to-do-1", "code--more-link", "setext--x", "äpfel-日本_x-y", "what-to-do-1-1", "what-to-do-2", "", "in-quote", "tada-12"}, slugs)
	assert.Equal(t, "Setext & *x*", texts[3])
}

func TestAnchors(t *testing.T) {
	src := []byte("a <a id=\"x\"></a> <A NAME='y'> `<a id=\"code\">` <b id=\"z\"> <b name=b data-id=b> <i title='<a id=q>'> <sup id=größe>\n\n" +
		"<div><a class=q id=w></div>\n<p\n  hidden ID = \"a&amp;b\" id=\"two words\" id='' id>\n\n<!-- <a id=\"gone\"> --> <a id=kept>\n\n```\n<a id=fence>\n```\n")
	doc, _ := Parse(src)
	assert.Equal(t, []string{"x", "y", "z", "größe", "w", "a&b", "kept"}, Anchors(doc, src))
}
