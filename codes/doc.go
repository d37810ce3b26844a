// Package codes declares the diagnostic codes of magus: the catalog MGS.
//
// Everything in registry.go is made from the pages in docs/codes. A code is a
// constant:
//
//	diag.Emit(codes.MGS2008, slog.Any("vars", names))
//
// and an error that errors.Is finds:
//
//	if errors.Is(err, codes.MGS2007) { … }
//
// Each event of a code has a function whose parameters are its fields, so a
// call with wrong fields does not compile, and a call that nobody listens to
// costs about a nanosecond:
//
//	codes.EmitMGS2008Withheld(ctx, names)
//
// Events of level error have a second one, which makes an error:
//
//	return codes.NewMGS2012("MAGUS_DAEMON_SOCKET")
//
// To add a code, write its page and run go generate ./... . The package has no
// start-up cost: it is data, without init functions, maps or registration.
package codes
