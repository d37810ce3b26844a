//go:build !race

package diag_test

const raceEnabled = false
