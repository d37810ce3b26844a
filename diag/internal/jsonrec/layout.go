package jsonrec

import (
	"strings"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/internal/text"
)

const seeMark = " (see "

// AppendHead appends what the text form of diag puts on the first line of r:
// the code in brackets, the message, and the URL when link is set.
func AppendHead(b []byte, r Record, link bool) []byte {
	if r.Coded {
		b = append(b, '[')
		if r.Code != "" {
			b = text.AppendValue(b, r.Code)
		}
		b = append(b, "] "...)
	}
	if misread(r) {
		b = text.AppendQuote(b, r.Message)
	} else {
		b = append(b, r.Message...)
	}
	if link && r.URL != "" {
		b = append(b, seeMark...)
		b = text.AppendVisible(b, r.URL)
		b = append(b, ')')
	}
	return b
}

// misread reports whether the message has to stand in quotes, by the rules of
// the text form: also where it would pass for a code.
func misread(r Record) bool {
	msg := r.Message
	if msg == "" {
		return r.Coded
	}
	return msg[0] == '"' || msg[0] == '[' && !r.Coded || strings.Contains(msg, seeMark) || !text.Printable(msg)
}

// AppendFields appends the fields as key=value with a space between two.
func AppendFields(b []byte, fields []Field) []byte {
	for i, f := range fields {
		if i > 0 {
			b = append(b, ' ')
		}
		b = text.AppendValue(b, f.Key)
		b = append(b, '=')
		b = appendValue(b, f.Value)
	}
	return b
}

// Links remembers which codes have shown their URL on a sink. Only codes of a
// catalog have one, so what is remembered is bounded.
type Links struct {
	Mode  diag.LinkMode
	shown map[string]bool
}

// Due reports whether r shows its URL.
func (l *Links) Due(r Record) bool {
	return r.URL != "" && (l.Mode == diag.LinksAlways || l.Mode == diag.LinksFirst && !l.shown[r.Code])
}

// Written notes that r went out whole.
func (l *Links) Written(r Record) {
	if l.Mode != diag.LinksFirst || r.URL == "" {
		return
	}
	if l.shown == nil {
		l.shown = map[string]bool{}
	}
	l.shown[r.Code] = true
}
