package page

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/adrg/frontmatter"
)

// MaxSize is the most that a page may hold, in bytes.
const MaxSize = 1 << 20

const bom = "\ufeff"

// decode checks that src is text of a fair size and returns it without its
// byte order mark and with LF for every line end, be it CR, LF or both. What
// it returns may share memory with src.
func (p *parser) decode(src []byte) ([]byte, bool) {
	if len(src) > MaxSize {
		p.errorf(bytePos(src[:MaxSize+1], MaxSize), "page is larger than 1 MiB: shorten or split it")
		return nil, false
	}
	if i := bytes.IndexByte(src, 0); i >= 0 || !utf8.Valid(src) {
		if j := invalid(src); i < 0 || j >= 0 && j < i {
			p.errorf(bytePos(src, j), "byte 0x%02X is not UTF-8: save the page as UTF-8", src[j])
		} else {
			p.errorf(bytePos(src, i), "NUL byte: a page is text, save it as UTF-8")
		}
		return nil, false
	}
	src = bytes.TrimPrefix(src, []byte(bom))
	if bytes.IndexByte(src, '\r') >= 0 {
		src = bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
		src = bytes.ReplaceAll(src, []byte("\r"), []byte("\n"))
	}
	return src, true
}

// invalid returns the index of the first byte that is not UTF-8, or -1.
func invalid(src []byte) int {
	for i := 0; i < len(src); {
		r, n := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// bytePos returns the place of src[i] in a file as it is on disk.
func bytePos(src []byte, i int) Pos {
	before := bytes.TrimPrefix(src[:i], []byte(bom))
	crlf := bytes.Count(before, []byte("\r\n"))
	line := 1 + bytes.Count(before, []byte("\n")) + bytes.Count(before, []byte("\r")) - crlf
	return Pos{line, len(before) - bytes.LastIndexAny(before, "\r\n")}
}

// raw is the format under which the library for front matter hands over the
// text as it is: YAML is decoded later, to nodes with places.
var raw = frontmatter.NewFormat("---", "---", func(data []byte, v any) error {
	*v.(*[]byte) = data
	return nil
})

// readers hold the buffers that the library would make for each page.
var readers = sync.Pool{New: func() any { return bufio.NewReader(nil) }}

// split cuts text, which has LF line ends only, into front matter and body.
// It returns the line on which the body begins.
func (p *parser) split(text []byte) (front, body []byte, bodyLine int, ok bool) {
	body, bodyLine, ok = p.delimiters(text)
	if !ok {
		return nil, nil, 0, false
	}
	r := readers.Get().(*bufio.Reader)
	r.Reset(bytes.NewReader(text[:len(text)-len(body)])) // it would copy the body
	_, err := frontmatter.MustParse(r, &front, raw)
	r.Reset(nil)
	readers.Put(r)
	if err != nil {
		p.errorf(Pos{1, 1}, "front matter: %v", err)
		return nil, nil, 0, false
	}
	return front, body, bodyLine, true
}

// delimiters checks what the library for front matter would let pass: blank
// lines before it, an indented "---" that ends it inside a block scalar, and
// a front matter that is never closed. It returns what stands after it.
func (p *parser) delimiters(text []byte) (body []byte, bodyLine int, ok bool) {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	if string(bytes.TrimRight(first, " \t")) != "---" {
		p.errorf(Pos{1, 1}, "%s", noFrontMatter(text, first))
		return nil, 0, false
	}
	for line := 2; ; line++ {
		l, next, more := bytes.Cut(rest, []byte("\n"))
		if string(bytes.TrimSpace(l)) == "---" {
			if l[0] == '-' {
				return rest[len(rest)-len(next):], line + 1, true // not nil when empty
			}
			p.errorf(Pos{line, 1 + bytes.IndexByte(l, '-')}, `indented "---": other readers end the front matter here, so write the text in another way`)
			return nil, 0, false
		}
		if !more {
			p.errorf(Pos{1, 1}, `front matter is never closed: want a line "---" after its last key`)
			return nil, 0, false
		}
		rest = next
	}
}

// noFrontMatter says why text, whose first line is first, has none.
func noFrontMatter(text, first []byte) string {
	const want = `want "---" on line 1`
	trimmed := strings.TrimLeft(string(text), "\ufeff \t\n")
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		return "page is empty: " + want + " and a title"
	case strings.HasPrefix(string(first), "+++"), strings.HasPrefix(string(first), "{"), strings.HasPrefix(string(first), ";;;"):
		return fmt.Sprintf("front matter is not YAML: %s and keys in YAML", want)
	case bytes.HasPrefix(first, []byte("---")):
		return fmt.Sprintf("line 1 is %s: %s alone", clip(string(first)), want)
	case strings.HasPrefix(trimmed, "---\n"):
		return "something stands before the front matter: " + want + " (a blank line, a space or a second byte order mark is too much)"
	}
	return "page has no front matter: " + want + " and a title"
}

// clip quotes s for a message, shortened when it is long.
func clip(s string) string {
	const most = 60
	if len(s) > most {
		cut := most
		for cut > 0 && !utf8.RuneStart(s[cut]) {
			cut--
		}
		return fmt.Sprintf("%q…", s[:cut])
	}
	return fmt.Sprintf("%q", s)
}
