// Command yamlread reads all pages of a catalog and decodes their front matter,
// with all cores, and does nothing else: what the generator is measured by.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"go.yaml.in/yaml/v3"
)

func main() {
	files, err := filepath.Glob(filepath.Join(os.Args[1], "*", "*.md"))
	if err != nil {
		fmt.Fprintln(os.Stderr, "yamlread:", err)
		os.Exit(1)
	}
	var next, failed atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(files); i = int(next.Add(1)) - 1 {
				if err := decode(files[i]); err != nil {
					fmt.Fprintln(os.Stderr, "yamlread:", err)
					failed.Add(1)
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(len(files))
	if failed.Load() > 0 {
		os.Exit(1)
	}
}

func decode(name string) error {
	b, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	front, _, _ := strings.Cut(strings.TrimPrefix(string(b), "---\n"), "\n---\n")
	var n yaml.Node
	return yaml.Unmarshal([]byte(front), &n)
}
