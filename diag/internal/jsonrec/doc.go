// Package jsonrec reads back the records that a diag JSON handler writes. The
// further sinks of diag stand behind such a handler as its writer: values are
// then resolved, cut, redacted and freed of panics in one place, levels and
// overrides decided in one place, and a sink only lays out what arrives.
package jsonrec
