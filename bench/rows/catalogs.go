package main

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
)

// catalog writes n pages of a catalog below dir, as many as fit into families
// of a hundred, each with an event of two fields.
func catalog(dir, pkg, digits string, n int) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	families := ""
	for f := range (n + 99) / 100 {
		families += fmt.Sprintf("  family%02d:\n    title: Family %d\n", f, f)
	}
	config := fmt.Sprintf("prefix: BNC\ndigits: %s\npackage: %s\nlink: \"https://example.com/{family}/{code}.md\"\nref: main\nfamilies:\n%s", digits, pkg, families)
	if err := os.WriteFile(filepath.Join(dir, "catalog.yaml"), []byte(config), 0o644); err != nil {
		return err
	}
	for i := range n {
		family := filepath.Join(dir, fmt.Sprintf("family%02d", i/100))
		if err := os.MkdirAll(family, 0o755); err != nil {
			return err
		}
		// Every other number, so that neighbours of codes are no codes.
		code := fmt.Sprintf("BNC%d", 1000+2*i)
		if err := os.WriteFile(filepath.Join(family, code+".md"), []byte(page(code, i)), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func page(code string, i int) string {
	return fmt.Sprintf(`---
title: "%s: something of the kind %d happened"
description: What happened is told here in a sentence of the usual length, so that the page weighs what pages weigh.
tags: [%s, bench, kind%d]
name: BenchKind%d
level: %s
since: v0.1.0
message: "something happened to {path} in a run"
fields: {path: path, tries: int}
---
# %s: something of the kind %d happened

A paragraph about what happened, which says why it did and what it means for the run.

- the first thing to try
- the second thing to try

`+"```sh\nbench --fix %d\n```\n", code, i, code, i%7, i, []string{"debug", "info", "warn", "error"}[i%4], code, i, i)
}

//go:embed lookup.go.txt
var lookupTest []byte

// generated makes a module in the env's folder that holds generated packages
// of 80 and 1,000 codes, codes80 and codes1000, and the lookup benchmarks.
func generated(e *env) (string, error) {
	dir := filepath.Join(e.dir, "catalogs")
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	gen := filepath.Join(e.dir, "gen")
	if _, err := command(e.root, "go", "build", "-o", gen, "./codes/gen"); err != nil {
		return "", err
	}
	for _, n := range []int{80, 1000} {
		pages := filepath.Join(dir, fmt.Sprintf("pages%d", n))
		pkg := fmt.Sprintf("codes%d", n)
		if err := catalog(pages, "example.com/catalogs/"+pkg, "4", n); err != nil {
			return "", err
		}
		out := filepath.Join(dir, pkg, "registry.go")
		if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
			return "", err
		}
		if _, err := command(dir, gen, "-catalog", filepath.Base(pages), "-out", filepath.Join(pkg, "registry.go")); err != nil {
			return "", err
		}
	}
	mod := fmt.Sprintf("module example.com/catalogs\n\ngo 1.26.0\n\nrequire github.com/egladman/magus v0.0.0\n\nreplace github.com/egladman/magus => %s\n", e.root)
	files := map[string][]byte{
		"go.mod":                  []byte(mod),
		"lookup_test.go":          lookupTest,
		"cmd/hello/main.go":       []byte("package main\n\nfunc main() { println(\"hello\") }\n"),
		"cmd/withcatalog/main.go": []byte(withCatalog),
	}
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(name, text, 0o644); err != nil {
			return "", err
		}
	}
	return dir, nil
}

// withCatalog is a program that looks one code up among 1,000.
const withCatalog = `package main

import (
	"os"

	"example.com/catalogs/codes1000"
)

func main() {
	if _, ok := codes1000.Lookup(os.Args[1]); !ok {
		os.Exit(1)
	}
	println("hello")
}
`
