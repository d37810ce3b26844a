package explain

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/diag"
)

// A schema checks values against docs/schema/explain.schema.json. It knows
// the keywords that the file uses and fails on any other.
type schema struct{ defs map[string]any }

func (s schema) check(at string, rule map[string]any, v any) error {
	for key, want := range rule {
		var err error
		switch key {
		case "$schema", "$id", "title", "description", "$defs":
		case "$ref":
			name, _ := strings.CutPrefix(want.(string), "#/$defs/")
			def, ok := s.defs[name].(map[string]any)
			if !ok {
				return fmt.Errorf("%s: no definition %q", at, want)
			}
			err = s.check(at, def, v)
		case "anyOf":
			err = fmt.Errorf("%s: no form fits", at)
			for _, form := range want.([]any) {
				e := s.check(at, form.(map[string]any), v)
				if e == nil {
					err = nil
					break
				}
				err = fmt.Errorf("%w; %w", err, e)
			}
		case "type":
			if got := typeOf(v); got != want {
				err = fmt.Errorf("%s: is %s, want %s", at, got, want)
			}
		case "enum":
			if !slices.Contains(want.([]any), v) {
				err = fmt.Errorf("%s: %v is none of %v", at, v, want)
			}
		case "items":
			list, _ := v.([]any)
			for i, x := range list {
				if e := s.check(fmt.Sprintf("%s[%d]", at, i), want.(map[string]any), x); e != nil {
					return e
				}
			}
		case "required":
			m, _ := v.(map[string]any)
			for _, k := range want.([]any) {
				if _, ok := m[k.(string)]; !ok {
					err = fmt.Errorf("%s: lacks %s", at, k)
				}
			}
		case "properties", "additionalProperties":
			err = s.members(at, rule, v)
		default:
			err = fmt.Errorf("%s: unknown keyword %q in the schema", at, key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s schema) members(at string, rule map[string]any, v any) error {
	m, _ := v.(map[string]any)
	props, _ := rule["properties"].(map[string]any)
	for k, x := range m {
		p, known := props[k].(map[string]any)
		if !known {
			more, isRule := rule["additionalProperties"].(map[string]any)
			if !isRule {
				return fmt.Errorf("%s: unknown member %q", at, k)
			}
			p = more
		}
		if err := s.check(at+"."+k, p, x); err != nil {
			return err
		}
	}
	return nil
}

func typeOf(v any) string {
	switch v := v.(type) {
	case []any:
		return "array"
	case map[string]any:
		return "object"
	case string:
		return "string"
	case bool:
		return "boolean"
	case float64:
		if v == math.Trunc(v) {
			return "integer"
		}
		return "number"
	}
	return "null"
}

func readSchema(t *testing.T) (schema, map[string]any) {
	t.Helper()
	data, err := os.ReadFile("../docs/schema/explain.schema.json")
	require.NoError(t, err)
	var root map[string]any
	require.NoError(t, json.Unmarshal(data, &root))
	return schema{root["$defs"].(map[string]any)}, root
}

func TestJSONFitsItsSchema(t *testing.T) {
	s, root := readSchema(t)
	log := filepath.Join(t.TempDir(), "run.log")
	require.NoError(t, os.WriteFile(log, []byte("[ACM0042] cannot write /x\n  free=1\nACM9999\nACM0101\n"), 0o600))
	for _, args := range [][]string{
		{"ACM0042", "OLD17", "ACM0043", "ACM0100", "ACM0101", "ACM2008"}, {}, {"--search", "disk"}, {"ACM7777"},
		{"--message", "peer x reset the connection after 7 bytes"}, {"--log", log}, {"--log", os.DevNull}, {"--status", "retired"},
	} {
		_, out, _ := run(testOptions(), append([]string{"--format", "json"}, args...)...)
		var v any
		require.NoError(t, json.Unmarshal([]byte(out), &v), args)
		assert.NoError(t, s.check("$", root, v), args)
	}
	for _, bad := range []string{`{}`, `[1]`, `[{"code":"X"}]`} {
		var v any
		require.NoError(t, json.Unmarshal([]byte(bad), &v))
		assert.Error(t, s.check("$", root, v), bad)
	}
}

func TestJSONIsAnArrayWhenNothingFits(t *testing.T) {
	twice := testOptions()
	event := []diag.Event{{Message: "said twice", Level: slog.LevelInfo}}
	twice.Sources = []Source{{Catalog: prepared(&diag.Catalog{Prefix: "ACM", MinDigits: 4, MaxDigits: 4, Codes: []*diag.Descriptor{
		{Code: "ACM0001", Title: "one", Family: "fs", Events: event}, {Code: "ACM0002", Title: "two", Family: "fs", Events: event},
	}})}}
	for _, args := range [][]string{
		{"ACM7777"}, {"--search", "nowhere"}, {"--family", "nope"}, {"--tag", "nope"}, {"--message", "said twice"}, {"--message", "never said"},
	} {
		status, out, errs := run(twice, append(args, "--format", "json")...)
		assert.Equal(t, exitNone, status, args)
		assert.Equal(t, "[]\n", out, args)
		assert.NotEmpty(t, errs, args)
	}
}

// TestSchemaNamesEveryMember holds the schema to the Go types, so that a
// member that no test input shows is described too.
func TestSchemaNamesEveryMember(t *testing.T) {
	s, _ := readSchema(t)
	for def, typ := range map[string]reflect.Type{
		"code": reflect.TypeFor[codeJSON](), "status": reflect.TypeFor[statusJSON](), "event": reflect.TypeFor[eventJSON](),
		"field": reflect.TypeFor[fieldJSON](), "fit": reflect.TypeFor[fitJSON](), "loggedCode": reflect.TypeFor[logCodeJSON](),
	} {
		rule := s.defs[def].(map[string]any)
		props := rule["properties"].(map[string]any)
		var required []any
		for f := range typ.Fields() {
			name, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
			assert.Contains(t, props, name, def)
			if opts != "omitempty" {
				required = append(required, name)
			}
		}
		assert.Len(t, props, typ.NumField(), def)
		assert.ElementsMatch(t, required, rule["required"], def)
	}
}
