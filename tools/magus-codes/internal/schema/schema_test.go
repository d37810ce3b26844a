package schema_test

import (
	"encoding/json"
	"errors"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/xeipuuv/gojsonschema"
	"go.yaml.in/yaml/v3"

	"github.com/egladman/magus/internal/catalog"
	"github.com/egladman/magus/internal/page"
	"github.com/egladman/magus/tools/magus-codes/internal/schema"
)

var update = flag.Bool("update", false, "rewrite docs/schema")

func TestFilesAreFresh(t *testing.T) {
	for _, name := range schema.Names {
		file := filepath.Join("..", "..", "..", "..", "docs", "schema", name+".schema.json")
		want := schema.Make(name)
		if *update {
			require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
			require.NoError(t, os.WriteFile(file, want, 0o644))
		}
		got, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got), "%s is stale: go test ./tools/magus-codes/internal/schema -update", name)
	}
}

func TestSchemasAreSchemas(t *testing.T) {
	for _, name := range schema.Names {
		loader := gojsonschema.NewSchemaLoader()
		loader.Validate = true
		assert.NoError(t, loader.AddSchemas(gojsonschema.NewBytesLoader(schema.Make(name))), name)
	}
	assert.Nil(t, schema.Make("nope"))
}

// faults validates YAML against a schema, as an editor does.
func faults(t *testing.T, name, text string) []gojsonschema.ResultError {
	t.Helper()
	var v any
	require.NoError(t, yaml.Unmarshal([]byte(text), &v))
	data, err := json.Marshal(v)
	require.NoError(t, err)
	r, err := gojsonschema.Validate(gojsonschema.NewBytesLoader(schema.Make(name)), gojsonschema.NewBytesLoader(data))
	require.NoError(t, err)
	return r.Errors()
}

// The schema of front matter and the parser agree.
func TestFrontMatter(t *testing.T) {
	level := catalogLevel(t)
	rules := page.Rules{Prefix: "TST", MinDigits: 4, MaxDigits: 4, Level: &level}
	for front, valid := range map[string]bool{
		`title: "TST1001: x"`: true,
		`title: "TST1001: x"` + "\nlevel: debug\nsince: 1.5\nexit: 3\nlimit: once\ndraft: true\ntags: [TST1001, a]\nname: AbcDef\nhint: do\nrelated: [TST1002]": true,
		`title: "TST1001: x"` + "\nmessage: m {a}\nfields: {a: string, b: {type: int, doc: d, secret: true}}":                                                   true,
		`title: "TST1001: x"` + "\nevents: {kept: {message: m, level: warn}}":                                                                                   true,
		`title: "TST1001: x"` + "\nstatus: {state: retired, since: v1, reason: r, replaced_by: [TST1002]}":                                                      true,
		`level: debug`: false,
		`title: "TST1001: x"` + "\nlevel: verbose":                          false,
		`title: "TST1001: x"` + "\nlevell: debug":                           false,
		`title: "TST1001: x"` + "\nexit: 126":                               false,
		`title: "TST1001: x"` + "\nexit: 0":                                 false,
		`title: "TST1001: x"` + "\nlimit: twice":                            false,
		`title: "TST1001: x"` + "\nname: lower":                             false,
		`title: "TST1001: x"` + "\ntags: word":                              false,
		`title: "TST1001: x"` + "\ndraft: maybe":                            false,
		`title: "TST1001: x"` + "\nevents: {Bad: {message: m}}":             false,
		`title: "TST1001: x"` + "\nevents: {kept: {level: warn}}":           false,
		`title: "TST1001: x"` + "\nmessage: m\nfields: {a: float}":          false,
		`title: "TST1001: x"` + "\nmessage: m\nfields: {a: {secret: true}}": false,
		`title: "TST1001: x"` + "\nstatus: {state: gone}":                   false,
		`title: "TST1001: x"` + "\nstatus: retired":                         false,
		`title: "TST1001: x"` + "\nfields: {a: int}":                        false,
		`title: "TST1001: x"` + "\nmessage: m\nevents: {a: {message: n}}":   false,
		`title: ""`: false, `title: x`: false, `title: "TST1001:"`: false,
		`title: "TST1001: x"` + "\nhint: \"a\\nb\"":              false,
		`title: "TST1001: x"` + "\ndescription: \"a\\nb\"":       true,
		`title: "TST1001: x"` + "\nmessage: \"\"":                false,
		`title: "TST1001: x"` + "\nsince: \"\"":                  false,
		`title: "TST1001: x"` + "\ntags: [a, a]":                 false,
		`title: "TST1001: x"` + "\ntags: [\"\"]":                 false,
		`title: "TST1001: x"` + "\ntags: []":                     true,
		`title: "TST1001: x"` + "\nevents: {}":                   false,
		`title: "TST1001: x"` + "\nmessage: m\nfields: {}":       false,
		`title: "TST1001: x"` + "\nexit: \"3\"\ndraft: \"true\"": true,
	} {
		_, errs := page.Parse("f/TST1001.md", "f", []byte("---\n"+front+"\n---\n"), rules)
		assert.Equal(t, valid, len(errs) == 0, "parser: %s: %v", front, errs)
		found := faults(t, "front-matter", front)
		assert.Equal(t, valid, len(found) == 0, "schema: %s: %v", front, found)
	}
}

func catalogLevel(t *testing.T) slog.Level {
	t.Helper()
	l, ok := page.ParseLevel("error")
	require.True(t, ok)
	return l
}

// The schema of catalog.yaml has the keys that the parser knows, and judges as
// it does.
func TestCatalogKeys(t *testing.T) {
	_, err := catalog.ParseConfig("catalog.yaml", []byte(base+"zzz: 1\n"))
	assert.Equal(t, known(t, err), keys(t, "properties"))
	_, err = catalog.ParseConfig("catalog.yaml", []byte(strings.Replace(base, "title:", "zzz:", 1)))
	assert.Equal(t, known(t, err), keys(t, "properties", "families", "additionalProperties", "anyOf", "0", "properties"))
}

const base = "prefix: TST\ndigits: 4\npackage: example.com/x/codes\nlink: https://example.org/{code}/\nfamilies:\n  net: {title: Net}\n"

func TestCatalogValues(t *testing.T) {
	for change, valid := range map[string]bool{
		"": true, "separator: \"-\"\n": true, "typed: false\n": true, "ref: v1.0.0\n": true, "headings: [Why, What to do]\n": true,
		"separator: \"_\"\n": false, "typed: maybe\n": false, "ref: a b\n": false, "headings: Why\n": false, "zzz: 1\n": false,
		"digits=7": false, "digits=4-5": true, "digits=x": false, "prefix=tst": false, "prefix=T1": false, "link=https://example.org/": false, "link=example.org/{code}": false,
		"package=a b": false, "families=[net]": false, "families={net: {numbers: 1-9}}": true, "families={net: {numbers: [1-9, 20]}}": true, "families={net: {numbers: x}}": false,
		"families={net: {level: loud}}": false, "families={net: {}}": true, "families={net: Network}": true, "families={\"a b\": {}}": false,
	} {
		text := base + change
		if key, value, ok := strings.Cut(change, "="); ok {
			lines := strings.SplitAfter(strings.Replace(base, "families:\n  net: {title: Net}", "families: {net: {title: Net}}", 1), "\n")
			i := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, key+":") })
			lines[i] = key + ": " + value + "\n"
			text = strings.Join(lines, "")
		}
		_, err := catalog.ParseConfig("catalog.yaml", []byte(text))
		assert.Equal(t, valid, err == nil, "parser: %s: %v", change, err)
		found := faults(t, "catalog", text)
		assert.Equal(t, valid, len(found) == 0, "schema: %s: %v", change, found)
	}
}

func known(t *testing.T, err error) []string {
	t.Helper()
	var list page.Errors
	require.True(t, errors.As(err, &list))
	m := regexp.MustCompile(`\(known: ([^)]*)\)`).FindStringSubmatch(err.Error())
	require.NotNil(t, m, err)
	names := strings.Split(m[1], ", ")
	slices.Sort(names)
	return names
}

func keys(t *testing.T, path ...string) []string {
	t.Helper()
	var v any
	require.NoError(t, json.Unmarshal(schema.Make("catalog"), &v))
	for _, p := range path {
		switch at := v.(type) {
		case map[string]any:
			v = at[p]
		case []any:
			v = at[0]
		}
	}
	var names []string
	for k := range v.(map[string]any) {
		names = append(names, k)
	}
	slices.Sort(names)
	return names
}
