// Package charmlog prints diagnostics and ordinary log records in the look of
// the charm logger, on a terminal or off it:
//
//	diag.SetDefault(charmlog.NewHandler(os.Stderr, diag.Options{}))
//
//	DEBU [MGS2008] daemon socket injected into recursive magus invocation var=MAGUS_DAEMON_SOCKET
//
// The layout and the styles are those of github.com/charmbracelet/log. All the
// rest is done before a record gets there: a diag handler decides on levels and
// overrides, resolves and cuts values, replaces secrets and survives panicking
// methods; this package makes control bytes visible, flattens groups and keeps
// keys from taking the place of level or message. The charm logger sees clean
// strings and one buffer in memory, never the file: it can neither ask the
// terminal anything nor lose a write error.
//
// # Which version, and why
//
// There are two: v1.0.0 of github.com/charmbracelet/log, and its successor
// charm.land/log/v2 v2.0.1. Both were tried (the program is
// bench/charmcmp; linux/amd64, Go 1.26.8):
//
//   - v1 given a terminal as *os.File writes four queries (ESC]10;? ESC[6n
//     ESC]11;? ESC[6n), also with NO_COLOR=1; where no answer comes the first
//     line is 10.03 s late. Given a writer without a descriptor it writes none,
//     and the first line comes at once. v2 writes none in either case.
//   - v2 runs `tmux info` when it is imported by a program whose standard output
//     is a terminal inside tmux: in package initialization, from PATH, with the
//     whole environment and without a time limit, whether or not the logger is
//     ever used. v1 starts nothing.
//   - v1 keeps what a failing writer did not take and sends it later (7, 14, 21
//     bytes; 20.6 MB after 20,000 records of 1 KiB); v2 drops it. Both return no
//     error, and neither mends a torn line.
//   - v1 remembers every writer for ever (4.3 MB for 10,000 loggers); v2 none.
//   - Alike in both: clones have their own locks (four clones of 200 lines into
//     a writer that splits leave over 650 of 800 lines torn); a LogValuer that
//     returns REDACTED prints what it hides; messages with newlines forge
//     records, keys with newlines forge fields; an attribute named level
//     vanishes, one named msg reads like the message; level INFO+2 prints none.
//   - A record of 178 bytes and two fields in 256 colours costs 23 µs and 75
//     allocations in v1, 31 µs and 72 in v2; plain 17 and 27 µs. A program that
//     only imports them is 3.5 and 4.0 MB, with 0.9 and 1.0 ms of
//     initialization.
//
// Every fault of v1 can be kept away from outside, and is: a writer in memory, an
// explicit colour profile, one logger per profile for the whole program, its
// output taken away after each record. The fault of v2 is in the import and
// cannot. So this package is built on v1.0.0. Beside x/ansi 0.11, which v2 needs, it builds
// only with x/cellbuf 0.0.15 or later; go.mod asks for that.
package charmlog
