package explain

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/egladman/magus/diag"
)

// What a word found in a part of a page counts.
const (
	inTitle       = 100
	inName        = 60
	inTags        = 40
	inMessages    = 20
	inDescription = 10
	inBody        = 5
)

// rank returns the entries whose page holds every word of the search, in any
// case, best first; equal ones stay in the order of their codes.
func (a *app) rank(entries []entry) ([]entry, error) {
	words := strings.Fields(strings.ToLower(a.search))
	if len(words) == 0 {
		return nil, usagef("--search has no word to look for")
	}
	type scored struct {
		entry
		score int
	}
	var found []scored
	for _, e := range entries {
		page, err := readPage(e.src, e.d)
		if err != nil && !errors.Is(err, errNoPage) {
			return nil, err
		}
		score := 0
		for _, w := range words {
			n, line := weigh(e.d, body(page), w)
			if n == 0 {
				score = 0
				break
			}
			score += n
			if e.line == "" {
				e.line = line
			}
		}
		if score > 0 {
			found = append(found, scored{e, score})
		}
	}
	slices.SortStableFunc(found, func(x, y scored) int { return cmp.Compare(y.score, x.score) })
	ranked := make([]entry, len(found))
	for i, s := range found {
		ranked[i] = s.entry
	}
	return ranked, nil
}

// weigh tells how well one lower-case word fits a code, 0 for not at all, and
// the line that holds it unless that is the title, which the list shows.
func weigh(d *diag.Descriptor, md []byte, word string) (score int, line string) {
	if n := place(d.Code+" "+d.Title, word, inTitle); n > 0 {
		return n, ""
	}
	if n := place(d.Name+" "+strings.Join(d.Aliases, " "), word, inName); n > 0 {
		return n, "name: " + printable(strings.TrimSpace(d.Name+" "+strings.Join(d.Aliases, " ")))
	}
	if n := place(strings.Join(d.Tags, " "), word, inTags); n > 0 {
		return n, "tags: " + printable(strings.Join(d.Tags, ", "))
	}
	for _, e := range d.Events {
		if n := place(e.Message, word, inMessages); n > 0 {
			return n, "message: " + printable(e.Message)
		}
	}
	if n := place(d.Description, word, inDescription); n > 0 {
		return n, printable(d.Description)
	}
	for l := range bytes.Lines(md) {
		if n := place(string(l), word, inBody); n > 0 {
			return n, excerpt(string(l), word)
		}
	}
	return 0, ""
}

// place returns weight when text holds word, and half as much again when it
// is a word of its own there.
func place(text, word string, weight int) int {
	text = strings.ToLower(text)
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			if from > 0 {
				return weight
			}
			return 0
		}
		i += from
		end := i + len(word)
		if (i == 0 || !isWordByte(text[i-1])) && (end == len(text) || !isWordByte(text[end])) {
			return weight + weight/2
		}
		from = i + 1
	}
}

// excerpt is the line of a page without its markup, cut around word when it
// is long.
func excerpt(line, word string) string {
	line = strings.ToValidUTF8(line, "")
	line = strings.Trim(strings.Join(strings.Fields(strings.ReplaceAll(line, "**", "")), " "), "#>-*|+ ")
	const most = 120
	lower := strings.ToLower(line)
	i := strings.Index(lower, word)
	if len(line) <= most || i < 0 {
		return printable(strings.ToValidUTF8(line[:min(len(line), most)], ""))
	}
	// A letter may be longer in lower case, but it stays one.
	at := offset(line, utf8.RuneCountInString(lower[:i]))
	after := at + offset(line[at:], utf8.RuneCountInString(word))
	start := max(0, at-most/2)
	end := max(after, min(len(line), start+most))
	// Cut at blanks; text without them, as Chinese is, within a word.
	if n := strings.IndexByte(line[start:at], ' '); start > 0 && n >= 0 {
		start += n + 1
	}
	if n := strings.LastIndexByte(line[after:end], ' '); end < len(line) && n >= 0 {
		end = after + n
	}
	out := strings.ToValidUTF8(line[start:end], "")
	if start > 0 {
		out = "… " + out
	}
	if end < len(line) {
		out += " …"
	}
	return printable(out)
}

// offset returns where the first n runes of s end.
func offset(s string, n int) int {
	for i := range s {
		if n--; n < 0 {
			return i
		}
	}
	return len(s)
}
