package explain

import (
	"cmp"
	"slices"
	"strings"

	"github.com/egladman/magus/diag"
)

// enoughLetters is how much of a text a template must hold: "{a}: {b}" fits
// everything and tells nothing.
const enoughLetters = 4

// runMessage shows the code whose message the text is.
func (a *app) runMessage() error {
	text := stripEscapes(a.message)
	if strings.TrimSpace(text) == "" {
		return usagef("--message has an empty value; want TEXT")
	}
	var f found
	if a.findInText(text, &f) && len(f.hits)+len(f.vague) > 0 {
		if err := a.show(f.hits); err != nil {
			return err
		}
		return a.reportMissing(f)
	}
	text = innerMessage(text)
	hits := a.fitting(text)
	if len(hits) > 1 && hits[0].fit.weight > hits[1].fit.weight {
		hits = hits[:1]
	}
	if len(hits) > 1 {
		if err := a.show(nil); err != nil { // an empty array, as JSON
			return err
		}
		return a.reportMissing(found{vague: []vague{{a.message, sameWeight(hits)}}})
	}
	if err := a.show(hits); err != nil {
		return err
	}
	if len(hits) == 1 {
		return nil
	}
	if len(f.unknown) > 0 {
		return a.reportMissing(f)
	}
	return a.reportUnfit(text)
}

// innerMessage returns the message of a record in the forms of slog, JSON or
// text, and other lines as they are.
func innerMessage(line string) string {
	if i := strings.Index(line, `"msg":`); i >= 0 {
		msg, _ := jsonValue(line[i+len(`"msg":`):])
		return msg
	}
	if i := strings.Index(line, `msg="`); i >= 0 {
		msg, _ := valueAt(line[i+len("msg="):])
		return msg
	}
	return line
}

func sameWeight(hits []hit) []hit {
	n := slices.IndexFunc(hits, func(h hit) bool { return h.fit.weight < hits[0].fit.weight })
	if n < 0 {
		return hits
	}
	return hits[:n]
}

// fitting returns the codes of which a message fits text, best first: the
// more of the text stands in the template, the better.
func (a *app) fitting(text string) []hit {
	var hits []hit
	for i := range a.Sources {
		src := &a.Sources[i]
		for _, d := range src.Catalog.Codes {
			if f := fitOf(d, text); f != nil {
				hits = append(hits, hit{src: src, d: d, fit: f})
			}
		}
	}
	slices.SortStableFunc(hits, func(x, y hit) int { return cmp.Compare(y.fit.weight, x.fit.weight) })
	return hits
}

// fitOf returns the best fit among the events of d.
func fitOf(d *diag.Descriptor, text string) *fit {
	var best *fit
	try := func(e *diag.Event, template string) {
		values, weight, ok := match(template, text)
		if ok && weight >= enoughLetters && (best == nil || weight > best.weight) {
			best = &fit{e, values, weight}
		}
	}
	for i := range d.Events {
		try(&d.Events[i], d.Events[i].Message)
	}
	if len(d.Events) == 0 {
		try(&d.Any, d.Title)
	}
	return best
}

func (a *app) reportUnfit(text string) error {
	words := strings.Fields(text)
	word := ""
	for _, w := range words {
		if w = trim(w); len(w) > len(word) {
			word = w
		}
	}
	return nonef("no message fits %q; %s --search %s may find more", shown(a.message), a.Name, printable(shown(word)))
}
