package diag

import (
	"fmt"
	"log/slog"
	"math"
	"strings"
)

// off silences a code.
const off = slog.Level(math.MinInt)

// A rule gives the codes that match pattern another level.
type rule struct {
	pattern string
	level   slog.Level
}

// parseRules reads "MGS2*=info,MGS2008=off". Entries that are no rules come
// back as problems.
func parseRules(spec string) (rules []rule, problems []string) {
	for _, entry := range entries(spec) {
		pattern, level, found := strings.Cut(entry, "=")
		pattern, level = strings.TrimSpace(pattern), strings.TrimSpace(level)
		if !found || pattern == "" {
			problems = append(problems, fmt.Sprintf("%q: want PATTERN=LEVEL, such as MGS2*=info", entry))
			continue
		}
		if !strings.ContainsAny(pattern, "*0123456789") { // every code ends in digits
			problems = append(problems, fmt.Sprintf("%q: want a code or a pattern with *, such as MGS2*=info", entry))
			continue
		}
		l, ok := parseLevel(level)
		if !ok {
			problems = append(problems, fmt.Sprintf("%q: want the level debug, info, warn, error or off", entry))
			continue
		}
		rules = append(rules, rule{pattern, l})
	}
	return rules, problems
}

func entries(spec string) (out []string) {
	for entry := range strings.SplitSeq(spec, ",") {
		if entry = strings.TrimSpace(entry); entry != "" {
			out = append(out, entry)
		}
	}
	return out
}

func parseLevel(s string) (slog.Level, bool) {
	switch strings.ToLower(s) {
	case "debug":
		return slog.LevelDebug, true
	case "info":
		return slog.LevelInfo, true
	case "warn":
		return slog.LevelWarn, true
	case "error":
		return slog.LevelError, true
	case "off":
		return off, true
	}
	return 0, false
}

// match reports whether code matches a pattern in which * stands for any text
// and case does not count.
func match(pattern, code string) bool {
	star, mark := -1, 0
	p, c := 0, 0
	for c < len(code) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, c
			p++
		case p < len(pattern) && upper(pattern[p]) == upper(code[c]):
			p++
			c++
		case star >= 0:
			mark++
			p, c = star+1, mark
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

func upper(c byte) byte {
	if 'a' <= c && c <= 'z' {
		c -= 'a' - 'A'
	}
	return c
}

// levelFor returns the level of a record of code, off to drop it.
func levelFor(rules []rule, code string, l slog.Level) slog.Level {
	for i := len(rules) - 1; i >= 0; i-- {
		if match(rules[i].pattern, code) {
			return rules[i].level
		}
	}
	return l
}

// raises reports whether a rule may lift a record to a level that is written.
func raises(rules []rule) bool {
	for _, r := range rules {
		if r.level != off {
			return true
		}
	}
	return false
}

// idle returns what is wrong with rules that name no code, or a retired one.
func idle(rules []rule, catalogs []*Catalog) (problems []string) {
	if len(catalogs) == 0 {
		return nil
	}
	for _, r := range rules {
		if s := idleRule(r.pattern, catalogs); s != "" {
			problems = append(problems, fmt.Sprintf("%q: %s", r.pattern, s))
		}
	}
	return problems
}

func idleRule(pattern string, catalogs []*Catalog) string {
	found, live := 0, 0
	for _, c := range catalogs {
		for d := range c.All() {
			if match(pattern, d.Code) {
				found++
				if d.Status != Retired {
					live++
				}
			}
		}
	}
	switch {
	case found == 0 && strings.Contains(pattern, "*"):
		return "matches no code"
	case found == 0:
		return "no such code"
	case live == 0:
		return "is retired and no longer emitted"
	}
	return ""
}
