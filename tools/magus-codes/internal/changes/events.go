package changes

import (
	"fmt"
	"slices"

	"github.com/egladman/magus/tools/magus-codes/internal/export"
)

func (c *comparison) events(was, is *export.Code) {
	for i := range was.Events {
		old := &was.Events[i]
		j := slices.IndexFunc(is.Events, func(e export.Event) bool { return e.Name == old.Name })
		if j < 0 {
			c.add(is.Code, "event", Major, eventName(old)+" is gone", old.Message, "")
			continue
		}
		c.event(was, is, old, &is.Events[j])
	}
	for j := range is.Events {
		now := &is.Events[j]
		if !slices.ContainsFunc(was.Events, func(e export.Event) bool { return e.Name == now.Name }) {
			c.add(is.Code, "event", Minor, eventName(now)+" is new", "", now.Message)
		}
	}
}

func eventName(e *export.Event) string {
	if e.Name == "" {
		return "the message"
	}
	return "event " + e.Name
}

func (c *comparison) event(was, is *export.Code, old, now *export.Event) {
	name := eventName(now)
	if old.Level != now.Level {
		step := Minor
		what := fmt.Sprintf("%s: level %s is now %s", name, old.Level, now.Level)
		if old.Level == "error" {
			step, what = Major, what+", and its constructor of errors is gone"
		}
		// A level that follows the code's is told with it, unless it takes more along.
		if step == Major || old.Level != was.Level || now.Level != is.Level {
			c.add(is.Code, "level", step, what, old.Level, now.Level)
		}
	}
	if old.Message != now.Message {
		c.add(is.Code, "message", Patch, fmt.Sprintf("%s: %q is now %q", name, old.Message, now.Message), old.Message, now.Message)
	}
	c.fields(is.Code, name, old.Fields, now.Fields)
}

func (c *comparison) fields(code, event string, old, now []export.Field) {
	find := func(fields []export.Field, name string) int {
		return slices.IndexFunc(fields, func(f export.Field) bool { return f.Name == name })
	}
	same := len(old) == len(now)
	for _, f := range old {
		j := find(now, f.Name)
		if j < 0 {
			same = false
			c.add(code, "field", Major, fmt.Sprintf("%s loses field %s", event, f.Name), f.Type, "")
			continue
		}
		if now[j].Type != f.Type {
			c.add(code, "field", Major, fmt.Sprintf("field %s of %s: type %s is now %s", f.Name, event, f.Type, now[j].Type), f.Type, now[j].Type)
		}
		if now[j].Secret != f.Secret {
			c.add(code, "field", Minor, fmt.Sprintf("field %s of %s: secret %t is now %t", f.Name, event, f.Secret, now[j].Secret), fmt.Sprint(f.Secret), fmt.Sprint(now[j].Secret))
		}
		if now[j].Description != f.Description {
			c.add(code, "page", Patch, fmt.Sprintf("field %s of %s is described anew", f.Name, event), f.Description, now[j].Description)
		}
	}
	for _, f := range now {
		if find(old, f.Name) < 0 {
			same = false
			c.add(code, "field", Major, fmt.Sprintf("%s gains field %s, a parameter of its function", event, f.Name), "", f.Type)
		}
	}
	if same && !slices.EqualFunc(old, now, func(a, b export.Field) bool { return a.Name == b.Name }) {
		c.add(code, "field", Major, fmt.Sprintf("the fields of %s have another order, which is that of its function's parameters", event), "", "")
	}
}
