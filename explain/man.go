package explain

import (
	"fmt"
	"strings"
)

// manPage is the manual page as roff. It holds no date and no version, so
// that it changes only when the command does.
func (a *app) manPage() string {
	var b strings.Builder
	name := strings.ReplaceAll(a.Name, " ", "-")
	fmt.Fprintf(&b, ".TH %s 1\n.SH NAME\n%s \\- explain diagnostic codes\n.SH SYNOPSIS\n", roff(strings.ToUpper(name)), roff(name))
	for i, s := range []string{"[\\fIflags\\fR] \\fICODE\\fR...", "[\\fIflags\\fR]", "\\fB\\-\\-message\\fR \\fITEXT\\fR",
		"\\fB\\-\\-log\\fR \\fIFILE\\fR...", "\\fBcompletion\\fR " + strings.Join(shells, "|")} {
		if i > 0 {
			b.WriteString(".br\n")
		}
		fmt.Fprintf(&b, "\\fB%s\\fR %s\n", roff(a.Name), s)
	}
	b.WriteString(".SH DESCRIPTION\n")
	for i, p := range a.manText() {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		b.WriteString(roff(p) + "\n")
	}
	b.WriteString(".SH OPTIONS\n")
	group := ""
	for _, d := range flagDefs() {
		if d.group != group {
			group = d.group
			fmt.Fprintf(&b, ".SS %s\n", roff(group))
		}
		usage, arg, _ := strings.Cut(flagUsage(d), " "+d.arg)
		b.WriteString(".TP\n\\fB" + roff(usage) + "\\fR")
		if d.arg != "" {
			b.WriteString(" \\fI" + roff(d.arg) + "\\fR")
		}
		b.WriteString(roff(arg) + "\n" + roff(upperFirst(flagDoc(d))) + ".\n")
	}
	b.WriteString(".SH ENVIRONMENT\n")
	for _, e := range a.environment() {
		fmt.Fprintf(&b, ".TP\n\\fB%s\\fR\n%s\n", roff(e[0]), roff(e[1]))
	}
	b.WriteString(".SH EXIT STATUS\n")
	for _, e := range exitTexts {
		fmt.Fprintf(&b, ".TP\n\\fB%s\\fR\n%s.\n", e[0], roff(upperFirst(e[1])))
	}
	return b.String()
}

func (a *app) manText() []string {
	return []string{
		"Shows what diagnostic codes mean and what to do about them: offline, and as of the version of the program that is installed.",
		"A code may be written in any case, as its number, in brackets, by its name or by an old name, or as the address of its page. " +
			"A whole line of a log may be given; words without a code are ignored then. Without arguments the codes are listed.",
		"With --log a whole log is read: text, JSON, with time stamps, colours, or anything else in it. Each code is reported once, with its count, " +
			"the first and last place, the values of its fields, and what to do. A log without any code is no error; an unknown code with a known prefix counts as one.",
		"Filters of different kinds must all fit; of several of one kind, any. --search keeps the order of best fit.",
	}
}

// environment lists the variables that are followed.
func (a *app) environment() [][2]string {
	return [][2]string{
		{a.EnvPrefix + "_WIDTH", "Columns for the text, whatever the terminal has. Without it: at most 100 on a terminal, else COLUMNS, else 80."},
		{a.EnvPrefix + "_PAGER, PAGER", "The pager for pages longer than the screen; empty or cat is none. Default: less, else more."},
		{"NO_COLOR, CLICOLOR_FORCE, FORCE_COLOR, CLICOLOR, TERM", "Colours, when --color does not say."},
		{"FORCE_HYPERLINK", "Hyperlinks, when --hyperlinks does not say: 0 is never, anything else always."},
		{"LC_ALL, LC_CTYPE, LANG", "Bars and bullets are ASCII unless the first one that is set names UTF-8."},
	}
}

var exitTexts = [][2]string{
	{"0", "found, also a retired code, a deprecated one or an alias; a log was read"},
	{"1", "unknown or ambiguous, nothing to list, or --fail-on met"},
	{"2", "wrong usage"},
	{"3", "something cannot be read or written"},
}

func upperFirst(s string) string {
	if s == "" || strings.HasPrefix(s, "-") {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// roff makes text stand for itself in a manual page.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ").Replace(s)
	if s != "" && (s[0] == '.' || s[0] == '\'') {
		s = `\&` + s
	}
	return s
}
