package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/internal/text"
)

// nearest returns up to three codes that word may have been meant for: by
// typing distance to code and name, by words in common with the title, and,
// for equal ones, those of the family of the best.
func (a *app) nearest(word string) []*diag.Descriptor {
	type scored struct {
		d     *diag.Descriptor
		score int
	}
	if len(word) > 64 {
		return nil
	}
	parts := wordsOf(word)
	word = strings.ToUpper(word)
	var all []scored
	for i := range a.Sources {
		for _, d := range a.Sources[i].Catalog.Codes {
			score, limit := codeDistance(word, d.Code), (len(d.Code)+1)/2
			for _, name := range append([]string{d.Name}, d.Aliases...) {
				if name == "" {
					continue
				}
				if s := codeDistance(word, strings.ToUpper(name)); s < score {
					score, limit = s, (len(name)+1)/2
				}
			}
			common := shared(parts, d)
			if score > 2*limit && common == 0 {
				continue
			}
			score -= 6 * common
			if d.Status == diag.Retired {
				score++
			}
			all = append(all, scored{d, score})
		}
	}
	slices.SortStableFunc(all, func(x, y scored) int { return x.score - y.score })
	if len(all) > 0 {
		family := all[0].d.Family
		slices.SortStableFunc(all, func(x, y scored) int {
			if x.score != y.score {
				return x.score - y.score
			}
			return order(x.d.Family != family) - order(y.d.Family != family)
		})
	}
	var near []*diag.Descriptor
	for _, s := range all[:min(3, len(all))] {
		near = append(near, s.d)
	}
	return near
}

func order(b bool) int {
	if b {
		return 1
	}
	return 0
}

// wordsOf splits text and CamelCase names into upper-case words.
func wordsOf(s string) []string {
	var b strings.Builder
	lower := false
	for _, r := range s {
		if lower && 'A' <= r && r <= 'Z' {
			b.WriteByte(' ')
		}
		lower = 'a' <= r && r <= 'z'
		b.WriteRune(r)
	}
	return strings.FieldsFunc(strings.ToUpper(b.String()), func(r rune) bool { return r < 0x80 && !isWordByte(byte(r)) })
}

// shared counts the words of a query that the title, name or tags of d hold.
func shared(words []string, d *diag.Descriptor) int {
	n := 0
	for _, w := range words {
		if len(w) < 4 {
			continue
		}
		in := strings.Contains(strings.ToUpper(d.Title), w) || strings.Contains(strings.ToUpper(d.Name), w) ||
			slices.ContainsFunc(d.Tags, func(t string) bool { return strings.EqualFold(t, w) })
		if in {
			n++
		}
	}
	return n
}

// lookalike makes letters that are easily taken for a digit into that digit.
var lookalike = strings.NewReplacer("O", "0", "Q", "0", "I", "1", "L", "1", "S", "5", "B", "8", "Z", "2")

// codeDistance is twice the typing distance of two upper-case words; letters
// that look like digits count less than others.
func codeDistance(a, b string) int {
	d := 2 * text.Distance(a, b)
	if d == 0 {
		return 0
	}
	return min(d, 2*text.Distance(lookalike.Replace(a), lookalike.Replace(b))+1)
}

// reportMissing tells what could not be found and returns the error that ends
// the command, nil when all was found.
func (a *app) reportMissing(f found) error {
	for _, v := range f.vague {
		fmt.Fprintf(a.Stderr, "%s: %q means %d codes:\n", a.Name, shown(v.word), len(v.hits))
		for _, h := range v.hits {
			fmt.Fprintf(a.Stderr, "  %s  %s  (%s)\n", h.d.Code, printable(h.d.Title), owner(h.src.Catalog))
		}
	}
	for _, w := range f.unknown {
		a.reportUnknown(w)
	}
	if len(f.vague)+len(f.unknown) > 0 {
		return status{code: exitNone}
	}
	return nil
}

// shown cuts what was typed or pasted to what an error repeats of it.
func shown(s string) string {
	if len(s) > 80 {
		return strings.ToValidUTF8(s[:80], "") + "…"
	}
	return s
}

func (a *app) reportUnknown(word string) {
	if strings.ContainsAny(word, " \t\r\n") {
		fmt.Fprintf(a.Stderr, "%s: no code in %q\n  %s --message TEXT looks for the code of a message\n", a.Name, shown(word), a.Name)
		return
	}
	fmt.Fprintf(a.Stderr, "%s: unknown code %q\n", a.Name, shown(word))
	if whose := a.foreign(word); whose != "" {
		fmt.Fprintf(a.Stderr, "  %s\n", whose)
		return
	}
	near := a.nearest(word)
	if len(near) == 0 {
		fmt.Fprintf(a.Stderr, "  %[1]s lists all codes, %[1]s --search WORDS looks into their pages\n", a.Name)
		return
	}
	fmt.Fprintln(a.Stderr, "nearest codes:")
	for _, d := range near {
		fmt.Fprintf(a.Stderr, "  %s  %s\n", d.Code, printable(d.Title))
	}
}
