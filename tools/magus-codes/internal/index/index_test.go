package index

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/diag"
)

func one(string) ([]string, error) { return []string{"A", "B"}, nil }

func TestEdit(t *testing.T) {
	for name, c := range map[string]struct{ src, want string }{
		"lf":     {"x\n<!-- magus-codes: index -->\nold\n<!-- magus-codes: end -->\ny", "x\n<!-- magus-codes: index -->\n\nA\nB\n\n<!-- magus-codes: end -->\ny"},
		"crlf":   {"x\r\n<!-- magus-codes: index -->\r\n<!-- magus-codes: end -->\r\n", "x\r\n<!-- magus-codes: index -->\r\n\r\nA\r\nB\r\n\r\n<!-- magus-codes: end -->\r\n"},
		"mixed":  {"a\r\nb\n<!-- magus-codes: index -->\r\n<!-- magus-codes: end -->\n\x00\xff", "a\r\nb\n<!-- magus-codes: index -->\r\n\r\nA\r\nB\r\n\r\n<!-- magus-codes: end -->\n\x00\xff"},
		"bom":    {"\ufeff<!-- magus-codes: index -->\n<!-- magus-codes: end -->\n", "\ufeff<!-- magus-codes: index -->\n\nA\nB\n\n<!-- magus-codes: end -->\n"},
		"two":    {"<!--magus-codes:index-->\n<!--magus-codes:end-->\n<!-- magus-codes: index f -->\n<!-- magus-codes: end -->", "<!--magus-codes:index-->\n\nA\nB\n\n<!--magus-codes:end-->\n<!-- magus-codes: index f -->\n\nA\nB\n\n<!-- magus-codes: end -->"},
		"fence":  {"```\n<!-- magus-codes: end -->\n```\n<!-- magus-codes: index -->\n```\n<!-- magus-codes: end -->\n", "```\n<!-- magus-codes: end -->\n```\n<!-- magus-codes: index -->\n\nA\nB\n\n<!-- magus-codes: end -->\n"},
		"inline": {"see `<!-- magus-codes: index -->` <!-- magus-codes: index -->\n<!-- magus-codes: index -->\n<!-- magus-codes: end -->\n", "see `<!-- magus-codes: index -->` <!-- magus-codes: index -->\n<!-- magus-codes: index -->\n\nA\nB\n\n<!-- magus-codes: end -->\n"},
	} {
		got, err := Edit("f", []byte(c.src), one)
		require.NoError(t, err, name)
		assert.Equal(t, c.want, string(got), name)
		again, err := Edit("f", got, one)
		require.NoError(t, err, name)
		assert.Equal(t, c.want, string(again), "%s: a second time", name)
	}
}

func TestEditFaults(t *testing.T) {
	for src, want := range map[string]string{
		"<!-- magus-codes: index -->": "f:1:1: the index is never closed",
		"<!-- magus-codes: end -->":   "f:1:1: an index ends that never began",
		"<!-- magus-codes: index -->\n<!-- magus-codes: index -->\n<!-- magus-codes: end -->": "f:2:1: an index begins inside that of line 1",
		"\n<!-- magus-codes: indx -->":                               `f:2:1: comment "<!-- magus-codes: indx -->"`,
		"<!-- magus-codes: index --> x":                              "f:1:1: comment",
		"<!-- magus-codes: index bad -->\n<!-- magus-codes: end -->": "f:1:1: bad",
	} {
		_, err := Edit("f", []byte(src), func(what string) ([]string, error) {
			if what == "bad" {
				return nil, errors.New("bad")
			}
			return nil, nil
		})
		assert.ErrorContains(t, err, want, "%q", src)
	}
	_, err := Edit("f", []byte("nothing\n"), one)
	assert.ErrorIs(t, err, ErrNoMarkers)
}

// What lies outside of the comments is never changed, and a second run changes
// nothing.
func FuzzEdit(f *testing.F) {
	f.Add([]byte("a\r\n<!-- magus-codes: index -->\nold\n<!-- magus-codes: end -->\nb"))
	f.Add([]byte("```\n<!-- magus-codes: index -->\n```\n~~~\n"))
	f.Add([]byte("<!-- magus-codes: index x -->\r\n<!-- magus-codes: end -->"))
	f.Fuzz(func(t *testing.T, src []byte) {
		got, err := Edit("f", src, one)
		if err != nil {
			return
		}
		if want, is := outside(src), outside(got); !bytes.Equal(want, is) {
			t.Errorf("outside changed:\n%q\n%q", want, is)
		}
		again, err := Edit("f", got, one)
		if err != nil || !bytes.Equal(again, got) {
			t.Errorf("second run: %v\n%q\n%q", err, got, again)
		}
	})
}

// outside returns the bytes that an index does not own.
func outside(src []byte) []byte {
	var out []byte
	inside, fence := false, ""
	for line := range bytes.Lines(src) {
		text, _ := cut(line)
		if marks, rest := fenceOf(text); fence != "" {
			if marks != "" && marks[0] == fence[0] && len(marks) >= len(fence) && strings.TrimSpace(rest) == "" {
				fence = ""
			}
		} else if marks != "" && !inside {
			fence = marks
		} else if end.MatchString(text) {
			inside = false
		}
		if !inside {
			out = append(out, line...)
		}
		if fence == "" && begin.MatchString(text) {
			inside = true
		}
	}
	return out
}

func TestLines(t *testing.T) {
	c := &diag.Catalog{Families: []diag.Family{{Name: "a", Title: "A_b"}, {Name: "e", Title: "E"}}, Codes: []*diag.Descriptor{
		{Code: "T-1", Family: "a", Title: "x|y\nz", Draft: true}, {Code: "T-2", Family: "a", Title: "w", Status: diag.Retired}}}
	lines, err := Lines(c, "a", "", "")
	require.NoError(t, err)
	assert.Equal(t, []string{"| Code | Level | What it says |", "|---|---|---|", `| [T-1](T-1.md) | info, draft | x\|y\\nz |`, "| [T-2](T-2.md) | retired | w |"}, lines)
	lines, err = Lines(c, "e", "", "all")
	require.NoError(t, err)
	assert.Equal(t, []string{`**A\_b**`, ""}, lines[:2])
	assert.Contains(t, lines[4], "(../a/T-1.md)")
	lines, err = Lines(c, "e", "", "")
	require.NoError(t, err)
	assert.Equal(t, []string{"No codes."}, lines)
	lines, err = Lines(c, "", "../docs", "a")
	require.NoError(t, err)
	assert.Contains(t, lines[2], "(../docs/a/T-1.md)")
	_, err = Lines(c, "", "", "zz")
	assert.Error(t, err)
}
