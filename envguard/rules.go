package envguard

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// foldKind says how the names of a list are compared.
type foldKind uint8

const (
	foldNone foldKind = iota
	foldASCII
	foldUnicode
)

// rules is a compiled list of NAME and PREFIX* entries.
type rules struct {
	exact    map[string]struct{}
	few      [256][]string // the exact entries by first byte as folded, used where they are no more than maxFew
	prefixes []string      // sorted, none a prefix of another: only the last one not above a name can match
	longest  int           // of all entries, in bytes as folded
	fold     foldKind

	// By first byte of a name as spelled: the lengths of the exact entries
	// that it can be, those from 63 up in one bit, and whether a prefix begins
	// so. Most names are settled here, without a hash.
	lengths    [256]uint64
	prefixGate [256]bool
}

// maxFew is up to where comparing one by one beats a hash.
const maxFew = 8

// compileRules compiles entries; what names the list in errors.
func compileRules(what string, entries []string, fold foldKind) (rules, error) {
	r := rules{exact: make(map[string]struct{}, len(entries)), fold: fold}
	var errs []error
	for i, entry := range entries {
		name, isPrefix := strings.CutSuffix(entry, "*")
		if err := checkPattern(name, isPrefix); err != nil {
			errs = append(errs, fmt.Errorf("envguard: %s entry %d %s: %w", what, i, quoteEntry(entry), err))
			continue
		}
		switch fold {
		case foldASCII:
			name = string(appendASCIIFold(nil, name))
		case foldUnicode:
			name = string(appendUnicodeFold(nil, name))
		}
		r.longest = max(r.longest, len(name))
		if isPrefix {
			r.prefixes = append(r.prefixes, name)
			openGate(&r.prefixGate, name[0], fold)
			continue
		}
		r.exact[name] = struct{}{}
		lengths := lengthBit(len(name))
		if fold == foldUnicode {
			lengths = ^uint64(0) // a spelling can be longer than what it folds to
		}
		var gate [256]bool
		openGate(&gate, name[0], fold)
		for c, open := range gate {
			if open {
				r.lengths[c] |= lengths
			}
		}
	}
	for name := range r.exact {
		r.few[name[0]] = append(r.few[name[0]], name)
	}
	slices.Sort(r.prefixes)
	kept := r.prefixes[:0]
	for _, p := range r.prefixes {
		if len(kept) == 0 || !strings.HasPrefix(p, kept[len(kept)-1]) {
			kept = append(kept, p)
		}
	}
	r.prefixes = kept
	return r, errors.Join(errs...)
}

// openGate marks the bytes with which a spelling of a name can begin whose
// own first byte is c.
func openGate(gate *[256]bool, c byte, fold foldKind) {
	gate[c] = true
	if fold == foldNone {
		return
	}
	switch {
	case 'a' <= c && c <= 'z':
		gate[c-'a'+'A'] = true
	case 'A' <= c && c <= 'Z':
		gate[c-'A'+'a'] = true
	}
	if fold == foldUnicode {
		for b := 0x80; b <= 0xff; b++ {
			gate[b] = true
		}
	}
}

// match reports whether an entry covers name, which is not empty.
func (r *rules) match(name string) bool {
	if r.lengths[name[0]]&lengthBit(len(name)) == 0 && !r.prefixGate[name[0]] {
		return false
	}
	return r.matchSlow(name)
}

func lengthBit(n int) uint64 { return 1 << min(n, 63) }

func (r *rules) matchSlow(name string) bool {
	if r.fold == foldNone {
		return matchFolded(r, name)
	}
	// A name beyond the longest entry can only match a prefix. The cut
	// leaves four bytes for each one, since folding can narrow a rune.
	if keep := 4 * (r.longest + 1); len(name) > keep {
		name = name[:keep]
	}
	var buf [256]byte
	if r.fold == foldASCII {
		return matchFolded(r, appendASCIIFold(buf[:0], name))
	}
	return matchFolded(r, appendUnicodeFold(buf[:0], name))
}

func matchFolded[T string | []byte](r *rules, name T) bool {
	if len(name) <= r.longest {
		few := r.few[name[0]]
		if len(few) > maxFew {
			if _, ok := r.exact[string(name)]; ok {
				return true
			}
		} else {
			for _, have := range few {
				if have == string(name) {
					return true
				}
			}
		}
	}
	if len(r.prefixes) == 0 {
		return false
	}
	lo, hi := 0, len(r.prefixes)
	for lo < hi {
		if mid := (lo + hi) / 2; r.prefixes[mid] <= string(name) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 {
		return false
	}
	p := r.prefixes[lo-1]
	return len(name) >= len(p) && string(name[:len(p)]) == p
}

// checkPattern judges one entry without its trailing star.
func checkPattern(name string, isPrefix bool) error {
	switch {
	case name == "" && isPrefix:
		return errors.New("a star alone would pass everything, want NAME or PREFIX*")
	case strings.Contains(name, "*"):
		return errors.New("want at most one star, at the end")
	}
	return checkName(name)
}

// isName reports whether an environment can hold a variable of that name.
func isName(name string) bool { return name != "" && !strings.ContainsAny(name, "=\x00") }

// checkName judges the name of a variable in a configuration.
func checkName(name string) error {
	switch {
	case name == "":
		return errors.New("the name is empty")
	case strings.Contains(name, "="):
		return errors.New(`a name cannot hold "=", want the name alone without a value`)
	case strings.Contains(name, "\x00"):
		return errors.New("a name cannot hold a NUL byte")
	case strings.ContainsAny(name, "*?[]"):
		return errors.New("only a list of allowed or denied names knows patterns, and of them only PREFIX*")
	}
	return nil
}
