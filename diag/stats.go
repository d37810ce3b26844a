package diag

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/egladman/magus/internal/text"
)

// counted is the list of all codes that were reported, linked through their
// state, up to maxCodes of them.
var (
	counted  atomic.Pointer[Descriptor]
	countedN atomic.Int64
)

func (d *Descriptor) count() {
	if d == nil || d.state.emitted.Add(1) != 1 || countedN.Add(1) > maxCodes {
		return
	}
	for {
		head := counted.Load()
		d.state.next = head
		if counted.CompareAndSwap(head, d) {
			return
		}
	}
}

// A Count tells how often this process reported a code: each time a handler
// wanted it, also when a limit then held the record back.
type Count struct {
	Descriptor *Descriptor
	N          uint64
}

// Counts returns the counts of all codes reported so far, the most severe
// first, then the most frequent, then by code.
func Counts() []Count {
	var out []Count
	for d := counted.Load(); d != nil; d = d.state.next {
		out = append(out, Count{d, d.state.emitted.Load()})
	}
	slices.SortFunc(out, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Descriptor.MaxLevel(), a.Descriptor.MaxLevel()), cmp.Compare(b.N, a.N),
			cmp.Compare(a.Descriptor.Code, b.Descriptor.Code))
	})
	return out
}

// summaryCodes is the number of codes that a summary names.
const summaryCodes = 5

// Summary returns the closing line of a run, such as
//
//	3 diagnostics: MGS2003 ×14, MGS2008 ×2, MGS2011 ×1; magus-explain MGS2003
//
// The number is that of the different codes; explain is the command that
// explains a code, and may be empty. Without counts the line is empty.
func Summary(counts []Count, explain string) string {
	if len(counts) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(strconv.Itoa(len(counts)))
	b.WriteString(" diagnostic")
	if len(counts) > 1 {
		b.WriteByte('s')
	}
	sep := ": "
	for i, c := range counts {
		if i == summaryCodes {
			b.WriteString(sep + "…")
			break
		}
		b.WriteString(sep + text.Visible(c.Descriptor.Code) + " ×" + strconv.FormatUint(c.N, 10))
		sep = ", "
	}
	if explain != "" {
		b.WriteString("; " + explain + " " + text.Visible(counts[0].Descriptor.Code))
	}
	return b.String()
}
