package page_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/egladman/magus/internal/page"
	"github.com/stretchr/testify/require"
)

func TestIsCode(t *testing.T) {
	five := page.Rules{Prefix: "MGS", MinDigits: 4, MaxDigits: 5}
	dash := page.Rules{Prefix: "B2B", Separator: "-", MinDigits: 1, MaxDigits: 3}
	for _, test := range []struct {
		rules page.Rules
		code  string
		want  bool
	}{
		{rules, "MGS2008", true}, {rules, "MGS0000", true}, {rules, "", false}, {rules, "MGS", false},
		{rules, "MGS200", false}, {rules, "MGS20080", false}, {rules, "mgs2008", false}, {rules, "MGS-2008", false},
		{rules, "MGS200a", false}, {rules, "MGS２００８", false}, {rules, " MGS2008", false}, {rules, "XMGS2008", false},
		{five, "MGS2008", true}, {five, "MGS0008", true}, {five, "MGS12008", true}, {five, "MGS02008", false}, {five, "MGS120080", false},
		{dash, "B2B-1", true}, {dash, "B2B-0", true}, {dash, "B2B-10", true}, {dash, "B2B-01", false}, {dash, "B2B1", false}, {dash, "B2B-", false},
	} {
		require.Equal(t, test.want, test.rules.IsCode(test.code), test.code)
	}
}

func TestGoName(t *testing.T) {
	for name, want := range map[string]string{
		"withheld": "Withheld", "stripped_count": "StrippedCount", "a1": "A1", "a_1": "A1", "a__b_": "AB", "var": "Var", "x": "X",
	} {
		require.Equal(t, want, page.GoName(name))
	}
}

func TestParts(t *testing.T) {
	for message, want := range map[string][]page.Part{
		"":                 nil,
		"plain":            {{Text: "plain"}},
		"{a}":              {{Field: "a"}},
		"x {a}{b_2} y":     {{Text: "x "}, {Field: "a"}, {Field: "b_2"}, {Text: " y"}},
		"{} {A} {a b} {a":  {{Text: "{} {A} {a b} {a"}},
		"{{a}}":            {{Text: "{"}, {Field: "a"}, {Text: "}"}},
		"{x{y} }{":         {{Text: "{x"}, {Field: "y"}, {Text: " }{"}},
		"{\u2028} {a}\n{b": {{Text: "{\u2028} "}, {Field: "a"}, {Text: "\n{b"}},
	} {
		require.Equal(t, want, page.Parts(message), "%q", message)
	}
}

func TestErrors(t *testing.T) {
	var l page.Errors
	require.NoError(t, l.Err())
	l.Addf("b.md", page.Pos{}, "whole file")
	l.Addf("a.md", page.Pos{Line: 10, Column: 2}, "ten")
	l.Addf("a.md", page.Pos{Line: 9, Column: 20}, "nine")
	l.Addf("a.md", page.Pos{Line: 9, Column: 3}, "level %q: want %s", "verbose", "debug")
	l.Addf("a.md", page.Pos{Line: 10, Column: 2}, "ten")
	l.Addf("a.md", page.Pos{Line: 7}, "a line")
	l.Addf("", page.Pos{}, "nowhere")
	l.Sort()
	require.EqualError(t, l.Err(), `nowhere
a.md:7: a line
a.md:9:3: level "verbose": want debug
a.md:9:20: nine
a.md:10:2: ten
b.md: whole file`)
	var got page.Errors
	require.True(t, errors.As(fmt.Errorf("load: %w", l.Err()), &got))
	require.Len(t, got, 6)
}

// TestKeys checks the table of keys, which tools describe the format by.
func TestKeys(t *testing.T) {
	var walk func(path string, keys []page.Key)
	walk = func(path string, keys []page.Key) {
		seen := map[string]bool{}
		for _, k := range keys {
			at := path + k.Name
			require.False(t, seen[k.Name], at)
			seen[k.Name] = true
			require.Regexp(t, regexp.MustCompile(`^[A-Z].*\.$`), k.Doc, at)
			require.Equal(t, k.Kind == page.Enum, len(k.Values) > 0, at)
			require.Equal(t, k.Kind == page.Map || k.Kind == page.Named, len(k.Keys) > 0, at)
			require.Equal(t, k.Kind == page.Int, k.Max > k.Min, at)
			if k.Short != "" {
				require.True(t, slices.ContainsFunc(k.Keys, func(s page.Key) bool { return s.Name == k.Short }), at)
			}
			_, err := regexp.Compile(k.Pattern)
			require.NoError(t, err, at)
			walk(at+".", k.Keys)
		}
	}
	keys := page.Keys()
	walk("", keys)
	var names []string
	for _, k := range keys {
		names = append(names, k.Name)
	}
	require.Equal(t, []string{
		"title", "description", "tags", "name", "level", "since", "events", "message", "fields", "status",
		"aliases", "related", "draft", "hint", "exit", "limit",
	}, names)
	keys[0].Name = "changed"
	require.Equal(t, "title", page.Keys()[0].Name)
}
