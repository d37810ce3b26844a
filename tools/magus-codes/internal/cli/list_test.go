package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWhySkipped(t *testing.T) {
	for file, want := range map[string]skipped{
		"docs/_a (copy).md":                {"docs/_a (copy).md", `its name starts with "_"`},
		"docs/fam/_a (1) (2)":              {"docs/fam/_a (1) (2)", `its name starts with "_"`},
		"docs/b (copy).md":                 {"docs/b (copy).md", "its name is not that of a code, and its folder is no family"},
		"docs/sub/ (a catalog of its own)": {"docs/sub/", "a catalog of its own"},
		"docs/fam/s (x)/ (a folder)":       {"docs/fam/s (x)/", "a folder"},
		"docs/README.md":                   {"docs/README.md", "a README is no code's page"},
	} {
		assert.Equal(t, want, whySkipped(file), file)
	}
}
