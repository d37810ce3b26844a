// Package callsite is an analyzer of the calls that emit coded diagnostics.
// The compiler already rejects a code that does not exist and a wrong call of
// a generated function; this finds what the untyped calls let through:
//
//   - fields whose names fit no event of the code: the record would be
//     printed with the mark !misfit=true;
//   - one field twice in a call;
//   - a retired code that is still emitted;
//   - a conversion such as codes.Code("MGS2008") in place of the constant, or
//     of a text that is in no catalog, and such a text that the compiler takes
//     for a code, as in var c codes.Code = "…";
//   - a second definition of a code that has a page: a constant or variable of
//     its text, a diag.Descriptor written by hand;
//   - a code written into the text of an ordinary error, log call or panic,
//     where no tool finds it again.
//
// What a catalog holds is read off its generated package when that is
// analyzed, and travels to the packages that import it as an analysis fact;
// so the analyzer knows every catalog in a program, ours or not. Calls whose
// code or fields are not known before run time are left alone.
package callsite
