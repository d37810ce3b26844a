package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
)

// A sample is one figure of a source: a time in ns, a size in bytes or a count.
type sample struct {
	value  float64
	allocs float64 // of a Go benchmark
}

// samples are the figures of one or all sources by source and name.
type samples map[string]sample

// keepLeast merges the figures of one round. Load on the machine only ever
// adds, so the least is nearest to the truth.
func (s samples) keepLeast(source string, round samples) {
	for name, v := range round {
		key := source + "/" + name
		if old, ok := s[key]; !ok || v.value < old.value {
			v.allocs = max(v.allocs, old.allocs)
			s[key] = v
		}
	}
}

func (s samples) print(w io.Writer, source string, round int) {
	for _, name := range slices.Sorted(maps.Keys(s)) {
		fmt.Fprintf(w, "round %d\t%s/%s\t%.4g\n", round, source, name, s[name].value)
	}
}
