package main

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// A unit says what a figure is and how it is printed.
type unit string

const (
	ns    unit = "ns"
	ms    unit = "ms" // figures are in ns
	bytes unit = "B"
	count unit = ""
)

// A row compares one figure of ours with one of a peer. Both come from the same
// source, that is from the same run.
type row struct {
	name   string
	source string
	ours   string
	peer   string // none when empty
	unit   unit

	// Bars. Zero means none, but for max of a count, see atMost0.
	max      float64 // ours may be at most this, in the source's unit
	ratio    float64 // ours/peer may be at most this
	noAllocs bool    // ours may not allocate
	allocs   float64 // ours may allocate this often
	atMost0  bool    // ours must be 0
}

// below says in a bar that ours has to be quicker than the peer.
const below = 1.0

func (r row) ok(s samples) bool {
	ours, found := s[r.source+"/"+r.ours]
	if !found {
		return false
	}
	if r.max > 0 && ours.value > r.max || r.atMost0 && ours.value > 0 || r.noAllocs && ours.allocs > 0 || r.allocs > 0 && ours.allocs > r.allocs {
		return false
	}
	if r.ratio == 0 {
		return true
	}
	peer, found := s[r.source+"/"+r.peer]
	return found && ours.value <= r.ratio*peer.value
}

func (r row) bar() string {
	var bar string
	add := func(s string) {
		if bar != "" {
			bar += ", "
		}
		bar += s
	}
	if r.max > 0 {
		add("<= " + r.unit.format(r.max))
	}
	if r.atMost0 {
		add("0")
	}
	if r.ratio > 0 {
		add(fmt.Sprintf("<= %.3gx", r.ratio))
	}
	if r.noAllocs {
		add("0 allocs")
	}
	if r.allocs > 0 {
		add(fmt.Sprintf("<= %.3g allocs", r.allocs))
	}
	if bar == "" {
		return "-"
	}
	return bar
}

func (u unit) format(v float64) string {
	switch u {
	case ms:
		return fmt.Sprintf("%.3g ms", v/1e6)
	case bytes:
		if v >= 1<<20 {
			return fmt.Sprintf("%.2f MiB", v/(1<<20))
		}
		return fmt.Sprintf("%.0f B", v)
	case count:
		return fmt.Sprintf("%.3g", v)
	}
	if v >= 1000 {
		return fmt.Sprintf("%.0f ns", v)
	}
	return fmt.Sprintf("%.3g ns", v)
}

func printRows(w io.Writer, rows []row, s samples) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "name\tours\tpeer\tratio\tbar\t")
	for _, r := range rows {
		ours, peer, ratio := "-", "-", "-"
		o, haveOurs := s[r.source+"/"+r.ours]
		p, havePeer := s[r.source+"/"+r.peer]
		if haveOurs {
			ours = r.unit.format(o.value)
			if o.allocs > 0 {
				ours += fmt.Sprintf(", %.3g allocs", o.allocs)
			}
		}
		if r.peer != "" && havePeer {
			peer = r.unit.format(p.value) + " " + r.peer
			if haveOurs && p.value > 0 {
				ratio = fmt.Sprintf("%.2f", o.value/p.value)
			}
		}
		verdict := "short"
		if r.ok(s) {
			verdict = "ok"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\n", r.name, ours, peer, ratio, r.bar(), verdict)
	}
	t.Flush()
}
