package changes

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/tools/magus-codes/internal/export"
)

func base() *export.Catalog {
	return &export.Catalog{Prefix: "T", Codes: []export.Code{{
		Code: "T1", Name: "One", Family: "f", Level: "error", Title: "one", URL: "u1", Exit: 3, Status: export.Status{State: "active"},
		Events: []export.Event{{Name: "a", Level: "error", Message: "m", Fields: []export.Field{{Name: "x", Type: "int"}, {Name: "y", Type: "string"}}}},
	}}}
}

func TestSteps(t *testing.T) {
	for name, c := range map[string]struct {
		edit func(*export.Code)
		want []string
	}{
		"nothing":             {func(*export.Code) {}, nil},
		"title":               {func(c *export.Code) { c.Title = "other" }, []string{"page patch"}},
		"message":             {func(c *export.Code) { c.Events[0].Message = "n" }, []string{"message patch"}},
		"address":             {func(c *export.Code) { c.URL = "u2" }, []string{"address patch"}},
		"family":              {func(c *export.Code) { c.Family, c.URL = "g", "u2" }, []string{"moved minor"}},
		"name with alias":     {func(c *export.Code) { c.Name, c.Aliases = "Uno", []string{"One"} }, []string{"renamed minor"}},
		"case of the name":    {func(c *export.Code) { c.Name = "ONE" }, []string{"renamed minor"}},
		"name":                {func(c *export.Code) { c.Name = "Uno" }, []string{"renamed major"}},
		"lower level":         {func(c *export.Code) { c.Level, c.Events[0].Level = "warn", "warn" }, []string{"level minor", "level major"}},
		"exit":                {func(c *export.Code) { c.Exit = 4 }, []string{"exit major"}},
		"limit":               {func(c *export.Code) { c.Once = true }, []string{"limit minor"}},
		"deprecated":          {func(c *export.Code) { c.Status.State = "deprecated" }, []string{"deprecated minor"}},
		"retired, event kept": {func(c *export.Code) { c.Status.State = "retired" }, []string{"retired minor"}},
		"retired, no event":   {func(c *export.Code) { c.Status.State, c.Events, c.Exit = "retired", nil, 0 }, []string{"retired minor", "event major"}},
		"event":               {func(c *export.Code) { c.Events = append(c.Events, export.Event{Name: "b"}) }, []string{"event minor"}},
		"event renamed":       {func(c *export.Code) { c.Events[0].Name = "b" }, []string{"event major", "event minor"}},
		"field type":          {func(c *export.Code) { c.Events[0].Fields[0].Type = "any" }, []string{"field major"}},
		"field order":         {func(c *export.Code) { f := c.Events[0].Fields; f[0], f[1] = f[1], f[0] }, []string{"field major"}},
		"field gone":          {func(c *export.Code) { c.Events[0].Fields = c.Events[0].Fields[:1] }, []string{"field major"}},
		"field more":          {func(c *export.Code) { c.Events[0].Fields = append(c.Events[0].Fields, export.Field{Name: "z"}) }, []string{"field major"}},
		"field secret":        {func(c *export.Code) { c.Events[0].Fields[1].Secret = true }, []string{"field minor"}},
	} {
		to := base()
		c.edit(&to.Codes[0])
		r, err := Compare(base(), to, "a", "b")
		require.NoError(t, err)
		var got []string
		step := None
		for _, ch := range r.Changes {
			got = append(got, ch.Kind+" "+ch.Step.String())
			step = max(step, ch.Step)
			assert.Equal(t, "T1", ch.Code, name)
		}
		assert.Equal(t, c.want, got, name)
		assert.Equal(t, step, r.Step, name)
	}
}

func TestCodesComeAndGo(t *testing.T) {
	none := &export.Catalog{Prefix: "T"}
	r, err := Compare(none, base(), "a", "b")
	require.NoError(t, err)
	assert.Equal(t, Minor, r.Step)
	r, err = Compare(base(), none, "a", "b")
	require.NoError(t, err)
	assert.Equal(t, Major, r.Step)
	assert.Equal(t, "removed", r.Changes[0].Kind)

	revived := base()
	retired := base()
	retired.Codes[0].Status.State = "retired"
	r, err = Compare(retired, revived, "a", "b")
	require.NoError(t, err)
	assert.Equal(t, "revived", r.Changes[0].Kind)
	assert.Equal(t, Major, r.Step)
}
