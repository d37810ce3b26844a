// Package site writes a catalog as a static web site: one page a code at an
// address that depends on the code alone, an index, families, tags and a
// search that needs no server.
//
// The files work from a folder (file://), from any path of a server and
// without scripts; only the search needs one. Nothing is loaded from elsewhere.
// The text of pages is never trusted: raw HTML is shown as text, links have
// safe schemes only, and every page carries a Content-Security-Policy that
// forbids inline scripts and styles.
//
// The identifiers of the frame and of footnotes start with a capital letter, which
// no heading's fragment does, so they never meet; those that pages give to places in HTML
// are carried over unless a heading, the frame or a footnote has them.
package site
