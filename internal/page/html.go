package page

import (
	"bytes"
	"regexp"
)

var (
	rawTag   = regexp.MustCompile(`(?i)^<(?:script|pre|style|textarea)(?:[ \t>]|$)`)
	blockTag = regexp.MustCompile(`(?i)^</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[ \t]|/?>|$)`)
	loneTag  = regexp.MustCompile(`^(?:<[A-Za-z][A-Za-z0-9-]*(?:[ \t]+[A-Za-z_:][A-Za-z0-9_.:-]*(?:[ \t]*=[ \t]*(?:[^ \t"'=<>` + "`" + `]+|'[^']*'|"[^"]*"))?)*[ \t]*/?>|</[A-Za-z][A-Za-z0-9-]*[ \t]*>)[ \t]*$`)
)

// htmlStart reports whether a line begins an HTML block, and what ends that:
// words with spaces between, in lower case, or nil for a blank line. See
// CommonMark 0.31, section 4.6.
func htmlStart(at []byte, interrupts bool) (end []byte, ok bool) {
	switch {
	case rawTag.Match(at):
		return []byte("</script> </pre> </style> </textarea>"), true
	case bytes.HasPrefix(at, []byte("<!--")):
		return []byte("-->"), true
	case bytes.HasPrefix(at, []byte("<?")):
		return []byte("?>"), true
	case bytes.HasPrefix(at, []byte("<![CDATA[")):
		return []byte("]]>"), true
	case len(at) > 2 && at[1] == '!' && (at[2]|0x20) >= 'a' && (at[2]|0x20) <= 'z':
		return []byte(">"), true
	case blockTag.Match(at), !interrupts && loneTag.Match(at):
		return nil, true
	}
	return nil, false
}
