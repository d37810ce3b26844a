// Command charmcmp tries the two published versions of the charm logger,
// github.com/charmbracelet/log and charm.land/log/v2, against the faults that
// diag/charmlog has to keep away from a terminal, and prints a row a fault.
// It is the source of the figures in the package comment of diag/charmlog.
package main

import (
	"fmt"
	"os"
	"text/tabwriter"
)

// A trial is one fault, tried on one version. It returns what was seen.
type trial struct {
	name string
	run  func(v version) string
}

var trials = []trial{
	{"tty, no answers, raw *os.File: bytes before the first record", ttyRaw},
	{"the same with NO_COLOR=1", ttyRawNoColor},
	{"tty, no answers, writer without a descriptor", ttyWrapped},
	{"import alone, tty, inside tmux: starts `tmux info`", importInTmux},
	{"size of a program that imports it and does nothing", binarySize},
	{"init of the package and all it imports", initCost},
	{"writer fails twice, then works: errors, sizes handed over", writeErrors},
	{"20,000 x 1 KiB to a failing writer, next write", retained},
	{"short write of 10 bytes: what the next record brings", shortWrite},
	{"4 clones x 200 lines, splitting writer: torn lines", tornLines},
	{"With clones write at the same time (own locks)", cloneLocks},
	{"LogValuer that returns REDACTED", logValuer},
	{"message with newline and escapes", controlMessage},
	{"key with newline", controlKey},
	{"value with C1, bidi and invalid UTF-8", controlValue},
	{"level INFO+2", oddLevel},
	{"attr named level", shadowLevel},
	{"user attr that is a group", groupAttr},
	{"slogtest, text", slogtestText},
	{"10,000 loggers over 10,000 writers: heap kept", loggerLeak},
	{"ns, bytes and allocs a record: plain kv / 256 colours slog", speed},
}

func main() {
	if len(os.Args) > 1 {
		child(os.Args[1:])
		return
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "fault\t%s\t%s\n", versions[0].name, versions[1].name)
	for _, t := range trials {
		fmt.Fprintf(w, "%s\t%s\t%s\n", t.name, t.run(versions[0]), t.run(versions[1]))
	}
	w.Flush()
}
