// Package termmd lays out a Markdown page for a terminal.
//
// It works in two steps over goldmark's syntax tree. The first turns the
// inline nodes of one leaf block into runs: pieces of text with one style,
// decoded and made harmless. The second breaks those runs into lines of a
// given width behind the prefixes of the blocks around them (bars, list
// markers, indents). A line that was laid out is never wrapped again, so a
// quote keeps its bar on every line, an item keeps its hanging indent and code
// keeps its bytes.
//
// What the page holds can not drive the terminal: control characters,
// whether typed or written as entities, become visible pictures. The only
// control bytes that are written are line feeds, SGR sequences when colour is
// asked for, OSC 8 hyperlinks when those are asked for, and, in code without
// colour, tabs.
//
// The package is for pages of documentation, not for chat transcripts or
// HTML: it knows CommonMark with tables, strikethrough, task lists and GitHub
// alerts, and shows any other markup as it was typed.
package termmd
