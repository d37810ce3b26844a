// Package diag reports diagnostics that carry a code: a record or an error such
// as "[MGS2008] withheld …" whose code leads to a page that explains it.
//
// # One call
//
// A code is a constant of a generated package, a field is a slog.Attr:
//
//	diag.Emit(codes.MGS2003, slog.String("cmd", "go"), slog.Int("stripped_count", 3))
//
// writes to standard error
//
//	[MGS2003] env vars stripped from child process by sandbox (see https://…/MGS2003.md)
//	  cmd=go stripped_count=3
//
// Message, level and URL come from the page of the code; the call gives the
// values. A code may have several messages, its events: Emit takes the one
// whose field names these are. Fields that fit no event are printed all the
// same, with the mark !misfit=true. The URL stands on the first record that
// shows a code; Options.Links has other choices.
//
// # Typed functions
//
// Generated packages hold a function for each event, so that a wrong or missing
// field does not compile, and a call that is switched off costs two loads:
//
//	codes.EmitMGS2003(ctx, "go", 3)
//
// They report to the handler that ctx carries, see WithHandler, else to the
// default, see SetDefault. EmitContext is the same for Emit. Where finding the
// fields is work, ask Enabled first.
//
// # Errors
//
// New, Errorf and Wrap make errors that carry a code:
//
//	return diag.Wrap(err, codes.MGS2002, slog.String("path", path))
//
// errors.Is(err, codes.MGS2002) holds, also through %w and errors.Join. CodeOf
// and Codes find the codes of any error. At the end of main, Report prints an
// error for people, with the hints of its codes, and returns the exit status
// that the outermost code with one asks for:
//
//	os.Exit(diag.Report(os.Stderr, run()))
//
// # Handlers
//
// NewHandler makes a handler for text or JSON. It is a slog.Handler, for records
// of this package and of any slog.Logger. Any other slog.Handler can stand in
// its place. It is given the message, with what is not printable made visible, and
// the attributes code, event, url and a group fields; the code is a Code and not a
// string, so no text of a log can pass for it.
//
// A program that sets no handler writes text to standard error at level info,
// adjusted by the environment variable MAGUS_DIAG, which Options.With describes:
//
//	MAGUS_DIAG=debug,json,MGS2003=off
//
// A program whose other records shall go the same way makes the handler that of
// slog too, and slog then brings those of package log:
//
//	h := diag.NewHandler(os.Stderr, diag.Options{})
//	diag.SetDefault(h)
//	slog.SetDefault(slog.New(h))
//
// The other way, diag.SetDefault(slog.Default().Handler()) hands diagnostics to
// package log. Do not make a circle of both: package log holds a lock while it
// writes, and a record that comes round to it would wait for ever.
//
// Overrides give single codes another level, and Options.Limit bounds the number
// of records of one code; what it holds back is counted and told, see Flush. A
// code whose page says "limit: once" is printed once by each handler. At the end
// of a run, Counts and Summary tell what was reported how often.
//
// # The text form
//
// A record is one line, and a second one when it has fields:
//
//	record  = [time " "] [level " "] ("[" code "] " (message [" (see " url ")"] | [message " "] "!unknown")) LF [fields]
//	        | [time " "] level " " message LF [fields]
//	fields  = "  " field {" " field} LF
//	field   = key {"." key} "=" value
//	value   = word | quoted | "[" [value {" " value}] "]" | "{" [field {" " field}] "}"
//
// A record without a code has the second form. Groups are dotted keys, lists
// stand in [], maps and structs in {}. A word is printable and holds no space,
// equals sign, double quote, or square or curly bracket; what is no word, and
// an empty text, is quoted as a Go string literal. Keys with a dot or a leading
// !, and the key suppressed, are quoted too: bare, they are marks of this package. A message is
// quoted when it is empty, ends in "!unknown" or is not printable, starts with a double quote, holds
// " (see ", or, without a code, starts with "[". So only this package starts a
// line at the margin. Package diagtest has a parser.
//
// # The JSON form
//
// A record is one object on one line:
//
//	time, level, code, name, event, url, msg, fields{…}, suppressed, source{function, file, line}
//
// each only where there is something to say. The fields of a call stand inside
// fields and so never pass for one of the others; a leading ! of a key is
// doubled, since one alone is a mark of this package. A duration is a text with its
// unit, and so is a number that JSON cannot hold.
//
// # Values
//
// A LogValuer is resolved wherever it stands, also inside slices, maps and
// structs, and when only a pointer to the value has the method. Of structs the
// exported fields are shown. A field that the page declares secret prints as
// [redacted]. A nil value prints as <nil>, in JSON null; a method that panics as
// !PANIC(…), a cycle as !CYCLE, what lies deeper than 100 levels as !DEPTH; none
// spoils the rest of the record. A value longer than Options.MaxValue is cut and
// ends in "...(+N bytes)", or in "...(+N elements)", which in a map has the key
// !cut. A record shows 65,536 fields and 4 MiB of them; where more were left out
// stands !cut=true. A time before the year 0 or after 9999 is not put in front,
// for RFC 3339 has no form for it. Control bytes, escape sequences,
// bidirectional marks and bytes that are no UTF-8 are shown and never sent.
//
// Of a key that stands twice in one group the last value is shown, in the place
// of the first.
package diag
