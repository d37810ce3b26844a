package explain

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/internal/text"
	"github.com/egladman/magus/internal/tty"
)

// flags holds what the command line asks for.
type flags struct {
	format     string
	url, open  bool
	search     string
	families   []string
	tags       []string
	levels     []slog.Level
	statuses   []diag.Status
	message    string
	logs       []string
	failOn     *slog.Level
	color      tty.Choice
	hyperlinks tty.Choice
	noPager    bool
	help       bool
	man        bool
	version    bool

	given map[string]bool
}

// A flagDef is one flag: what parsing, help, man page and completion need.
type flagDef struct {
	name   string
	short  string
	arg    string   // what stands for the value in help; empty for a switch
	values []string // the values there are, when few
	group  string   // heading in help
	doc    string
	set    func(f *flags, v string) error
}

var (
	formatNames = []string{"text", "plain", "md", "json"}
	choiceNames = []string{"auto", "always", "never"}
	levelNames  = []string{"debug", "info", "warn", "error"}
	stateNames  = []string{"active", "deprecated", "retired"}
)

// flagDefs returns the flags in the order of the help. A function, so that
// nothing is built before main.
func flagDefs() []flagDef {
	return []flagDef{
		{name: "format", arg: "FORMAT", values: formatNames, group: "Output",
			doc: "text follows the terminal, plain never styles, md is Markdown (a page as it was written), json is one array",
			set: func(f *flags, v string) error { f.format = v; return nil }},
		{name: "url", group: "Output", doc: "print the page's address only",
			set: func(f *flags, _ string) error { f.url = true; return nil }},
		{name: "open", group: "Output", doc: "open the page in the browser (https addresses only)",
			set: func(f *flags, _ string) error { f.open = true; return nil }},
		{name: "color", arg: "WHEN", values: choiceNames, group: "Output", doc: "colours and bold",
			set: func(f *flags, v string) error { f.color, _ = tty.ParseChoice(v); return nil }},
		{name: "hyperlinks", arg: "WHEN", values: choiceNames, group: "Output", doc: "links that a click opens",
			set: func(f *flags, v string) error { f.hyperlinks, _ = tty.ParseChoice(v); return nil }},
		{name: "no-pager", group: "Output", doc: "never start a pager",
			set: func(f *flags, _ string) error { f.noPager = true; return nil }},

		{name: "search", arg: "WORDS", group: "List", doc: "codes whose page has all the words, best first",
			set: func(f *flags, v string) error { f.search = v; return nil }},
		{name: "family", arg: "NAME", group: "List", doc: "codes of a family (repeatable)",
			set: func(f *flags, v string) error { f.families = append(f.families, v); return nil }},
		{name: "tag", arg: "TAG", group: "List", doc: "codes with a tag (repeatable)",
			set: func(f *flags, v string) error { f.tags = append(f.tags, v); return nil }},
		{name: "level", arg: "LEVEL", values: levelNames, group: "List", doc: "codes of exactly this level (repeatable)",
			set: func(f *flags, v string) error { f.levels = append(f.levels, level(v)); return nil }},
		{name: "status", arg: "STATUS", values: stateNames, group: "List", doc: "codes in this state (repeatable)",
			set: func(f *flags, v string) error {
				f.statuses = append(f.statuses, diag.Status(slices.Index(stateNames, v)))
				return nil
			}},

		{name: "message", arg: "TEXT", group: "From a run", doc: "the code whose message the text is, even without a code in it",
			set: func(f *flags, v string) error { f.message = v; return nil }},
		{name: "log", arg: "FILE", group: "From a run", doc: "every code in a log, also a .gz; - is standard input (repeatable)",
			set: func(f *flags, v string) error { f.logs = append(f.logs, v); return nil }},
		{name: "fail-on", arg: "LEVEL", values: levelNames, group: "From a run", doc: "with --log: exit 1 when a code of this level or above is in it",
			set: func(f *flags, v string) error { l := level(v); f.failOn = &l; return nil }},

		{name: "help", short: "h", group: "About", doc: "this help",
			set: func(f *flags, _ string) error { f.help = true; return nil }},
		{name: "man", group: "About", doc: "the manual page, as roff",
			set: func(f *flags, _ string) error { f.man = true; return nil }},
		{name: "version", group: "About", doc: "version, revision and catalogs",
			set: func(f *flags, _ string) error { f.version = true; return nil }},
	}
}

// level reads one of levelNames.
func level(v string) slog.Level {
	return slog.Level(4 * (slices.Index(levelNames, v) - 1))
}

// levelName spells a level as pages do; one in between gets slog's form.
func levelName(l slog.Level) string {
	if i := int(l)/4 + 1; int(l)%4 == 0 && 0 <= i && i < len(levelNames) {
		return levelNames[i]
	}
	return strings.ToLower(l.String())
}

// parse reads the flags and returns the other words. Flags and words may
// stand in any order; after -- all are words.
func (a *app) parse(args []string) (words []string, err error) {
	a.format = "text"
	a.given = map[string]bool{}
	defs := flagDefs()
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		if arg == "--" {
			words = append(words, args...)
			break
		}
		if len(arg) < 2 || arg[0] != '-' {
			words = append(words, arg)
			continue
		}
		name, value, hasValue := strings.Cut(arg, "=")
		def := findFlag(defs, name)
		switch {
		case def == nil:
			return nil, a.unknownFlag(defs, name)
		case def.arg == "" && hasValue:
			return nil, usagef("--%s takes no value; leave out %q", def.name, "="+value)
		case def.arg != "" && !hasValue:
			if len(args) == 0 {
				return nil, usagef("--%s wants a value: --%s %s", def.name, def.name, valuesOf(def))
			}
			value, args = args[0], args[1:]
		}
		if def.arg != "" && value == "" {
			return nil, usagef("--%s has an empty value; want %s", def.name, valuesOf(def))
		}
		if def.values != nil {
			value = strings.ToLower(value)
			if !slices.Contains(def.values, value) {
				return nil, usagef("--%s %q: want %s", def.name, value, valuesOf(def))
			}
		}
		a.given[def.name] = true
		if err := def.set(&a.flags, value); err != nil {
			return nil, err
		}
	}
	return words, a.checkFlags(words)
}

// findFlag returns the flag written as arg, --name or -s.
func findFlag(defs []flagDef, arg string) *flagDef {
	for i := range defs {
		if d := &defs[i]; arg == "--"+d.name || d.short != "" && arg == "-"+d.short {
			return d
		}
	}
	return nil
}

func (a *app) unknownFlag(defs []flagDef, arg string) error {
	best, bestDist := "", 3
	for _, d := range defs {
		if n := text.Distance(strings.TrimLeft(arg, "-"), d.name); n < bestDist {
			best, bestDist = d.name, n
		}
	}
	if best != "" {
		return usagef("unknown flag %q; did you mean --%s?", arg, best)
	}
	return usagef("unknown flag %q; %s --help lists them", arg, a.Name)
}

// valuesOf tells what a flag takes: "auto, always or never".
func valuesOf(d *flagDef) string {
	n := len(d.values)
	if n == 0 {
		return d.arg
	}
	return strings.Join(d.values[:n-1], ", ") + " or " + d.values[n-1]
}

// checkFlags rejects flags that say nothing together; a flag that has no
// effect would be a wish that nobody grants.
func (a *app) checkFlags(words []string) error {
	if a.help || a.man || a.version {
		return nil
	}
	what, with := "the list", []string{"search", "family", "tag", "level", "status", "url"}
	switch {
	case len(a.logs) > 0:
		what, with = "--log", []string{"log", "fail-on"}
	case a.given["message"]:
		what, with = "--message", []string{"message", "url", "open"}
	case len(words) > 0:
		what, with = "codes", []string{"url", "open"}
	}
	if len(words) > 0 && what != "codes" {
		return usagef("%s and %q cannot be used together; give one of them", what, words[0])
	}
	for _, d := range flagDefs() {
		if a.given[d.name] && d.group != "About" && !slices.Contains(with, d.name) &&
			!slices.Contains([]string{"format", "color", "hyperlinks", "no-pager"}, d.name) {
			return usagef("%s", misplaced(d.name, what))
		}
	}
	if a.url && a.open {
		return usagef("--url and --open cannot be used together; give one of them")
	}
	if (a.url || a.open) && a.given["format"] {
		return usagef("--format has no effect with --url or --open; leave it out")
	}
	return nil
}

func misplaced(flag, what string) string {
	switch flag {
	case "fail-on":
		return "--fail-on works with --log FILE only"
	case "open":
		return "--open wants a code to open"
	}
	return fmt.Sprintf("--%s has no effect on %s; leave it out", flag, what)
}
