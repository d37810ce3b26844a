package envguard

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Mode says where the environment of a child begins.
type Mode uint8

// The modes. The zero Mode is none of them, so that a forgotten one is an
// error of [Compile] and not a decision.
const (
	Inherit Mode = iota + 1 // sandbox off: everything but what is withheld
	Rebuild                 // sandbox on: only what the policy allows
)

// String returns inherit or rebuild.
func (m Mode) String() string {
	switch m {
	case Inherit:
		return "inherit"
	case Rebuild:
		return "rebuild"
	}
	return fmt.Sprintf("Mode(%d)", uint8(m))
}

// baseAllow is what Rebuild passes on every system.
var baseAllow = []string{
	"HOME", "PATH", "USER", "LOGNAME", "SHELL", "TMPDIR", "TZ", "LANG", "LANGUAGE", "LC_*", "TERM", "COLORTERM",
	"NO_COLOR", "COLUMNS", "LINES", "MAGUS", "MAGUS_LEVEL", "MAGUS_DIAG",
}

// windowsAllow is what Rebuild passes in addition under Windows rules.
var windowsAllow = []string{"SYSTEMROOT", "WINDIR", "COMSPEC", "PATHEXT", "TEMP", "TMP", "USERPROFILE"}

// Config is what [Compile] makes a [Policy] of. Only Mode is a must.
type Config struct {
	Mode Mode

	// Withhold lists further names to treat like the daemon pointers, exactly
	// and without patterns. A name here beats everything that would admit it.
	Withhold []string

	// Allow and Deny say what Rebuild passes beyond its own list, and what it
	// drops in spite of either: NAME, or PREFIX* with one star at the end.
	// Deny beats Allow. Both are errors with Inherit, which passes everything.
	Allow, Deny []string

	// Self lists the NAME=value entries that the runner itself sets in every
	// child. They replace inherited ones. An override cannot change them
	// unless Overridable lists the name.
	Self        []string
	Overridable []string

	// Strict makes an override that names a withheld or a protected Self
	// variable an error instead of dropping and reporting it.
	Strict bool

	// Dedup leaves one entry a name, the last one. An exec.Cmd does that by
	// itself; it is for environments that go to syscall.Exec. It allocates.
	Dedup bool

	// StripLoader drops the variables that steer the dynamic loader and the
	// Go runtime (LD_PRELOAD, GODEBUG and the like) from the overrides of a
	// recursive child. Price: nobody can debug a nested run by them.
	StripLoader bool

	// StripEchoes drops variables whose value repeats one of these captured
	// pointers under another name, and reports their names. Price: a
	// substring search in each value.
	StripEchoes Pointers

	Fold FoldRule
}

// A Policy decides what a child may see. It is immutable and safe for
// concurrent use. Policies come from [Compile] only; a zero one refuses.
type Policy struct{ c *compiled }

// String names the mode.
func (p Policy) String() string {
	if p.c == nil {
		return "Policy()"
	}
	return "Policy(" + p.c.mode.String() + ")"
}

// Format prints String, whatever the verb.
func (p Policy) Format(s fmt.State, _ rune) { fmt.Fprint(s, p.String()) }

type compiled struct {
	mode        Mode
	windows     bool
	strict      bool
	dedup       bool
	loader      rules // names dropped from a recursive child's overrides
	withhold    []string
	self        func() []string // NAME=value; a function for the reason told at Pointers
	selfNames   []string
	overridable []bool    // by position in selfNames
	gate        [256]bool // first bytes of names that are withheld, of self, PWD or hidden
	allow, deny rules
	echoes      func() []string // what to search for in values, nil for nothing
}

// Compile checks c and makes a Policy of it. All faults of c are listed in
// one error, which names entries by list and position and never shows a value.
func Compile(c Config) (*Policy, error) {
	if c.Mode != Inherit && c.Mode != Rebuild {
		return nil, errors.New("envguard: Config.Mode is not set: want Inherit (sandbox off) or Rebuild (sandbox on)")
	}
	if c.Fold > FoldWindows {
		return nil, fmt.Errorf("envguard: Config.Fold %d: want FoldAuto, FoldNever or FoldWindows", c.Fold)
	}
	p := &compiled{mode: c.Mode, windows: c.Fold.windows(), strict: c.Strict, dedup: c.Dedup}
	if needles := c.StripEchoes.needles(); len(needles) > 0 {
		p.echoes = func() []string { return needles }
	}
	var errs []error
	withhold, err := withheldNames(c.Withhold)
	if err != nil {
		return nil, err
	}
	p.withhold = withhold
	errs = append(errs, p.compileSelf(c), p.compileLists(c))
	if c.StripLoader {
		p.loader, err = compileRules("loader", loaderNames, p.denyFold())
		errs = append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	p.openGates()
	return &Policy{p}, nil
}

func (p *compiled) compileSelf(c Config) error {
	var errs []error
	var self []string
	for i, entry := range c.Self {
		name, value, ok := strings.Cut(entry, "=")
		switch err := checkName(name); {
		case !ok:
			errs = append(errs, fmt.Errorf(`envguard: Self entry %d: no "=": want NAME=value`, i))
		case err != nil:
			errs = append(errs, fmt.Errorf("envguard: Self entry %d %s: %w", i, quoteName(name), err))
		case strings.Contains(value, "\x00"):
			errs = append(errs, fmt.Errorf("envguard: Self entry %d %s: the value holds a NUL byte", i, quoteName(name)))
		case p.withheld(name) >= 0:
			errs = append(errs, fmt.Errorf("envguard: Self entry %d %s: the variable is withheld from every child, remove it", i, quoteName(name)))
		case p.same(name, "PWD"):
			errs = append(errs, fmt.Errorf("envguard: Self entry %d PWD: it follows the directory of the command, set that", i))
		case p.selfIndex(name) >= 0:
			errs = append(errs, fmt.Errorf("envguard: Self entry %d %s: the name is set twice", i, quoteName(name)))
		default:
			self = append(self, entry)
			p.selfNames = append(p.selfNames, name)
			p.overridable = append(p.overridable, false)
		}
	}
	p.self = func() []string { return self }
	for i, name := range c.Overridable {
		at := p.selfIndex(name)
		if at < 0 {
			errs = append(errs, fmt.Errorf("envguard: Overridable entry %d %s: want a name that Self sets", i, quoteEntry(name)))
			continue
		}
		p.overridable[at] = true
	}
	return errors.Join(errs...)
}

func (p *compiled) compileLists(c Config) error {
	if p.mode == Inherit {
		if len(c.Allow)+len(c.Deny) > 0 {
			return errors.New("envguard: Allow and Deny need Mode Rebuild: Inherit passes everything but what is withheld")
		}
		return nil
	}
	var errs []error
	for i, name := range c.Allow {
		if name != "" && p.withheld(name) >= 0 {
			errs = append(errs, fmt.Errorf("envguard: Allow entry %d %s: the variable is withheld from every child, remove it", i, quoteEntry(name)))
		}
	}
	allow, allowFold := baseAllow, foldNone
	if p.windows {
		allow, allowFold = slices.Concat(baseAllow, windowsAllow), foldASCII
	}
	var err error
	if _, err = compileRules("Allow", c.Allow, allowFold); err != nil {
		errs = append(errs, err)
	} else if p.allow, err = compileRules("Allow", slices.Concat(allow, c.Allow), allowFold); err != nil {
		errs = append(errs, err)
	}
	if p.deny, err = compileRules("Deny", c.Deny, p.denyFold()); err != nil {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

func (p *compiled) denyFold() foldKind {
	if p.windows {
		return foldUnicode
	}
	return foldNone
}

func (p *compiled) openGates() {
	p.gate['='] = true
	for _, names := range [][]string{p.withhold, p.selfNames, {"PWD"}} {
		for _, name := range names {
			openGate(&p.gate, name[0], p.denyFold())
		}
	}
}

// same reports whether a and b name one variable, by the wider fold.
func (p *compiled) same(a, b string) bool {
	if !p.windows {
		return a == b
	}
	return strings.EqualFold(a, b)
}

// withheld returns the position of name among the withheld ones, or -1.
// Equals signs in front do not hide a name.
func (p *compiled) withheld(name string) int {
	for len(name) > 0 && name[0] == '=' {
		name = name[1:]
	}
	return p.index(p.withhold, name)
}

func (p *compiled) selfIndex(name string) int { return p.index(p.selfNames, name) }

func (p *compiled) index(names []string, name string) int {
	for i, have := range names {
		if p.same(have, name) {
			return i
		}
	}
	return -1
}

// Visible reports whether code inside the runner that acts for an op, such as
// a script's env.get, may read the variable: whether an op would see it.
func (p *Policy) Visible(name string) bool {
	if p == nil || p.c == nil || !isName(name) || p.c.withheld(name) >= 0 {
		return false
	}
	return p.c.mode == Inherit || p.c.selfIndex(name) >= 0 || p.c.allow.match(name) && !p.c.denies(name)
}

// Settable reports whether such code may set the variable, in its own view or
// by an override of a child.
func (p *Policy) Settable(name string) bool {
	if p == nil || p.c == nil || !isName(name) || p.c.withheld(name) >= 0 {
		return false
	}
	i := p.c.selfIndex(name)
	return i < 0 || p.c.overridable[i]
}

func (p *compiled) denies(name string) bool { return p.deny.longest > 0 && p.deny.match(name) }

// loaderNames steer the dynamic loader or the Go runtime of a program that
// starts: with them whoever sets them runs code in it or makes it write files.
var loaderNames = []string{
	"LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "DYLD_*", "GODEBUG", "GOTRACEBACK", "GOCOVERDIR",
}
