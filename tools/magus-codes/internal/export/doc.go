// Package export writes a catalog in forms that other programs read: JSON with
// a schema of its own, SARIF rules, a Markdown table, llms.txt, a section of a
// manual page, and a list of RFC 9457 problem types.
//
// Every form holds every code; nothing is left out quietly.
package export
