// Package cli is the command line of magus-codes.
//
// Exit status: 0 done and nothing found; 1 findings, faults in the pages or
// something that could not be read or written; 2 wrong usage.
//
// Rules for messages: the program's name in front, lower case, no full stop,
// values quoted, then the next step. What was asked for goes to standard
// output, everything about the run to standard error.
package cli
