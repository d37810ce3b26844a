package explain

import (
	"embed"
	"slices"
	"strings"

	"github.com/egladman/magus/diag"
)

var shells = []string{"bash", "zsh", "fish", "powershell"}

// completeWord is the hidden first argument by which completion scripts ask:
//
//	magus-explain __complete WORD... .CURRENT
//
// The words before the current one follow, then the current one behind a dot,
// since shells lose an empty argument. The answer is a line per candidate,
// a tab before its description if it has one; or :files alone.
const completeWord = "__complete"

//go:embed completion
var completionScripts embed.FS

// completion prints the script for a shell.
func (a *app) completion(args []string) error {
	usage := a.Name + " completion " + strings.Join(shells, "|")
	if len(args) != 1 {
		return usagef("completion wants a shell: %s", usage)
	}
	if args[0] == "-h" || args[0] == "--help" {
		return a.print([]byte("Usage: " + usage + "\n\nThe first lines of the script say how to use it.\n"))
	}
	if !slices.Contains(shells, args[0]) {
		return usagef("completion %q: want %s", args[0], usage)
	}
	script, err := completionScripts.ReadFile("completion/" + args[0])
	if err != nil {
		return err
	}
	words := strings.Fields(a.Name)
	sub, subPS := "", ""
	for i, w := range words[1:] {
		if i > 0 {
			sub, subPS = sub+" ", subPS+", "
		}
		sub, subPS = sub+w, subPS+"'"+w+"'"
	}
	fn := "_" + strings.ToLower(envName(strings.ReplaceAll(a.Name, " ", "_"))) + "_complete"
	return a.print([]byte(strings.NewReplacer(
		"@NAME@", a.Name, "@CMD@", words[0], "@FN@", fn, "@SUB@", sub, "@SUBPS@", subPS,
	).Replace(string(script))))
}

// A candidate is a word to complete to, and what it is.
type candidate struct{ word, doc string }

// complete answers a completion script.
func (a *app) complete(args []string) error {
	var out []byte
	for _, c := range a.candidates(args) {
		out = append(out, c.word...)
		if c.doc != "" {
			out = append(append(out, '\t'), printable(c.doc)...)
		}
		out = append(out, '\n')
	}
	return a.print(out)
}

func (a *app) candidates(args []string) []candidate {
	if len(args) == 0 {
		return nil
	}
	before, cur := args[:len(args)-1], strings.TrimPrefix(args[len(args)-1], ".")
	if slices.Contains(before, "--") {
		return a.codeCandidates(cur)
	}
	// Bash makes --format=js three words.
	if cur == "=" {
		before, cur = append(before[:len(before):len(before)], "="), ""
	}
	if n := len(before); n >= 2 && before[n-1] == "=" {
		before = before[:n-1]
	}
	defs := flagDefs()
	if n := len(before); n > 0 {
		if n == 1 && before[0] == "completion" {
			return startingWith(cur, shells, "")
		}
		if d := findFlag(defs, before[n-1]); d != nil && d.arg != "" {
			return a.valueCandidates(d, cur, "")
		}
	}
	if !strings.HasPrefix(cur, "-") {
		list := a.codeCandidates(cur)
		if len(before) == 0 && cur != "" && strings.HasPrefix("completion", cur) {
			list = append(list, candidate{"completion", "print a completion script"})
		}
		return list
	}
	if name, value, ok := strings.Cut(cur, "="); ok {
		if d := findFlag(defs, name); d != nil && d.arg != "" {
			return a.valueCandidates(d, value, name+"=")
		}
		return nil
	}
	var list []candidate
	for _, d := range defs {
		if w := "--" + d.name; strings.HasPrefix(w, cur) {
			list = append(list, candidate{w, d.doc})
		}
	}
	return list
}

// valueCandidates completes the value of a flag.
func (a *app) valueCandidates(d *flagDef, cur, before string) []candidate {
	switch d.name {
	case "log":
		return []candidate{{":files", ""}}
	case "family":
		return startingWith(cur, a.words(func(d *diag.Descriptor) []string { return []string{d.Family} }), before)
	case "tag":
		return startingWith(cur, a.words(func(d *diag.Descriptor) []string { return d.Tags }), before)
	}
	return startingWith(cur, d.values, before)
}

// words collects what of gives for each code, sorted, each once.
func (a *app) words(of func(*diag.Descriptor) []string) []string {
	var list []string
	for i := range a.Sources {
		for _, d := range a.Sources[i].Catalog.Codes {
			list = append(list, of(d)...)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func startingWith(cur string, words []string, before string) []candidate {
	var list []candidate
	for _, w := range words {
		if hasPrefixFold(w, cur) && oneWord(w) {
			list = append(list, candidate{before + w, ""})
		}
	}
	return list
}

// codeCandidates completes codes, by number too, and, once something was
// typed, names.
func (a *app) codeCandidates(cur string) []candidate {
	var list []candidate
	for i := range a.Sources {
		c := a.Sources[i].Catalog
		for _, d := range c.Codes {
			doc := d.Title + mark(d)
			if hasPrefixFold(d.Code, cur) || cur != "" && strings.HasPrefix(digitsOf(c, d.Code), cur) {
				list = append(list, candidate{d.Code, doc})
			} else if cur != "" && d.Name != "" && hasPrefixFold(d.Name, cur) && oneWord(d.Name) {
				list = append(list, candidate{d.Name, d.Code + " " + doc})
			}
		}
	}
	return list
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// oneWord reports whether w is safe to be one line and one word of an answer.
func oneWord(w string) bool {
	return w != "" && printable(w) == w && !strings.ContainsAny(w, " \t")
}
