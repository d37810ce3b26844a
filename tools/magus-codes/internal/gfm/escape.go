package gfm

import "strings"

var escapes = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`,
	"&", `\&`, "|", `\|`, "~", `\~`, "#", `\#`, "!", `\!`, "$", `\$`,
	"\r\n", " ", "\n", " ", "\r", " ", "\t", " ")

// Escape writes s so that Markdown shows it as it is, on one line, in a
// paragraph, a heading, a link's text or a table's cell.
func Escape(s string) string { return escapes.Replace(s) }

// Destination writes an address as the target of a link.
func Destination(s string) string {
	return strings.NewReplacer("(", "%28", ")", "%29", " ", "%20", "<", "%3C", ">", "%3E", "\n", "", "\r", "", `\`, "%5C", "|", "%7C").Replace(s)
}
