package envguard

import (
	"fmt"
	"strconv"
)

// The daemon pointers: the variables by which a nested magus finds the worker
// pool of the magus that started it.
const (
	DaemonSocket  = "MAGUS_DAEMON_SOCKET"
	DaemonAddress = "MAGUS_DAEMON_ADDRESS"
)

// pointerNames is the one list behind both withholding and injecting, in the
// order in which reports name them.
var pointerNames = [...]string{DaemonSocket, DaemonAddress}

// maxWithheld is the number of names that fit the bit sets of a [Report].
const maxWithheld = 64

// nameSet is a set of withheld names, by their position in the policy.
type nameSet uint64

func (s nameSet) has(i int) bool { return s&(1<<i) != 0 }

// withheldNames puts further behind the daemon pointers. Each may be given once.
func withheldNames(further []string) ([]string, error) {
	names := append(make([]string, 0, len(pointerNames)+len(further)), pointerNames[:]...)
	for i, name := range further {
		if err := checkName(name); err != nil {
			return nil, fmt.Errorf("envguard: withheld name %d %s: %w", i, quoteEntry(name), err)
		}
		for _, have := range names {
			if have == name {
				return nil, fmt.Errorf("envguard: withheld name %d %s: it is withheld already, remove it", i, quoteName(name))
			}
		}
		names = append(names, name)
	}
	if len(names) > maxWithheld {
		return nil, fmt.Errorf("envguard: %d withheld names: want at most %d", len(names), maxWithheld)
	}
	return names, nil
}

// maxNameShown bounds how much of a name from outside a report repeats.
const maxNameShown = 64

// quoteName makes a name that came from outside fit for a report or an error:
// plain names stay as they are, others are quoted, long ones are cut.
func quoteName(name string) string {
	cut := ""
	if len(name) > maxNameShown {
		name, cut = name[:maxNameShown], "..."
	}
	for i := range len(name) {
		c := name[i]
		if c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return strconv.QuoteToASCII(name) + cut
		}
	}
	if name == "" {
		return `""`
	}
	return name + cut
}

// quoteEntry is quoteName for what should be a name but may be NAME=value.
func quoteEntry(entry string) string {
	if name, ok := splitName(entry); ok {
		return quoteName(name)
	}
	return quoteName(entry)
}
