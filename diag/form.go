package diag

import (
	"log/slog"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/egladman/magus/internal/text"
)

// text prints r in the text form; s, when not nil, decides over the link.
func (p *printer) text(h *handler, r *record, as []slog.Attr, s *codeState) {
	c := h.core
	p.cover(r)
	if c.time && dated(r.time) {
		p.time(r.time, 3)
		p.buf = append(p.buf, ' ')
	}
	if !r.coded || c.opt.ShowLevel {
		p.textLevel(c, r)
	}
	switch {
	case !r.coded:
		if strings.HasPrefix(r.msg, "[") { // would pass for a code
			p.buf = text.AppendQuote(p.buf, string(appendCut(nil, r.msg, p.max)))
		} else {
			p.textMessage(r.msg)
		}
	case r.d == nil:
		start := len(p.buf)
		p.buf = appendBracket(p.buf, string(appendCut(nil, codeText(r.code), 256)))
		if c.style.color {
			head := string(p.buf[start:])
			p.buf = c.style.appendCode(p.buf[:start], head, r.level, "")
		}
		p.buf = append(p.buf, ' ')
		if r.given && r.msg != unknownMark {
			p.textMessage(r.msg)
			p.buf = append(p.buf, ' ')
		}
		p.buf = append(p.buf, unknownMark...)
	default:
		p.textHead(c, r, as)
		if s != nil {
			p.link(c, r.d, s)
		}
	}
	p.buf = append(p.buf, '\n')
	p.textFields(h, r, as)
}

func (p *printer) textLevel(c *core, r *record) {
	if c.style.color && !r.coded {
		p.buf = append(p.buf, levelStyle(r.level)...)
		p.buf = append(appendLevel(p.buf, r.level), resetStyle...)
	} else {
		p.buf = appendLevel(p.buf, r.level)
	}
	p.buf = append(p.buf, ' ')
}

// textHead appends [CODE] and the message.
func (p *printer) textHead(c *core, r *record, as []slog.Attr) {
	e := r.event
	head := e.Text
	if head == "" { // not prepared
		var made Event = *e
		made.prepare(r.d)
		head = made.Text
	}
	n := len(r.d.Code) + 2
	if head[1] == '"' { // the code is quoted
		n = len(appendBracket(nil, r.d.Code))
	}
	if c.style.color {
		p.buf = c.style.appendCode(p.buf, head[:n], r.level, r.d.url())
	} else {
		p.buf = append(p.buf, head[:n]...)
	}
	switch {
	case r.given:
		p.buf = append(p.buf, ' ')
		p.textMessage(r.msg)
	case e.mayPlace(r.d.Code):
		p.buf = append(p.buf, ' ')
		p.textExpanded(r, as)
	default:
		p.buf = append(p.buf, head[n:]...)
	}
}

// link appends the URL where it is due and notes where it stands.
func (p *printer) link(c *core, d *Descriptor, s *codeState) {
	if d.URL == "" || c.opt.Links == LinksNever || c.opt.Links == LinksFirst && s.shown.Load() {
		return
	}
	p.linkStart = len(p.buf)
	p.buf = append(p.buf, seeMark...)
	p.buf = append(p.buf, d.url()...)
	p.buf = append(p.buf, ')')
	p.linkEnd = len(p.buf)
}

func (p *printer) textFields(h *handler, r *record, as []slog.Attr) {
	start := len(p.buf)
	p.fresh = true
	p.fields(h, r, as)
	if r.misfit {
		p.mark(misfitMark)
	}
	if r.suppressed > 0 {
		p.indent()
		p.buf = append(p.buf, suppressedKey+"="...)
		p.buf = strconv.AppendUint(p.buf, r.suppressed, 10)
	}
	if h.core.opt.Source && r.pc != 0 {
		f := frame(r.pc)
		p.indent()
		p.buf = append(p.buf, "!source="...)
		file := path.Join(path.Base(path.Dir(filepath.ToSlash(f.File))), path.Base(filepath.ToSlash(f.File)))
		p.buf = text.AppendValue(p.buf, file+":"+strconv.Itoa(f.Line))
	}
	if len(p.buf) > start {
		p.buf = append(p.buf, '\n')
	}
}

func frame(pc uintptr) runtime.Frame {
	f, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	return f
}

// fields prints all fields of a record and reports whether there were any.
func (p *printer) fields(h *handler, r *record, as []slog.Attr) (any bool) {
	if len(h.segments) > 0 || r.event == nil || r.misfit || len(as) == 0 || !r.event.inOrder(as) || !distinct(as) || !p.declared(r.event) {
		return p.attrs(p.collect(h, r, as))
	}
	// The usual case: what a typed function gave. Nothing is copied.
	leaveOut := !p.json && !r.given && r.event.mayPlace(r.d.Code)
	for i := range as {
		f := &r.event.Fields[i]
		p.plain = true
		if leaveOut && r.event.places(f.Name) {
			continue
		}
		if f.Secret {
			p.open(f.Name)
			p.marker(redacted)
			any = true
			continue
		}
		if p.attr(&as[i]) {
			any = true
		}
	}
	p.plain = false
	return any
}

// declared reports whether the names of e's fields can stand as keys as they
// are. Those that a page declares always can.
func (p *printer) declared(e *Event) bool {
	if p.checked != e {
		p.checked, p.checkedPlain = e, true
		for i := range e.Fields {
			p.checkedPlain = p.checkedPlain && plainKey(e.Fields[i].Name) && len(e.Fields[i].Name) <= maxKey
		}
	}
	return p.checkedPlain
}

// collect returns all fields of a record, with those of the handler and in
// its groups.
func (p *printer) collect(h *handler, r *record, as []slog.Attr) []slog.Attr {
	own := r.shown(p.own[len(p.own):], as, !p.json)
	if len(p.own) == 0 {
		p.own = own
	}
	for i := len(h.segments) - 1; i >= 0; i-- {
		s := &h.segments[i]
		if i == 0 && s.group == "" {
			p.list = append(append(p.list[:0], s.attrs...), own...)
			return p.list
		}
		list := slices.Concat(s.attrs, own)
		own = []slog.Attr{{Key: s.group, Value: slog.GroupValue(list...)}}
	}
	return own
}

// object prints r as one JSON object.
func (p *printer) object(h *handler, r *record, as []slog.Attr) {
	c := h.core
	p.cover(r)
	p.buf = append(p.buf, '{')
	if c.time && dated(r.time) {
		p.buf = append(p.buf, `"time":"`...)
		p.time(r.time, 9)
		p.buf = append(p.buf, `",`...)
	}
	p.buf = append(p.buf, `"level":"`...)
	p.buf = append(appendLevel(p.buf, r.level), '"')
	switch {
	case !r.coded:
		p.buf = append(p.buf, `,"msg":"`...)
		p.jsonMessage(r.msg)
	case r.d == nil:
		p.buf = appendMember(p.buf, "code", string(appendCut(nil, codeText(r.code), 256)))
		p.buf = append(p.buf, `,"msg":"`...)
		if r.given && r.msg != unknownMark {
			p.jsonMessage(r.msg)
			p.buf = append(p.buf, ' ')
		}
		p.buf = append(p.buf, unknownMark...)
	default:
		p.jsonHead(r, as)
	}
	p.buf = append(p.buf, '"')
	start := len(p.buf)
	p.buf = append(p.buf, `,"fields":{`...)
	p.fresh = true
	any := p.fields(h, r, as)
	if r.misfit {
		p.mark(misfitMark)
		any = true
	}
	if any {
		p.buf = append(p.buf, '}')
	} else {
		p.buf = p.buf[:start]
	}
	if r.suppressed > 0 {
		p.buf = append(p.buf, `,"suppressed":`...)
		p.buf = strconv.AppendUint(p.buf, r.suppressed, 10)
	}
	if c.opt.Source && r.pc != 0 {
		f := frame(r.pc)
		p.buf = append(p.buf, `,"source":{`...)
		n := len(p.buf)
		p.buf = appendMember(p.buf, "function", f.Function)
		p.buf = append(p.buf[:n], p.buf[n+1:]...)
		p.buf = appendMember(p.buf, "file", f.File)
		p.buf = append(p.buf, `,"line":`...)
		p.buf = append(appendInt(p.buf, f.Line), '}')
	}
	p.buf = append(p.buf, '}', '\n')
}

func (p *printer) jsonHead(r *record, as []slog.Attr) {
	e := r.event
	head := e.JSON
	if head == "" || r.given {
		made := *e
		if r.given {
			made.Message, made.Fields = "", nil
		}
		made.prepare(r.d)
		head = made.JSON
	}
	p.buf = append(p.buf, head...)
	if r.given {
		p.jsonMessage(r.msg)
		return
	}
	if len(e.Fields) == 0 {
		return
	}
	if at, _, _ := nextPlace(e.Message, 0, e.Fields); at >= 0 {
		start := len(p.buf)
		p.expand(r, as, at)
		if !text.JSONPlain(view(p.buf[start:])) {
			rest := string(p.buf[start:])
			p.buf = text.AppendJSON(p.buf[:start], rest)
		}
	}
}

func (p *printer) jsonMessage(msg string) {
	if n := cutAt(msg, p.max); n < len(msg) {
		p.buf = text.AppendJSON(p.buf, msg[:n])
		p.buf = appendMore(p.buf, len(msg)-n, " bytes")
		return
	}
	p.buf = text.AppendJSON(p.buf, msg)
}
