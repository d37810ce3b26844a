// Command run measures this module beside its peers and prints a row a line:
// what is measured, ours, the peer, their ratio, the bar and ok or short. See
// README.md of this module.
package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"time"
)

func main() {
	rounds := flag.Int("rounds", 15, "how often each thing is measured; the least counts")
	benchtime := flag.Duration("time", 10*time.Millisecond, "how long one benchmark runs in a round")
	only := flag.String("rows", "", "measure rows whose name matches this `regexp`")
	verbose := flag.Bool("v", false, "print every sample of the sources in use")
	flag.Parse()
	if flag.NArg() > 0 || *rounds < 1 || *benchtime <= 0 {
		fmt.Fprintln(os.Stderr, "run: want no arguments, rounds above 0 and a time above 0")
		flag.Usage()
		os.Exit(2)
	}
	match, err := regexp.Compile(*only)
	if err != nil {
		fmt.Fprintln(os.Stderr, "run: -rows:", err)
		os.Exit(2)
	}
	if err := run(options{*rounds, *benchtime, match, *verbose}); err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(1)
	}
}

type options struct {
	rounds  int
	time    time.Duration
	rows    *regexp.Regexp
	verbose bool
}

// run prepares the sources that the chosen rows use, takes samples of each in
// turn, round after round, and prints the rows.
func run(o options) error {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	env, err := newEnv(dir, o)
	if err != nil {
		return err
	}

	var chosen []row
	used := map[string]bool{}
	for _, r := range rows {
		if o.rows.MatchString(r.name) {
			chosen = append(chosen, r)
			used[r.source] = true
		}
	}
	if len(chosen) == 0 {
		return fmt.Errorf("-rows %s: no row has such a name", o.rows)
	}
	best := samples{}
	failed := map[string]error{}
	var active []source
	for _, s := range sources {
		if !used[s.name] {
			continue
		}
		fmt.Fprintln(os.Stderr, "prepare", s.name)
		if err := s.prepare(env); err != nil {
			failed[s.name] = err
			continue
		}
		active = append(active, s)
	}
	for round := range o.rounds {
		for _, s := range active {
			if failed[s.name] != nil {
				continue
			}
			got, err := s.sample(env)
			if err != nil {
				failed[s.name] = err
				continue
			}
			if o.verbose {
				got.print(os.Stderr, s.name, round)
			}
			best.keepLeast(s.name, got)
		}
	}
	printRows(os.Stdout, chosen, best)
	return report(failed)
}

// report names the sources that could not be measured.
func report(failed map[string]error) error {
	if len(failed) == 0 {
		return nil
	}
	for _, s := range sources {
		if err := failed[s.name]; err != nil {
			fmt.Fprintf(os.Stderr, "run: %s: %v\n", s.name, err)
		}
	}
	return fmt.Errorf("%d sources could not be measured; their rows say short", len(failed))
}
