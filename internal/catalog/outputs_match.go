package catalog

import (
	"slices"
	"strings"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/internal/page"
	"github.com/egladman/magus/internal/text"
)

// matchOutputs checks blocks of records, each as the output of a fresh sink. A
// code without a descriptor is a fault when all codes are known.
func matchOutputs(file string, blocks [][]outputRecord, descriptor func(code string) *diag.Descriptor, all bool) page.Errors {
	var faults page.Errors
	for _, block := range blocks {
		shown := make(map[string]bool)
		for i := range block {
			r := &block[i]
			if len(faults) == maxOutputFaults {
				faults.Addf(file, r.line.Pos, "output block: too many faults in this page: mend these first")
				return faults
			}
			d := descriptor(r.code)
			switch {
			case d == nil && !all:
			case d == nil:
				faults.Addf(file, r.line.Pos, "output block: no page has the code %s", r.code)
			case d.Once && shown[r.code]:
				faults.Addf(file, r.line.Pos, "output block: %s is printed once in a run (limit: once): remove this line, or begin another block", r.code)
			default:
				m := matcher{d: d, record: r, first: !shown[r.code]}
				if want, ok := m.match(); !ok {
					m.fault(file, want, &faults)
				}
			}
			shown[r.code] = true
		}
	}
	return faults
}

// A matcher looks for an event of d, and for values of its fields, that print
// as record does.
type matcher struct {
	d      *diag.Descriptor
	record *outputRecord
	first  bool // the sink has not shown the code: its link is due
	steps  int
}

// got returns the lines of the record without the time in front.
func (m *matcher) got() []string {
	lines := []string{m.record.line.Text[len(m.record.time):]}
	for _, f := range m.record.fields {
		lines = append(lines, f.Text)
	}
	return lines
}

// match reports whether the record can be printed, and if not what comes
// nearest.
func (m *matcher) match() (want []string, ok bool) {
	m.steps = maxBindSteps
	got := m.got()
	tokens, whole := m.tokens()
	msg := m.message()
	events := m.events()
	if whole && validTime(m.record.time) {
		for i := range events {
			e := &events[i]
			if values, ok := m.bind(e, msg, tokens); ok && slices.Equal(m.print(e, msg, values, tokens), got) {
				return nil, true
			}
		}
	}
	if !whole {
		tokens = nil
	}
	return m.nearest(events, msg, tokens), false
}

// events returns those of the code, or its title for a code without any.
func (m *matcher) events() []diag.Event {
	if len(m.d.Events) == 0 {
		return []diag.Event{m.d.Any}
	}
	return m.d.Events
}

// message returns the message of the record, without code, link and quotes.
func (m *matcher) message() string {
	r := m.record
	msg := r.line.Text[len(r.time)+len(r.level)+len(r.code)+len("[] "):]
	if i := strings.LastIndex(msg, " (see "); i >= 0 && strings.HasSuffix(msg, ")") {
		msg = msg[:i]
	}
	if s, ok := unquoteText(msg); ok {
		return s
	}
	return msg
}

// tokens returns what the line of fields holds, and whether that is all.
func (m *matcher) tokens() (tokens []outputToken, whole bool) {
	switch len(m.record.fields) {
	case 0:
		return nil, true
	case 1:
		return splitFields(m.record.fields[0].Text)
	}
	tokens, _ = splitFields(m.record.fields[0].Text)
	return tokens, false
}

// bind finds values for the fields of e: those with a place in the message,
// the others in the line of fields.
func (m *matcher) bind(e *diag.Event, msg string, tokens []outputToken) (outputValues, bool) {
	values, ok := bindPlaces(e, msg, &m.steps)
	if !ok {
		return nil, false
	}
	for i := range e.Fields {
		f := &e.Fields[i]
		if _, placed := values[f.Name]; placed {
			continue
		}
		n := takeField(f, tokens)
		if n == 0 {
			return nil, false
		}
		v, ok := fieldValue(f, tokens[:n])
		if !ok {
			return nil, false
		}
		values[f.Name] = v
		tokens = tokens[n:]
	}
	return values, len(tokens) == 0 || len(m.d.Events) == 0
}

// fault reports the record with what it should be.
func (m *matcher) fault(file string, want []string, faults *page.Errors) {
	got := m.got()
	pos := m.record.line.Pos
	if len(got) > 0 && len(want) > 0 && got[0] == want[0] {
		if len(got) > 1 {
			pos = m.record.fields[0].Pos
			if len(want) > 1 {
				pos.Column += common(got[1], want[1])
			}
		}
	} else if len(want) > 0 {
		pos.Column += len(m.record.time) + common(got[0], want[0])
	}
	var b strings.Builder
	if !validTime(m.record.time) {
		b.WriteString("\n    time in front: want UTC as in 2006-01-02T15:04:05.000Z")
		pos = m.record.line.Pos
	}
	for i := range max(len(got), len(want)) {
		switch {
		case i < len(got) && i < len(want) && got[i] == want[i]:
			b.WriteString("\n     " + shownLine(got[i]))
			continue
		}
		if i < len(got) {
			b.WriteString("\n    -" + shownLine(got[i]))
		}
		if i < len(want) {
			b.WriteString("\n    +" + shownLine(want[i]))
		}
	}
	faults.Addf(file, pos, "output block: %s does not print this; write the lines with +, with values of your own%s", m.record.code, b.String())
}

// common returns the length of the longest common start of a and b.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// shownLine returns a line for a message: nothing in it drives a terminal.
func shownLine(line string) string {
	const most = 500
	if len(line) > most {
		line = strings.ToValidUTF8(line[:most], "") + "…"
	}
	return text.Visible(line)
}
