package envguard_test

import (
	"testing"

	"github.com/egladman/magus/envguard/envguardtest"
)

// TestProcessesAreStartedInKnownPlaces is the proof that a pointer has no way
// around this package: whoever starts a process elsewhere says here why the
// pointers do not matter there.
func TestProcessesAreStartedInKnownPlaces(t *testing.T) {
	envguardtest.StartsOnlyIn(t, "..", map[string]string{
		"envguard/self.go":                          "builds the command of a recursive run, the one that may have the pointers",
		"examples/runner/child.go":                  "builds commands of ops and starts them by Policy.Start",
		"tools/magus-codes/internal/version/git.go": "asks git about the checkout; a tool of page authors that has no daemon",
		"explain/open.go":                           "the user's own browser, asked for by the user, with all of the user's environment",
		"explain/pager.go":                          "the user's own pager, likewise; explain has no daemon and may not import this package",
	})
}
