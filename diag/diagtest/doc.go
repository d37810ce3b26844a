// Package diagtest helps to test programs that report through package diag.
//
// A Recorder takes diagnostics as values:
//
//	rec := diagtest.Default(t).Strict()
//	run()
//	rec.Want(codes.MGS2008, slog.Any("vars", []string{"MAGUS_DAEMON_SOCKET"}))
//
// Default catches what goes to the default handler until the test ends; New
// with Recorder.Context is for tests that run in parallel. Strict fails the
// test for a code that no catalog holds and for fields that fit no event.
//
// ParseText reads the text form of package diag back. Emitted, Main and Missing
// tell which events the tests of a module never emitted.
package diagtest
