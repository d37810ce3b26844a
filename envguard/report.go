package envguard

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"github.com/egladman/magus/codes"
	"github.com/egladman/magus/diag"
)

// A Report says what a policy did to one environment. It holds names and
// counts, never a value; names that came from outside are quoted unless they
// are plain, and cut when long. The zero Report reports nothing.
type Report struct {
	p         *compiled
	withheld  nameSet
	injected  nameSet
	stripped  int
	malformed int
	refused   []string
	dropped   []string
	echoes    []string
	cmd       string
	declined  string
}

// Withheld returns the withheld names that base held in any spelling, an
// empty value included, and the child does not get; in policy order.
func (r Report) Withheld() []string { return r.names(r.withheld) }

// Injected returns the pointers that a recursive child gets, in policy order.
func (r Report) Injected() []string { return r.names(r.injected) }

// Refused returns the overrides that named a withheld variable, as spelled.
func (r Report) Refused() []string { return r.refused }

// Dropped returns the overrides that were dropped for another reason: they
// named a variable that the runner sets itself, or, with Config.StripLoader,
// one that steers the loader of a recursive child.
func (r Report) Dropped() []string { return r.dropped }

// Echoes returns the variables that Config.StripEchoes removed.
func (r Report) Echoes() []string { return r.echoes }

// Stripped returns how many entries of base Rebuild did not pass, those that
// were withheld, malformed or replaced by the runner's own not counted.
func (r Report) Stripped() int { return r.stripped }

// Malformed returns how many entries were dropped because no system call or
// no reader of an environment would agree on what they mean.
func (r Report) Malformed() int { return r.malformed }

// Declined says why a recursive child got no pointers although some were
// captured, "" when it got them or there were none.
func (r Report) Declined() string { return r.declined }

// String tells all of the report.
func (r Report) String() string {
	return fmt.Sprintf("Report{withheld=%s injected=%s refused=%s dropped=%s echoes=%s stripped=%d malformed=%d declined=%q}",
		r.Withheld(), r.Injected(), r.refused, r.dropped, r.echoes, r.stripped, r.malformed, r.declined)
}

// Format prints String, whatever the verb.
func (r Report) Format(s fmt.State, _ rune) { fmt.Fprint(s, r.String()) }

func (r Report) names(s nameSet) []string {
	if s == 0 {
		return nil
	}
	names := make([]string, 0, 2)
	for i, name := range r.p.withhold {
		if s.has(i) {
			names = append(names, name)
		}
	}
	return names
}

// Log emits the report: MGS2008 for what was withheld (one record), injected
// (one a variable) and refused, then MGS2003 for what Rebuild stripped.
// [Policy.Start] calls it; who starts the child by other means calls it before
// that. While debug records are off, it costs nothing for a child that
// nothing but pointers was kept from.
func (r Report) Log(ctx context.Context) {
	if r.withheld|r.injected != 0 && diag.On(slog.LevelDebug) {
		r.logPointers(ctx)
	}
	if len(r.refused) > 0 {
		codes.EmitMGS2008Refused(ctx, r.refused)
	}
	if r.stripped > 0 {
		codes.EmitMGS2003(ctx, r.cmd, r.stripped)
	}
}

func (r Report) logPointers(ctx context.Context) {
	if r.withheld != 0 {
		codes.EmitMGS2008Withheld(ctx, r.Withheld())
	}
	for _, name := range r.Injected() {
		codes.EmitMGS2008Injected(ctx, name)
	}
}

// maxRefusedShown bounds how many names one error repeats.
const maxRefusedShown = 8

// refusedError is what Config.Strict makes of refused overrides.
func refusedError(names []string) error {
	more := ""
	if n := len(names) - maxRefusedShown; n > 0 {
		names, more = names[:maxRefusedShown], fmt.Sprintf(" and %d more", n)
	}
	return diag.Errorf(codes.MGS2008, "refused override of magus daemon pointer(s): %s%s", strings.Join(names, " "), more)
}
