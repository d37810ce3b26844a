// Package highlight marks up code for a web page while the page is built, with
// small scanners rather than grammars: comments, strings, numbers, keywords and
// keys. What it does not know it leaves as it is; it never drops or changes a
// character.
//
// Classes: c comment, s string, n number, k keyword, a key or attribute, v
// variable, p prompt, d code of a diagnostic, u address, i inserted, x deleted.
package highlight
