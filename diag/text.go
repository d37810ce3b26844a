package diag

import (
	"strings"

	"github.com/egladman/magus/internal/text"
)

func (h *handler) write(r *record) error {
	c := h.core
	c.mu.Lock()
	defer c.mu.Unlock()
	var b []byte
	switch {
	case !r.coded:
		b = append(b, r.level.String()...)
		b = append(b, ' ')
		b = appendMessage(b, r.msg)
	case r.d == nil:
		code := ""
		if r.code != nil {
			code = r.code.Error()
		}
		b = append(appendBracket(b, code), ' ')
		b = append(b, unknownMark...)
	default:
		b = append(appendBracket(b, r.d.Code), ' ')
		b = appendMessage(b, r.text())
		if r.d.URL != "" && c.opt.Links != LinksNever && (c.opt.Links == LinksAlways || !c.shown[r.d]) {
			c.shown[r.d] = true
			b = append(b, seeMark...)
			b = append(b, cleanURL(r.d.URL)...)
			b = append(b, ')')
		}
	}
	b = append(b, '\n')
	sep := "  "
	for _, a := range r.attrs {
		if r.event != nil && strings.Contains(r.event.Message, "{"+a.Key+"}") {
			continue
		}
		b = append(b, sep...)
		sep = " "
		b = append(b, a.Key...)
		b = append(b, '=')
		if l, ok := a.Value.Any().([]string); ok {
			b = append(b, '[')
			for i, s := range l {
				if i > 0 {
					b = append(b, ' ')
				}
				b = text.AppendValue(b, s)
			}
			b = append(b, ']')
			continue
		}
		b = text.AppendValue(b, a.Value.String())
	}
	if sep == " " {
		b = append(b, '\n')
	}
	_, err := c.w.Write(b)
	return err
}
