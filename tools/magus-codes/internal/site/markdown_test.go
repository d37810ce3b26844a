package site

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/egladman/magus/diag"
)

func TestTitleStandsOnce(t *testing.T) {
	for body, once := range map[string]bool{
		"# TST1001: use of `foo`\n\nx":             true,
		"# Use of `foo`\n\nx":                      true,
		"# TST1001\n\nx":                           true,
		"TST1001: use of `foo`\n=====\n\nx":        true,
		"<!-- a -->\n<!-- b\n\nc -->\n\n# TST1001": true,
		"<p>a</p>\n\n# TST1001":                    false,
		"x\n\n# TST1001":                           false,
		"> # TST1001":                              false,
		"# Use of `foo` and more":                  false,
		"## TST1001":                               false,
	} {
		in := fixture()
		in.Catalog.Codes = []*diag.Descriptor{{Code: "TST1001", Title: "use of `foo`", Family: "net"}}
		in.Bodies = map[string][]byte{"TST1001": []byte(body)}
		out, _ := build(t, in)
		page := read(t, out, "TST1001", "index.html")
		if once {
			assert.NotContains(t, page, "<h2", body)
		} else {
			assert.Contains(t, page, "<h2", body)
		}
	}
}
