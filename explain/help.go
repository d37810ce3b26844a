package explain

import (
	"fmt"
	"strings"

	"github.com/egladman/magus/internal/termmd"
)

// helpText is what --help prints.
func (a *app) helpText() string {
	var b strings.Builder
	n := a.Name
	fmt.Fprintf(&b, `Explain diagnostic codes, offline, as of this version of the program.

Usage:
  %[1]s CODE...           pages: %[2]s
  %[1]s                   the list of codes
  %[1]s --message TEXT    the code of a message
  %[1]s --log FILE...     the codes in logs
  %[1]s completion SHELL  complete in %[3]s
`, n, a.examples(), strings.Join(shells, ", "))
	group := ""
	for _, d := range flagDefs() {
		if d.group != group {
			group = d.group
			fmt.Fprintf(&b, "\n%s:\n", group)
		}
		for i, line := range termmd.Wrap(flagDoc(d), 52) {
			left := ""
			if i == 0 {
				left = flagUsage(d)
			}
			fmt.Fprintf(&b, "  %-24s  %s\n", left, line)
		}
	}
	b.WriteString("\nFilters of different kinds must all fit; of one kind, any.\n\nEnvironment:\n")
	for _, e := range a.environment() {
		fmt.Fprintf(&b, "  %s\n", e[0])
		for _, line := range termmd.Wrap(e[1], 72) {
			fmt.Fprintf(&b, "      %s\n", line)
		}
	}
	b.WriteString("\nExit status:\n")
	for _, e := range exitTexts {
		fmt.Fprintf(&b, "  %s  %s\n", e[0], e[1])
	}
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
