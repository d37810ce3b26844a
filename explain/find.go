package explain

import (
	"slices"
	"strings"

	"github.com/egladman/magus/internal/text"
)

// A found is what the words of a command line mean.
type found struct {
	hits    []hit    // in the order of the words, each code once
	unknown []string // words that look like codes or names and are none
	vague   []vague  // words that mean several codes
	ignored []string // words of a pasted line, without a code

	noted map[string]bool // words in unknown and vague
}

// vague is a word that means several codes.
type vague struct {
	word string
	hits []hit
}

// find tells what words mean. When each of them means a code, or looks as if
// it should, they are a list; otherwise they are text that was pasted, in
// which only codes count.
func (a *app) find(words []string) found {
	var f found
	words = a.joined(words)
	list := true
	results := make([][]hit, len(words))
	for i, w := range words {
		results[i] = a.single(w)
		list = list && (results[i] != nil || looksLikeCode(trim(w)))
	}
	if !list && a.findInText(strings.Join(words, " "), &f) {
		// A name with a typing error is no word of a message.
		ignored := map[string]bool{}
		for _, w := range f.ignored {
			ignored[w] = true
		}
		for _, w := range words {
			if name := trim(w); ignored[w] && a.almostName(name) {
				f.add(name, nil)
			}
		}
		return f
	}
	for i, w := range words {
		name := trim(w)
		if name == "" {
			name = w // nothing but brackets, say: tell which
		}
		f.add(name, results[i])
	}
	return f
}

// joined makes one word of a prefix and the number after it, "MGS 2008".
func (a *app) joined(words []string) []string {
	var out []string
	for i := 0; i < len(words); i++ {
		w := words[i]
		if i+1 < len(words) && a.isPrefix(w) && a.single(w+" "+words[i+1]) != nil {
			i++
			w += " " + words[i]
		}
		out = append(out, w)
	}
	return out
}

func (f *found) add(word string, hits []hit) {
	switch {
	case len(hits) != 1:
		if f.noted[word] {
			return
		}
		if f.noted == nil {
			f.noted = map[string]bool{}
		}
		f.noted[word] = true
		if len(hits) == 0 {
			f.unknown = append(f.unknown, word)
		} else {
			f.vague = append(f.vague, vague{word, hits})
		}
	case !slices.ContainsFunc(f.hits, func(h hit) bool { return h.d == hits[0].d }):
		f.hits = append(f.hits, hits[0])
	}
}

// findInText looks for codes in a pasted line, then, when there is none, for
// names and aliases. It reports whether there was anything.
func (a *app) findInText(line string, f *found) bool {
	line = stripEscapes(line)
	words := strings.Fields(line)
	for _, w := range words {
		if at := strings.Index(w, "://"); at >= 0 {
			if hits, unknown := a.address(trim(w)); hits != nil || unknown != "" {
				f.add(unknown, hits)
			}
			continue
		}
		codes := a.codesIn(w)
		for _, code := range codes {
			f.add(code, a.lookup(code))
		}
		if codes == nil {
			f.ignored = append(f.ignored, w)
		}
	}
	if len(f.hits)+len(f.unknown)+len(f.vague) > 0 {
		return true
	}
	for _, w := range f.ignored {
		for _, part := range strings.FieldsFunc(w, func(r rune) bool { return r < 0x80 && !isWordByte(byte(r)) && r != '-' }) {
			if len(part) > 2 && strings.Trim(part, "0123456789") != "" {
				if hits := a.lookup(part); hits != nil {
					f.add(part, hits)
				}
			}
		}
	}
	return len(f.hits)+len(f.vague) > 0
}

// almostName reports whether word is the name of a code but for a letter or
// two.
func (a *app) almostName(word string) bool {
	if len(word) < 6 || len(word) > 64 {
		return false
	}
	for i := range a.Sources {
		for _, d := range a.Sources[i].Catalog.Codes {
			n := len(d.Name) - len(word)
			if -3 < n && n < 3 && text.Distance(strings.ToLower(word), strings.ToLower(d.Name)) < 3 {
				return true
			}
		}
	}
	return false
}

// single returns the codes that one word means by itself.
func (a *app) single(word string) []hit {
	word = trim(word)
	if word == "" {
		return nil
	}
	if hits := a.lookup(word); hits != nil {
		return hits
	}
	if prefix, digits, ok := strings.Cut(word, " "); ok && a.isPrefix(prefix) {
		return a.lookup(prefix + "-" + strings.TrimSpace(digits))
	}
	if !strings.ContainsAny(word, " \t\r\n") && (strings.ContainsRune(word, '/') || strings.HasSuffix(word, ".md")) && !a.onlyCodes(word) {
		hits, _ := a.address(word)
		return hits
	}
	return nil
}

// onlyCodes reports whether word is codes with slashes between them, "MGS2003
// or MGS2008" in short, and no path of which the last part counts.
func (a *app) onlyCodes(word string) bool {
	for part := range strings.SplitSeq(word, "/") {
		if a.catalogOf(part) == nil {
			return false
		}
	}
	return true
}

// isPrefix reports whether word is what the codes of a catalog begin with.
func (a *app) isPrefix(word string) bool {
	return slices.ContainsFunc(a.Sources, func(s Source) bool { return strings.EqualFold(s.Catalog.Prefix, word) })
}

// address returns the code whose page a URL or a file path names. Where the
// page lies, in which version, and under which name it was known then, is of
// no importance; the last part that means a code, or has the form of one of
// a known prefix and is unknown, decides.
func (a *app) address(url string) (hits []hit, unknown string) {
	if at := strings.Index(url, "://"); at >= 0 {
		_, url, _ = strings.Cut(url[at+3:], "/")
	}
	parts := strings.FieldsFunc(url, func(r rune) bool { return strings.ContainsRune("/#?&=", r) })
	for _, p := range slices.Backward(parts) {
		for _, ext := range []string{".md", ".html", ".htm"} {
			p = strings.TrimSuffix(p, ext)
		}
		p = trim(p)
		if p == "" || strings.Trim(p, "0123456789") == "" {
			continue
		}
		if hits := a.lookup(p); hits != nil {
			return hits, ""
		}
		if a.catalogOf(p) != nil {
			return nil, p
		}
	}
	return nil, ""
}

// codesIn returns the words in s that have the form of a code of one of the
// catalogs, or are an old code.
func (a *app) codesIn(s string) []string {
	var codes []string
	for i := 0; i < len(s); {
		if !isWordByte(s[i]) {
			i++
			continue
		}
		end := i
		for end < len(s) && isWordByte(s[end]) {
			end++
		}
		code := s[i:end]
		if n := a.separated(s, i, end); n > 0 {
			end = n
			code = s[i:end]
		}
		if a.catalogOf(code) != nil || isOldCode(a, code) {
			codes = append(codes, code)
		}
		i = end
	}
	return codes
}

// separated returns the end of a code with a separator whose prefix is
// s[start:end], 0 when there is none.
func (a *app) separated(s string, start, end int) int {
	for i := range a.Sources {
		c := a.Sources[i].Catalog
		if c.Separator == "" || !strings.EqualFold(s[start:end], c.Prefix) || !strings.HasPrefix(s[end:], c.Separator) {
			continue
		}
		n := end + len(c.Separator)
		for n < len(s) && isWordByte(s[n]) {
			n++
		}
		if a.catalogOf(s[start:n]) != nil {
			return n
		}
	}
	return 0
}

// isOldCode reports whether word is an alias that has digits, as codes do.
func isOldCode(a *app, word string) bool {
	if !strings.ContainsAny(word, "0123456789") {
		return false
	}
	for i := range a.Sources {
		for _, d := range a.Sources[i].Catalog.Codes {
			if _, ok := means(byAlias, nil, d, word); ok {
				return true
			}
		}
	}
	return false
}

// isWordByte reports whether a code may not touch c: XMGS2008, MGS20081 and
// MGS2008_x hold no code. Letters beyond ASCII do not count, since Chinese
// and Japanese text stands next to a code without a space.
func isWordByte(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_'
}

// looksLikeCode reports whether a word that means nothing was meant to be a
// code: letters, then digits or what is easily taken for one.
func looksLikeCode(word string) bool {
	letters := strings.TrimLeft(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
	digits := strings.TrimLeft(letters, "-_")
	return digits != "" && len(word) <= 32 && strings.Trim(digits, "0123456789oOlIsSbB") == ""
}

// trim removes what surrounds a code in messages: brackets, quotes,
// punctuation and colour sequences.
func trim(word string) string {
	return strings.Trim(stripEscapes(word), " \t\r\n\"'`[](){}<>:;,.!?*|=#“”‘’«»„…")
}

// stripEscapes removes colour sequences, also those that lost their escape
// byte when they were copied, and hyperlink sequences.
func stripEscapes(s string) string {
	if !strings.ContainsAny(s, "\x1b[") {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		if n := escapeLen(s[i:]); n > 0 {
			i += n
			continue
		}
		b = append(b, s[i])
		i++
	}
	return string(b)
}

// escapeLen returns the length of the terminal sequence at the head of s.
func escapeLen(s string) int {
	if s[0] != 0x1b && s[0] != '[' {
		return 0
	}
	if strings.HasPrefix(s, "\x1b]") {
		for i := 2; i < len(s); i++ {
			if s[i] == 0x07 {
				return i + 1
			}
			if s[i] == 0x1b {
				return min(i+2, len(s))
			}
		}
		return 2
	}
	i := strings.TrimPrefix(s, "\x1b")
	if !strings.HasPrefix(i, "[") {
		return len(s) - len(i)
	}
	params := strings.TrimLeft(i[1:], "0123456789;:")
	if params == "" || params[0]|0x20 < 'a' || params[0]|0x20 > 'z' {
		return len(s) - len(i)
	}
	if s[0] == '[' && (params[0] != 'm' || len(params) == len(i)-1 && len(params) > 1 && 'a' <= params[1] && params[1] <= 'z') {
		return 0 // ordinary text in brackets, [mgs2008] too
	}
	return len(s) - len(params) + 1
}
