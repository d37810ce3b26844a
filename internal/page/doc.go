// Package page reads one Markdown page of a diagnostic code: YAML front
// matter, which is the only source of what the code is, and a body for people.
//
// Parse is strict, so that a slip of the author's is an error with its place
// and not a code that is quietly other than meant. It knows one page only; what
// holds between pages is for package catalog.
//
// # Front matter
//
// Keys is the table of all keys; parser and descriptions of the format share
// it. YAML is decoded once, to nodes that have a place. Every scalar is the
// text that stands in the page, whatever type YAML would make of it: 0012, 6E01
// and NO stay as they are. Places in errors are lines and columns (in bytes) of
// the file on disk, inside block scalars too.
//
// Some YAML is refused that would be legal: aliases, anchors, tags and
// directives, since pages have no use for them and bombs are made of them; what
// is nested more than 100 deep; and an unquoted text that YAML would cut off
// at a comment. U+0085, U+2028 and U+2029, which the YAML library takes for line
// ends by the rules of YAML 1.1, are text as in YAML 1.2.
//
// The library github.com/adrg/frontmatter cuts the page, under a format of our
// own that hands the text over undecoded. By itself it would trim the lines that
// it compares, so that an indented "---" in a block scalar ends the front matter;
// take front matter that is never closed for none; and skip blank lines before
// it. Each of these is an error here, found before the library sees the page. It
// costs about a tenth of what decoding the YAML does.
//
// # Body
//
// The body is not parsed. A scanner that knows the blocks of CommonMark checks
// the limits that keep other readers safe (nesting and table cells), and finds
// fenced code blocks when asked.
package page
