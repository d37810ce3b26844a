package page

import (
	"log/slog"
	"path"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxFaults bounds what is said about one page.
const maxFaults = 100

// Parse reads the page src. The file names it in errors and gives the code,
// family is the name of its folder. The page may share memory with src.
//
// Errors are sorted; when there are any, the page is nil.
func Parse(file, family string, src []byte, r Rules) (*Page, Errors) {
	p := &parser{
		rules:    r,
		page:     &Page{File: file, Family: family},
		messages: make(map[string]*yaml.Node, 4),
	}
	p.parse(src)
	if len(p.errs) == 0 {
		return p.page, nil
	}
	p.errs.Sort()
	if p.full() {
		p.errs = p.errs[:maxFaults]
		p.errs.Addf(file, p.errs[maxFaults-1].Pos, "too many faults in this page: mend these first")
	}
	return nil, p.errs
}

type parser struct {
	rules Rules
	page  *Page
	errs  Errors
	front front

	messages map[string]*yaml.Node // by path
}

// full reports whether enough is known of what is wrong with the page.
func (p *parser) full() bool { return len(p.errs) > maxFaults }

func (p *parser) errorf(at Pos, format string, args ...any) {
	p.errs.Addf(p.page.File, at, format, args...)
}

func (p *parser) parse(src []byte) {
	p.fileName()
	text, ok := p.decode(src)
	if !ok {
		return
	}
	front, body, line, ok := p.split(text)
	if !ok {
		return
	}
	p.page.Body, p.page.BodyLine = body, line
	p.page.At = make(map[string]Pos, 3*(line-2)/2) // lists and mappings of one line hold several
	p.body()
	root, ok := p.yaml(front)
	if !ok {
		return
	}
	if root.Kind != yaml.MappingNode {
		p.errorf(p.front.at(root), "front matter is a %s: want keys, such as %s", kindName(root), p.wanted(&keys[0])[len("want "):])
		return
	}
	p.top(root)
	p.check()
}

// fileName takes the code from the name of the file.
func (p *parser) fileName() {
	base := path.Base(p.page.File)
	code, ok := strings.CutSuffix(base, ".md")
	if !ok || !p.rules.IsCode(code) {
		p.errorf(Pos{1, 1}, "file name %s: want %s, such as %s.md", clip(base), p.rules.form(), p.rules.example())
		return
	}
	p.page.Code = code
}

// top reads the keys of the page.
func (p *parser) top(root *yaml.Node) {
	var single Event
	p.mapping(root, "", keys, func(k *Key, path string, v *yaml.Node) {
		switch k.Name {
		case "title":
			p.page.Title = v.Value
		case "description":
			p.page.Description = strings.TrimRight(v.Value, "\n")
		case "tags":
			p.page.Tags = texts(v)
		case "name":
			p.page.Name = v.Value
		case "level":
			p.page.Level = level(v.Value)
		case "since":
			p.page.Since = v.Value
		case "events":
			p.events(v)
		case "message":
			single.Message = v.Value
			p.messages[path] = v
		case "fields":
			single.Fields = p.fields(v, path)
		case "status":
			p.status(v)
		case "aliases":
			p.page.Aliases = texts(v)
		case "related":
			p.page.Related = texts(v)
		case "draft":
			p.page.Draft = v.Value == "true"
		case "hint":
			p.page.Hint = v.Value
		case "exit":
			p.page.Exit, _ = strconv.Atoi(v.Value)
		case "limit":
			p.page.Once = true
		}
	})
	p.single(single)
}

// single takes the event that stands at the top of the page.
func (p *parser) single(e Event) {
	message, hasMessage := p.page.At["message"]
	fields, hasFields := p.page.At["fields"]
	_, hasEvents := p.page.At["events"]
	switch {
	case hasEvents && hasMessage:
		p.errorf(message, "message beside events: move it into an event, or drop events")
	case hasEvents && hasFields:
		p.errorf(fields, "fields beside events: move them into an event, or drop events")
	case hasFields && !hasMessage:
		p.errorf(fields, "fields without a message: want message beside them")
	case hasMessage:
		p.page.Events = append(p.page.Events, e)
	}
}

func (p *parser) status(n *yaml.Node) {
	p.mapping(n, "status", statusKey.Keys, func(k *Key, _ string, v *yaml.Node) {
		switch k.Name {
		case "state":
			p.page.Status.State = v.Value
		case "since":
			p.page.Status.Since = v.Value
		case "reason":
			p.page.Status.Reason = strings.TrimRight(v.Value, "\n")
		case "replaced_by":
			p.page.Status.ReplacedBy = texts(v)
		}
	})
}

func (p *parser) events(n *yaml.Node) {
	faults := len(p.errs)
	p.named(n, "events", "event", func(name, path string, v *yaml.Node) {
		e := Event{Name: name}
		p.mapping(v, path, eventKeys, func(k *Key, path string, v *yaml.Node) {
			switch k.Name {
			case "level":
				e.Level = level(v.Value)
			case "message":
				e.Message = v.Value
				p.messages[path] = v
			case "fields":
				e.Fields = p.fields(v, path)
			}
		})
		p.page.Events = append(p.page.Events, e)
	})
	if len(p.errs) == faults {
		p.fieldSets()
	}
}

func (p *parser) fields(n *yaml.Node, path string) []Field {
	var fields []Field
	p.named(n, path, "field", func(name, path string, v *yaml.Node) {
		f := Field{Name: name}
		set := func(k *Key, _ string, v *yaml.Node) {
			switch k.Name {
			case "type":
				f.Type = v.Value
			case "doc":
				f.Doc = strings.TrimRight(v.Value, "\n")
			case "secret":
				f.Secret = v.Value == "true"
			}
		}
		switch v.Kind {
		case yaml.ScalarNode:
			p.value(&fieldsKey.Keys[0], path, v, set)
		case yaml.MappingNode:
			p.mapping(v, path, fieldsKey.Keys, set)
		default:
			p.errorf(p.front.at(v), `%s is a list: want a type, such as string or "[]string" in quotes, or a mapping with the keys %s`, path, names(fieldsKey.Keys))
		}
		fields = append(fields, f)
	})
	return fields
}

// texts returns the scalars of a list.
func texts(n *yaml.Node) []string {
	list := make([]string, len(n.Content))
	for i, c := range n.Content {
		list[i] = c.Value
	}
	return list
}

// ParseLevel returns the level that a page, catalog.yaml or codes.lock spells so.
func ParseLevel(s string) (slog.Level, bool) {
	switch s {
	case "debug":
		return slog.LevelDebug, true
	case "info":
		return slog.LevelInfo, true
	case "warn":
		return slog.LevelWarn, true
	case "error":
		return slog.LevelError, true
	}
	return 0, false
}

// level returns the level that a page spells as s, nil when s is none.
func level(s string) *slog.Level {
	l, ok := ParseLevel(s)
	if !ok {
		return nil
	}
	return &l
}
