package jsonrec

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// A Record is one diagnostic or one ordinary log record. Texts are as the
// program gave them: a sink has to make them visible or escape them.
type Record struct {
	Time    time.Time // zero when the handler shows none
	Level   slog.Level
	Coded   bool
	Code    string // may be empty in a coded record too: the zero code
	Name    string
	Event   string
	URL     string
	Message string
	Fields  []Field
	File    string // of the call, when the handler was asked for it
	Line    int
}

// A Field is one value. Groups are flattened: the key of g{k=v} is g.k.
type Field struct {
	Key   string
	Value any // string, json.Number, bool, nil, []any or a nested []Field
}

// Parse reads one line of a JSON handler. The keys stand in the order of the
// line; a member that this package does not know counts as a field.
func Parse(line []byte) (Record, error) {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber()
	v, err := value(dec)
	if err != nil {
		return Record{}, fmt.Errorf("record %.80q: %w", line, err)
	}
	members, ok := v.([]Field)
	if !ok {
		return Record{}, fmt.Errorf("record %.80q: want a JSON object", line)
	}
	var r Record
	for _, m := range members {
		r.take(m)
	}
	return r, nil
}

func (r *Record) take(m Field) {
	s, isText := m.Value.(string)
	switch {
	case m.Key == "fields":
		if group, ok := m.Value.([]Field); ok {
			r.Fields = flatten(r.Fields, "", group)
			return
		}
	case m.Key == "source":
		if r.source(m.Value) {
			return
		}
	case isText && r.text(m.Key, s):
		return
	}
	r.Fields = flatten(r.Fields, "", []Field{m})
}

// text takes a member of the outer object that holds a text.
func (r *Record) text(key, s string) bool {
	var err error
	switch key {
	case slog.TimeKey:
		r.Time, err = time.Parse(time.RFC3339Nano, s)
	case slog.LevelKey:
		err = r.Level.UnmarshalText([]byte(s))
	case slog.MessageKey:
		r.Message = s
	case "code":
		r.Code, r.Coded = s, true
	case "name":
		r.Name = s
	case "event":
		r.Event = s
	case "url":
		r.URL = s
	default:
		return false
	}
	return err == nil
}

func (r *Record) source(v any) bool {
	members, _ := v.([]Field)
	for _, m := range members {
		switch v := m.Value.(type) {
		case string:
			if m.Key == "file" {
				r.File = v
			}
		case json.Number:
			if n, err := v.Int64(); err == nil && m.Key == "line" {
				r.Line = int(n)
			}
		}
	}
	return r.File != ""
}

func flatten(out []Field, prefix string, group []Field) []Field {
	for _, f := range group {
		f.Key = prefix + f.Key
		if nested, ok := f.Value.([]Field); ok {
			out = flatten(out, f.Key+".", nested)
			continue
		}
		out = append(out, f)
	}
	return out
}

// value reads the next JSON value; an object keeps the order of its members.
func value(dec *json.Decoder) (any, error) {
	tok, err := dec.Token()
	if err != nil {
		return nil, err
	}
	delim, ok := tok.(json.Delim)
	if !ok {
		return tok, nil
	}
	if delim == '[' {
		list := []any{}
		for dec.More() {
			v, err := value(dec)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = dec.Token()
		return list, err
	}
	members := []Field{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		name, ok := key.(string)
		if !ok {
			return nil, errors.New("want a member name")
		}
		v, err := value(dec)
		if err != nil {
			return nil, err
		}
		members = append(members, Field{name, v})
	}
	_, err = dec.Token()
	return members, err
}
