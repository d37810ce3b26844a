package explain

import (
	"fmt"
	"strings"
)

// helpText is what --help prints.
func (a *app) helpText() string {
	var b strings.Builder
	n := a.Name
	fmt.Fprintf(&b, `Explain diagnostic codes, offline, as of this version of the program.

Usage:
  %[1]s CODE...           show pages: %[2]s
  %[1]s                   list the codes
  %[1]s --message TEXT    find the code of a message
  %[1]s --log FILE...     report the codes in logs
  %[1]s completion SHELL  print a completion script: %[3]s
`, n, a.examples(), strings.Join(shells, ", "))
	group := ""
	for _, d := range flagDefs() {
		if d.group != group {
			group = d.group
			fmt.Fprintf(&b, "\n%s:\n", group)
		}
		for i, line := range wrap(flagDoc(d), 52) {
			left := ""
			if i == 0 {
				left = flagUsage(d)
			}
			fmt.Fprintf(&b, "  %-24s  %s\n", left, line)
		}
	}
	fmt.Fprintf(&b, `
Filters of different kinds must all fit; of one kind, any.

Environment:
  %-24s  columns, whatever the terminal has
  %-24s  the pager; empty or cat is none
  NO_COLOR, CLICOLOR_FORCE, FORCE_COLOR, CLICOLOR, TERM, FORCE_HYPERLINK,
  COLUMNS, LC_ALL, LC_CTYPE and LANG are followed as is usual.

Exit status:
  0  found, also a retired code, a deprecated one or an alias
  1  unknown or ambiguous, nothing found, or --fail-on met
  2  wrong usage
  3  something cannot be read or written
`, a.EnvPrefix+"_WIDTH", a.EnvPrefix+"_PAGER, PAGER")
	return b.String()
}

// examples are ways to write the first code.
func (a *app) examples() string {
	for i := range a.Sources {
		c := a.Sources[i].Catalog
		for _, d := range c.Codes {
			list := []string{d.Code, strings.ToLower(d.Code), digitsOf(c, d.Code)}
			if d.Name != "" {
				list = append(list, printable(d.Name))
			}
			return strings.Join(list, ", ")
		}
	}
	return "a code, its number or name"
}

// flagUsage is a flag as help lists it: "-h, --help", "--format FORMAT".
func flagUsage(d flagDef) string {
	s := "--" + d.name
	if d.short != "" {
		s = "-" + d.short + ", " + s
	}
	if d.arg != "" {
		s += " " + d.arg
	}
	return s
}

func flagDoc(d flagDef) string {
	if d.values == nil || d.name == "format" {
		return d.doc
	}
	return d.doc + ": " + valuesOf(&d)
}
