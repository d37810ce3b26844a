// Package ghactions prints diagnostics as workflow commands of GitHub Actions,
// which the runner turns into annotations:
//
//	if os.Getenv("GITHUB_ACTIONS") == "true" {
//		diag.SetDefault(ghactions.NewHandler(os.Stdout, diag.Options{}))
//	}
//
//	::warning title=MGS2008 DaemonSocketWithheld::[MGS2008] refused override of …%0A  overrides=[MAGUS_DAEMON_SOCKET]
//
// Errors become ::error, warnings ::warning, info ::notice and debug ::debug.
// The title is the code with its name; the message is what the text form of
// diag prints, fields on a line of their own. Where the record has a field
// file (or path, beside a line), and perhaps line, end_line, col and end_col,
// the annotation stands there; else where the call is, when Options.Source
// asks for it. Paths below GITHUB_WORKSPACE are made relative to it. Columns
// of several lines are left out, and an end before its beginning: GitHub takes
// neither.
//
// A record is one line, and all data in it is escaped as the runner's own
// toolkit does (%25 %0D %0A, in properties also %3A %2C), after bytes that
// are not printable were made visible. So no message, key, value, file name or
// code can end the command or start another.
//
// A runner shows at most ten errors, ten warnings and ten notices of a step
// as annotations; all stand in the log.
package ghactions
