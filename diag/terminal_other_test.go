//go:build !linux && !darwin

package diag_test

// There are no pseudoterminals to test with here.
var terminalRows []row
