package diagtest

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/egladman/magus/diag"
)

var emitted = struct {
	sync.Mutex
	n map[string]int
}{n: map[string]int{}}

// note counts one diagnostic for Emitted. A misfit is none of its code's events,
// also when the only one has no name.
func note(d Diagnostic) {
	if d.Code == nil || d.Misfit {
		return
	}
	key := d.Code.Error()
	if d.Event != "" {
		key += " " + d.Event
	}
	emitted.Lock()
	emitted.n[key]++
	emitted.Unlock()
}

// Main runs the tests of a package and appends what they emitted to file, a
// line for each event, so that all packages of a module can share one file. An
// empty file name only runs the tests. m is a *testing.M. It returns the exit
// status:
//
//	func TestMain(m *testing.M) { os.Exit(diagtest.Main(m, os.Getenv("EMITTED"))) }
//
// For a whole module the name must be absolute, as every package is tested in
// its own folder; and go test must run the tests, for it also passes those whose
// result it remembers:
//
//	rm -f "$PWD/emitted"; EMITTED=$PWD/emitted go test -count=1 ./...
func Main(m interface{ Run() int }, file string) int {
	status := m.Run()
	if file == "" {
		return status
	}
	if err := appendEmitted(file); err != nil {
		fmt.Fprintln(os.Stderr, "diagtest:", err)
		return cmp.Or(status, 1)
	}
	return status
}

// appendEmitted adds the lines in one write, which does not mix with that of
// another process.
func appendEmitted(file string) error {
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(Emitted())) {
		b.WriteString(key + "\n")
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = f.WriteString(b.String())
	return cmp.Or(err, f.Close())
}

// Missing returns the events of a catalog, as "CODE" or "CODE event" in order,
// that do not stand in emitted, which has the lines that Main writes. Retired
// codes are left out.
func Missing(c *diag.Catalog, emitted io.Reader) ([]string, error) {
	seen := map[string]bool{}
	in := bufio.NewScanner(emitted)
	for in.Scan() {
		seen[strings.TrimSpace(in.Text())] = true
	}
	if err := in.Err(); err != nil {
		return nil, err
	}
	var out []string
	for d := range c.All() {
		if d.Status == diag.Retired {
			continue
		}
		events := d.Events
		if len(events) == 0 {
			events = []diag.Event{{}}
		}
		for _, e := range events {
			key := d.Code
			if e.Name != "" {
				key += " " + e.Name
			}
			if !seen[key] {
				out = append(out, key)
			}
		}
	}
	return out, nil
}
