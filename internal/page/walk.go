package page

import (
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// A visit takes one value that is as its key wants it.
type visit func(k *Key, path string, v *yaml.Node)

// mapping reads n as a mapping with the given keys.
func (p *parser) mapping(n *yaml.Node, path string, keys []Key, set visit) {
	if n.Kind != yaml.MappingNode {
		p.errorf(p.front.at(n), "%s %s: want a mapping with the keys %s", path, shown(n), names(keys))
		return
	}
	var seen [32]Pos
	for i := 0; i+1 < len(n.Content) && !p.full(); i += 2 {
		key, v := n.Content[i], n.Content[i+1]
		at := p.front.at(key)
		j := slices.IndexFunc(keys, func(k Key) bool { return k.Name == key.Value })
		switch {
		case key.Kind != yaml.ScalarNode:
			p.errorf(at, "a key that is not text: want one of %s", names(keys))
			continue
		case j < 0:
			p.errorf(at, "unknown key %s: %s", clip(key.Value), suggest(key.Value, keys)+comma(n, v))
			p.errs[len(p.errs)-1].Key = key.Value
			continue
		case seen[j] != Pos{}:
			p.errorf(at, "key %q again: first on line %d", key.Value, seen[j].Line)
			continue
		}
		seen[j] = at
		sub := key.Value
		if path != "" {
			sub = path + "." + key.Value
		}
		p.place(sub, at, v)
		p.value(&keys[j], sub, v, set)
	}
	for j := 0; j < len(keys) && !p.full(); j++ {
		if keys[j].Required && seen[j] == (Pos{}) {
			at, ok := p.page.At[path]
			if !ok {
				at = Pos{1, 1}
			}
			p.errorf(at, "%s has no %s: %s", or(path, "page"), keys[j].Name, p.wanted(&keys[j]))
		}
	}
}

// comma hints at a text in a mapping of one line that a comma has cut.
func comma(n, v *yaml.Node) string {
	if n.Style&yaml.FlowStyle == 0 || v.Kind != yaml.ScalarNode || v.Value != "" {
		return ""
	}
	return " (or quote the text before the comma)"
}

// named reads n as a mapping from names of the grammar to values.
func (p *parser) named(n *yaml.Node, path, what string, set func(name, path string, v *yaml.Node)) {
	type first struct {
		name string
		line int
	}
	seen := make(map[string]first, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content) && !p.full(); i += 2 {
		key, v := n.Content[i], n.Content[i+1]
		at := p.front.at(key)
		if key.Kind != yaml.ScalarNode || !isMember(key.Value) {
			p.errorf(at, "%s name %s: want lower case letters, digits and _, a letter first", what, clip(key.Value))
			continue
		}
		if f, ok := seen[GoName(key.Value)]; ok {
			if f.name == key.Value {
				p.errorf(at, "%s %q again: first on line %d", what, key.Value, f.line)
			} else {
				p.errorf(at, "%s %q is %s in Go, as is %q on line %d: rename one", what, key.Value, GoName(key.Value), f.name, f.line)
			}
			continue
		}
		seen[GoName(key.Value)] = first{key.Value, at.Line}
		sub := path + "." + key.Value
		p.place(sub, at, v)
		set(key.Value, sub, v)
	}
}

// place notes where the value of a key stands: a block mapping or list at its
// key, all else where it begins.
func (p *parser) place(path string, key Pos, v *yaml.Node) {
	if v.Kind != yaml.ScalarNode && v.Style&yaml.FlowStyle == 0 {
		p.page.At[path] = key
		return
	}
	p.page.At[path] = p.front.valueAt(v)
}

// value checks that v is what k wants and hands it on.
func (p *parser) value(k *Key, path string, v *yaml.Node, set visit) {
	at := p.front.valueAt(v)
	switch k.Kind {
	case Map:
		if v.Kind != yaml.MappingNode {
			p.errorf(at, "%s %s: want a mapping with the keys %s", path, shown(v), names(k.Keys))
			return
		}
	case Named:
		if v.Kind != yaml.MappingNode || len(v.Content) == 0 {
			p.errorf(at, "%s %s: want a mapping from names to %s", path, shown(v), map[bool]string{true: "types", false: "events"}[k.Short != ""])
			return
		}
	case List:
		if !p.list(path, at, v) {
			return
		}
	default:
		if !p.scalar(k, path, at, v) {
			return
		}
	}
	set(k, path, v)
}

// list checks a list of texts, each once.
func (p *parser) list(path string, at Pos, v *yaml.Node) bool {
	if v.Kind != yaml.SequenceNode {
		p.errorf(at, "%s %s: want a list, such as [%s]", path, shown(v), or(plain(v.Value), "a, b"))
		return false
	}
	ok := true
	seen := make(map[string]bool, len(v.Content))
	for i, item := range v.Content {
		if p.full() {
			return false
		}
		at := p.front.valueAt(item)
		p.page.At[path+"."+strconv.Itoa(i)] = at
		switch {
		case item.Kind != yaml.ScalarNode:
			p.errorf(at, "%s holds a %s: want texts only", path, kindName(item))
		case strings.TrimSpace(item.Value) == "":
			p.errorf(at, "%s holds an empty text", path)
		case strings.ContainsAny(item.Value, breaks):
			p.errorf(at, "%s holds %s: want one line", path, clip(item.Value))
		case seen[item.Value]:
			p.errorf(at, "%s holds %s twice", path, clip(item.Value))
		default:
			seen[item.Value] = true
			continue
		}
		ok = false
	}
	return ok
}

// breaks are the characters that end a line, somewhere.
const breaks = "\n\r\v\f\u0085\u2028\u2029"

// scalar checks a text.
func (p *parser) scalar(k *Key, path string, at Pos, v *yaml.Node) bool {
	if k.Prose && p.misread(k, path, v) {
		return false
	}
	if v.Kind != yaml.ScalarNode {
		p.errorf(at, "%s %s: %s", path, shown(v), p.wanted(k))
		return false
	}
	ok := true
	switch k.Kind {
	case Enum:
		ok = slices.Contains(k.Values, v.Value)
	case Bool:
		ok = v.Value == "true" || v.Value == "false"
	case Int:
		i, err := strconv.Atoi(v.Value)
		ok = err == nil && strconv.Itoa(i) == v.Value && i >= k.Min && i <= k.Max
	case Text, Line:
		if strings.TrimSpace(v.Value) == "" {
			p.errorf(at, "%s is empty: %s", path, p.wanted(k))
			return false
		}
		ok = k.Kind == Text || !strings.ContainsAny(v.Value, breaks)
	}
	if k.Pattern == namePattern {
		ok = ok && isName(v.Value)
	}
	if !ok {
		p.errorf(at, "%s %s: %s", path, clip(v.Value), p.wanted(k))
	}
	return ok
}

// wanted tells what k takes.
func (p *parser) wanted(k *Key) string {
	switch {
	case k.Name == "title":
		return `want title: "` + or(p.page.Code, p.rules.example()) + `: what happened"`
	case k.Pattern == namePattern:
		return "want a Go-style name, such as DaemonSocketWithheld"
	case k.Kind == Enum:
		if len(k.Values) == 1 {
			return "want " + k.Values[0]
		}
		last := len(k.Values) - 1
		return "want " + strings.Join(k.Values[:last], ", ") + " or " + k.Values[last]
	case k.Kind == Bool:
		return "want true or false"
	case k.Kind == Int:
		return "want a whole number from " + strconv.Itoa(k.Min) + " to " + strconv.Itoa(k.Max)
	case k.Kind == Line:
		return "want one line of text"
	}
	return "want text"
}

// misread reports whether YAML makes of a text something that its author
// cannot have meant.
func (p *parser) misread(k *Key, path string, v *yaml.Node) bool {
	at := p.front.at(v)
	switch {
	case v.Kind != yaml.ScalarNode && v.Style&yaml.FlowStyle != 0:
		c := "["
		if v.Kind == yaml.MappingNode {
			c = "{"
		}
		p.errorf(at, "%s begins with %q, which YAML takes for a %s: quote it", path, c, kindName(v))
		return true
	case v.Kind != yaml.ScalarNode || v.Style != 0:
		return false
	}
	if i := p.front.comment(p.front.start(v), v.Value); i >= 0 {
		p.errorf(p.front.pos(i), "%s holds \" #\", where YAML ends the text: quote it, or put the comment on its own line", path)
		return true
	}
	return false
}

// shown names a value in a message.
func shown(v *yaml.Node) string {
	switch {
	case v.Kind == yaml.ScalarNode && v.Value == "", v.Kind != yaml.ScalarNode && len(v.Content) == 0:
		return "is empty"
	case v.Kind == yaml.ScalarNode:
		return clip(v.Value)
	}
	return "is a " + kindName(v)
}

func kindName(v *yaml.Node) string {
	switch v.Kind {
	case yaml.SequenceNode:
		return "list"
	case yaml.ScalarNode:
		return "text"
	}
	return "mapping"
}

// plain returns s when it can stand in a list as it is.
func plain(s string) string {
	if len(s) > 60 || strings.ContainsAny(s, ",[]{}#:\"'\n") {
		return ""
	}
	return s
}

func names(keys []Key) string {
	list := make([]string, len(keys))
	for i, k := range keys {
		list[i] = k.Name
	}
	return strings.Join(list, ", ")
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
