package envguard

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os/exec"
	"slices"
	"strings"
)

// Pointers is a copy of the daemon pointers, taken once at start, so that
// nothing that changes the process environment later can redirect a recursive
// run. Whatever prints a Pointers prints names and never a value. The zero
// Pointers holds none.
type Pointers struct {
	// A function and not a slice, so that printers which walk unexported
	// fields, of this value or of one that holds it, find an address only.
	get func() captured
}

type captured struct {
	names []string // all that were looked for, in policy order
	found []pointer
}

type pointer struct{ name, value string }

// Capture copies the daemon pointers, and further names that [Config.Withhold]
// lists, out of environ, which is the environment that the process got: call
// it first in main with os.Environ(). Of several entries for a name the first
// counts, as for os.Getenv; an empty value is no pointer. A process that got
// more rights than its user by its file's mode (setuid, setgid, file
// capabilities) captures none, for the environment is then another's.
func Capture(environ []string, further ...string) (Pointers, error) {
	names, err := withheldNames(further)
	if err != nil {
		return Pointers{}, err
	}
	if privilegedByFile() {
		environ = nil
	}
	return capture(environ, names, FoldAuto), nil
}

func capture(environ, names []string, fold FoldRule) Pointers {
	c := compiled{windows: fold.windows()}
	var found []pointer
	for _, want := range names {
		for _, entry := range environ {
			name, value, ok := strings.Cut(entry, "=")
			if !ok || !c.same(name, want) {
				continue
			}
			if value != "" && !strings.Contains(value, "\x00") {
				found = append(found, pointer{want, strings.Clone(value)})
			}
			break
		}
	}
	return Pointers{func() captured { return captured{names, found} }}
}

func (p Pointers) list() []pointer {
	if p.get == nil {
		return nil
	}
	return p.get().found
}

// Names returns the names of the captured pointers in policy order, nil when
// there are none.
func (p Pointers) Names() []string {
	var names []string
	for _, v := range p.list() {
		names = append(names, v.name)
	}
	return names
}

// String lists the names.
func (p Pointers) String() string { return "Pointers[" + strings.Join(p.Names(), " ") + "]" }

// GoString lists the names.
func (p Pointers) GoString() string { return "envguard." + p.String() }

// Format lists the names, whatever the verb.
func (p Pointers) Format(s fmt.State, _ rune) { fmt.Fprint(s, p.String()) }

// LogValue lists the names.
func (p Pointers) LogValue() slog.Value { return slog.AnyValue(p.Names()) }

// MarshalJSON lists the names as an array of strings.
func (p Pointers) MarshalJSON() ([]byte, error) {
	return json.Marshal(append([]string{}, p.Names()...))
}

// Echoes returns, in order, the variables of c.Env and the arguments of c in
// which a captured pointer's address occurs under another name: a doctor's
// check for values that withholding by name does not find. Arguments are named
// by position, "argument 2".
func (p Pointers) Echoes(c *exec.Cmd) []string {
	needles := p.needles()
	if c == nil || len(needles) == 0 {
		return nil
	}
	var names []string
	for _, entry := range c.Env {
		if entry == "" {
			continue
		}
		name, _ := splitName(entry)
		if !slices.Contains(p.get().names, name) && holdsAny(entry[len(name):], needles) {
			names = append(names, quoteName(name))
		}
	}
	for i, arg := range c.Args {
		if holdsAny(arg, needles) {
			names = append(names, fmt.Sprintf("argument %d", i))
		}
	}
	return names
}

// minNeedle is the shortest part of a pointer that is worth a search; below
// it chance hits prevail.
const minNeedle = 4

// needles returns what betrays a pointer inside another value: the address
// behind its scheme.
func (p Pointers) needles() []string {
	var out []string
	for _, v := range p.list() {
		addr := v.value
		if _, after, ok := strings.Cut(addr, "://"); ok {
			addr = after
		} else if after, ok := strings.CutPrefix(addr, "unix:"); ok {
			addr = after
		}
		if len(addr) >= minNeedle && !slices.Contains(out, addr) {
			out = append(out, addr)
		}
	}
	return out
}
