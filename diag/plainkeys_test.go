package diag

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type madeCode struct{ d *Descriptor }

func (madeCode) Error() string             { return "TST1" }
func (c madeCode) Descriptor() *Descriptor { return c.d }

// The names of an event's fields are looked at once per printer; what stands
// inside their values, and the names of another event, must not pass for them.
func TestKeysInsideDeclaredFieldsAreEscaped(t *testing.T) {
	hostile := "k\" \n="
	values := map[string]any{
		"group":  slog.GroupValue(slog.Int(hostile, 1)),
		"map":    map[string]any{hostile: 1},
		"struct": []any{map[string]int{hostile: 1}},
		"valuer": grouped{slog.GroupValue(slog.Int(hostile, 1))},
	}
	good := &Descriptor{Code: "TST1", Events: []Event{{Message: "m", Fields: []Field{{Name: "v"}, {Name: "n"}}}}}
	bad := &Descriptor{Code: "TST1", Events: []Event{{Message: "m", Fields: []Field{{Name: hostile}, {Name: "n"}}}}}
	for name, v := range values {
		for _, d := range []*Descriptor{good, bad} {
			d.Prepare()
			key := d.Events[0].Fields[0].Name
			for _, format := range []Format{JSON, Text} {
				var b bytes.Buffer
				old := SetDefault(NewHandler(&b, Options{Format: format}))
				for range 2 {
					Emit(madeCode{d}, slog.Any(key, v), slog.Int("n", 1))
				}
				SetDefault(old)
				for line := range bytes.Lines(b.Bytes()) {
					line = bytes.TrimSuffix(line, []byte{'\n'})
					assert.NotContains(t, string(line), hostile, name)
					if format == JSON {
						require.True(t, json.Valid(line), "%s: %s", name, line)
					}
				}
			}
		}
	}
}

type grouped struct{ v slog.Value }

func (g grouped) LogValue() slog.Value { return g.v }
