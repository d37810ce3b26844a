package explain_test

import (
	"log/slog"
	"os"
	"testing/fstest"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/explain"
)

// Another program gets the whole command for its own catalog: here one of a
// single code, made by hand. Real ones come from a generated package and an
// embedded folder of pages.
func ExampleMain() {
	catalog := &diag.Catalog{
		Prefix: "DEMO", MinDigits: 4, MaxDigits: 4, Package: "example.com/demo/codes",
		Codes: []*diag.Descriptor{{
			Code: "DEMO0001", Name: "KettleDry", Title: "the kettle is dry", Family: "tea", Level: slog.LevelWarn,
			URL: "https://example.com/codes/DEMO0001",
		}},
	}
	pages := fstest.MapFS{"tea/DEMO0001.md": {Data: []byte("# DEMO0001: the kettle is dry\n\nFill it before you switch it on.\n")}}

	explain.Main([]string{"kettledry"}, explain.Options{
		Name:    "demo explain",
		Sources: []explain.Source{{Catalog: catalog, Pages: pages}},
		Stdout:  os.Stdout,
		Getenv:  func(key string) string { return map[string]string{"LC_ALL": "C"}[key] },
	})
	// Output:
	// DEMO0001: the kettle is dry
	// KettleDry - warn - tea
	//
	// Fill it before you switch it on.
	//
	// https://example.com/codes/DEMO0001
}
