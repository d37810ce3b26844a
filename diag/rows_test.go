package diag_test

import "testing"

// TestFaultTable runs, for each fault that was reported of other loggers and
// error libraries, the test that this package does not have it. The numbers are
// those of the table of faults, section.row, that the issue for this package
// goes by. Not in it: 2.43, since there is no hook that replaces fields.
func TestFaultTable(t *testing.T) {
	for _, row := range append([]row{
		{"2.1, 3.18 clones share one lock", testClonesShareOneLock},
		{"2.6, 2.7, 2.36 the source is the caller's line", testSourceIsTheCallersLine},
		{"2.7 the source is that without inlining too", testSourceWithoutInlining},
		{"2.8 the default may be swapped during use", testSetDefaultDuringUse},
		{"2.9 clones share no fields", testClonesShareNoFields},
		{"2.11, 2.12, 2.14, 3.6 nil values", testNilValues},
		{"2.13, 2.14, 3.7 panicking methods", testPanickingMethods},
		{"2.16, 2.18, 2.19, 2.21, 3.9, 3.13, 3.14, 3.23, 3.24 values", testValues},
		{"2.17 duplicate keys", testDuplicateKeys},
		{"2.22 empty attrs", testEmptyAttrs},
		{"2.23 the standard log", testStandardLog},
		{"2.24, 2.26, 3.1, 3.2, 3.3, 3.4 attacks", testAttacks},
		{"2.27 Flush on files is nil", testFlushOnFilesIsNil},
		{"2.28 each sink keeps its error", testDevFullAndClosedPipe},
		{"2.29, 3.16, 3.17 failing and short writes", testFailingWrites},
		{"2.31 limits tell what they held back", testLimits},
		{"2.32 memory stays flat", testMemoryStaysFlat},
		{"2.33, 2.34, 2.38 Is and As", testIsAndAs},
		{"2.38 Codes", testCodes},
		{"2.39 a report prints each text once", testReport},
		{"2.41, 2.47 long values", testLongValues},
		{"2.42, 3.11 slogtest on text", testSlogtestText},
		{"2.42, 3.11 slogtest on JSON", testSlogtestJSON},
		{"2.44 the context reaches the handler", testContextReachesTheHandler},
		{"2.46 time is UTC", testTimeIsUTC},
		{"2.48 values forge no fields", testMarksCannotBeForged},
		{"2.37 the API is written down", testAPI},
		{"2.49, 3.8 secrets stay secret", testSecretsStaySecret},
		{"3.3 keys are quoted by need", testKeysAreQuotedByNeed},
		{"3.12 levels between the named ones", testPlainRecords},
		{"3.19 the level is shared", testLevelIsShared},
	}, terminalRows...) {
		t.Run(row.name, row.test)
	}
}

type row struct {
	name string
	test func(*testing.T)
}
