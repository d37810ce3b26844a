package schema

import (
	"bytes"
	"encoding/json"
	"slices"
)

// An object is a JSON object that keeps the order of its keys.
type object struct {
	keys   []string
	values map[string]any
}

func (o *object) set(key string, value any) *object {
	if o.values == nil {
		o.values = map[string]any{}
	}
	if _, known := o.values[key]; !known {
		o.keys = append(o.keys, key)
	}
	o.values[key] = value
	return o
}

// front sets a key and puts it first.
func (o *object) front(key string, value any) {
	o.set(key, value)
	i := slices.Index(o.keys, key)
	o.keys = slices.Insert(slices.Delete(o.keys, i, i+1), 0, key)
}

// MarshalJSON implements json.Marshaler.
func (o *object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, k := range o.keys {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := write(&b, k); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := write(&b, o.values[k]); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// write is json.Marshal without the escapes for HTML.
func write(b *bytes.Buffer, v any) error {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
