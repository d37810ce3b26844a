package jsonrec

import (
	"encoding/json"

	"github.com/egladman/magus/internal/text"
)

// Redacted is what stands for the value of a secret field.
const Redacted = "[redacted]"

// Text returns the value as the text form of diag shows it, but a string that
// stands alone is left unquoted and as it is. What is in a list or a nested
// object is quoted where it needs it, so that [a "b c"] cannot be misread.
func (f Field) Text() string {
	if s, ok := f.Value.(string); ok {
		return s
	}
	return string(appendValue(nil, f.Value))
}

func appendValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		if v == Redacted {
			return append(b, v...)
		}
		return text.AppendValue(b, v)
	case json.Number:
		return append(b, v...)
	case bool:
		if v {
			return append(b, "true"...)
		}
		return append(b, "false"...)
	case []any:
		b = append(b, '[')
		for i, e := range v {
			if i > 0 {
				b = append(b, ' ')
			}
			b = appendValue(b, e)
		}
		return append(b, ']')
	case []Field:
		b = append(b, '{')
		for i, f := range v {
			if i > 0 {
				b = append(b, ' ')
			}
			b = text.AppendValue(b, f.Key)
			b = append(b, '=')
			b = appendValue(b, f.Value)
		}
		return append(b, '}')
	}
	return append(b, "<nil>"...)
}
