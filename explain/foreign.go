package explain

import (
	"fmt"
	"strings"
)

// foreigners are widely met codes of other programs, by prefix and number of
// digits. E0308 in a log is no misspelt code of ours.
func foreigners() []struct {
	prefix string
	digits string
	whose  string
} {
	return []struct{ prefix, digits, whose string }{
		{"E", "4", "the Rust compiler: rustc --explain %s"},
		{"SA", "4", "staticcheck: staticcheck -explain %s"},
		{"ST", "4", "staticcheck: staticcheck -explain %s"},
		{"QF", "4", "staticcheck: staticcheck -explain %s"},
		{"SC", "4", "ShellCheck: https://www.shellcheck.net/wiki/%s"},
		{"GHC", "5", "the Haskell compiler: https://errors.haskell.org/messages/%s"},
		{"TS", "4 5", "the TypeScript compiler"},
		{"CS", "4", "the C# compiler"},
		{"NG", "4 5", "Angular: https://angular.dev/errors/%s"},
		{"RUF", "3", "ruff: ruff rule %s"},
		{"DL", "4", "hadolint: https://github.com/hadolint/hadolint/wiki/%s"},
		{"ORA", "5", "Oracle Database"},
	}
}

// foreign tells whose code a word is; empty when that is not known or the
// prefix is one of our own catalogs.
func (a *app) foreign(word string) string {
	word = strings.ToUpper(word)
	for i := range a.Sources {
		c := a.Sources[i].Catalog
		if digits, ok := number(c, word); ok && len(digits) >= c.MinDigits {
			return ""
		}
	}
	for _, f := range foreigners() {
		rest, ok := strings.CutPrefix(word, f.prefix)
		rest = strings.TrimPrefix(rest, "-")
		if !ok || strings.Trim(rest, "0123456789") != "" || !strings.Contains(f.digits, fmt.Sprint(len(rest))) || rest == "" {
			continue
		}
		if strings.Contains(f.whose, "%s") {
			return "it has the form of a code of " + fmt.Sprintf(f.whose, word)
		}
		return "it has the form of a code of " + f.whose
	}
	return ""
}
