// Package index keeps lists of codes in hand-written Markdown files, between
// two comments:
//
//	<!-- magus-codes: index -->
//	…
//	<!-- magus-codes: end -->
//
// "index" lists the codes of the folder's family, or all codes in a file that
// lies in no family; "index FAMILY" and "index all" say which. Everything
// outside of the comments is kept byte for byte, and what is written ends its
// lines as the opening comment does.
package index
