package explain

import (
	"bytes"

	"github.com/clipperhouse/displaywidth"
)

// print writes out as it is.
func (a *app) print(out []byte) error {
	_, err := a.Stdout.Write(out)
	return err
}

// deliver writes out, by a pager when there is one and the screen is too
// small for it.
func (a *app) deliver(out []byte, l look) error {
	if l.pager != nil && lines(out, l.wide) >= l.rows {
		if a.throughPager(out, l) {
			return nil
		}
	}
	return a.print(out)
}

// lines counts the lines that out takes on a screen of width columns.
func lines(out []byte, width int) int {
	n := 0
	for line := range bytes.Lines(out) {
		n++
		if len(line) > width && width > 0 {
			w := displaywidth.String(visible(string(bytes.TrimSuffix(line, []byte("\n")))))
			n += max(0, w-1) / width
		}
	}
	return n
}

// visible is s without escape sequences.
func visible(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		if n := 0; s[i] == 0x1b {
			n = escapeLen(s[i:])
			i += max(1, n)
			continue
		}
		b = append(b, s[i])
		i++
	}
	return string(b)
}
