package catalog

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/egladman/magus/internal/page"
)

// searchable are keys that can be told to grep as they are.
var searchable = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.:/-]*$`)

// together makes one fault of an unknown key that most pages have, or very
// many: pages that come from elsewhere bring keys of their own, and what is
// wrong with few of them must not drown. all counts the pages.
func (c *Catalog) together(faults page.Errors, all int) page.Errors {
	same := map[page.Error]page.Errors{}
	for _, f := range faults {
		if searchable.MatchString(f.Key) {
			same[faultKind(f)] = append(same[faultKind(f)], f)
		}
	}
	var told page.Errors
	for kind, of := range same {
		of.Sort()
		pages := slices.CompactFunc(slices.Clone(of), func(a, b page.Error) bool { return a.File == b.File })
		codes := make([]string, len(pages))
		for i, f := range pages {
			codes[i] = strings.TrimSuffix(path.Base(f.File), ".md")
		}
		if fewOf(len(codes), all) {
			delete(same, kind)
			continue
		}
		unknown, wanted, _ := strings.Cut(kind.Msg, ": ")
		told.Addf(of[0].File, of[0].Pos, "%s in %s (%s; all: grep -rlwF %s: %s): take it out of each, or rename it: %s",
			unknown, count(len(codes), "page"), list(codes), kind.Key, ShellQuote(c.show), wanted)
	}
	for _, f := range faults {
		if _, ok := same[faultKind(f)]; !ok {
			told = append(told, f)
		}
	}
	return told
}

// faultKind is what equal faults of several pages have in common.
func faultKind(f page.Error) page.Error { return page.Error{Key: f.Key, Msg: f.Msg} }
