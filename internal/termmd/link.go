package termmd

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// maxHyperlink is the longest target that terminals take in an OSC 8
// sequence: VTE's limit.
const maxHyperlink = 2083

// hyperlink returns target as it may stand in an OSC 8 sequence, or "" when it
// may not: another scheme, a character that a terminal could take for the end
// of the sequence, too long. Bytes outside ASCII are percent-encoded.
func hyperlink(target string) string {
	scheme, _, _ := strings.Cut(target, ":")
	switch strings.ToLower(scheme) {
	case "http", "https", "mailto":
	default:
		return ""
	}
	out := make([]byte, 0, len(target))
	for i := range len(target) {
		switch c := target[i]; {
		case c <= ' ' || c == 0x7f:
			return ""
		case c > 0x7f:
			const hex = "0123456789ABCDEF"
			out = append(out, '%', hex[c>>4], hex[c&15])
		default:
			out = append(out, c)
		}
		if len(out) > maxHyperlink {
			return ""
		}
	}
	return string(out)
}

func (in *inliner) openLink(target string) {
	l := openLink{start: len(in.runs), outer: in.link, target: target}
	// A picture in a link is a way to the target of the link.
	if in.o.Hyperlinks && in.link == 0 {
		if h := hyperlink(l.target); h != "" {
			in.out.links = append(in.out.links, h)
			in.link = len(in.out.links)
		}
	}
	in.links = append(in.links, l)
	in.from = l.start
}

// closeLink writes what belongs after the text of a link: its target, once a
// page, where the text is not a hyperlink, and its title.
func (in *inliner) closeLink(title []byte) {
	last := len(in.links) - 1
	l := in.links[last]
	in.links = in.links[:last]
	linked := in.link > 0
	text := in.textSince(l.start)
	if linked && text == "" {
		in.add([]byte(l.target), address, in.style())
	}
	in.link = l.outer
	if !linked {
		in.target(l.start, l.target, text)
	}
	if t := string(decode(title)); t != "" && t != text {
		in.add([]byte(" ("+t+")"), prose, dim)
	}
}

// target writes what leads to the target of a link whose text begins at run
// start: nothing when that is a place of the same page, since a terminal has
// no places to go to, or when it was shown before.
func (in *inliner) target(start int, target, text string) {
	if target == "" || target[0] == '#' && text != "" {
		return
	}
	if text == target || "mailto:"+text == target || in.seen[target] && text != "" {
		in.markSeen(target)
		return
	}
	in.markSeen(target)
	blank := " "
	if text == "" {
		blank = ""
	}
	if in.o.LinkText != nil {
		if t, ok := in.o.LinkText(target); ok {
			in.command(start, text, t)
			return
		}
	}
	in.add([]byte(blank), prose, 0)
	in.add([]byte("<"+target+">"), address, dim)
}

// command writes what to type to follow a link: after its text, or in place of
// a text that is the last word of the command.
func (in *inliner) command(start int, text, command string) {
	opening, closing := " (", ")"
	if text == "" || command == text || strings.HasSuffix(command, " "+text) {
		in.runs = in.runs[:start]
		opening, closing = "", ""
	}
	in.add([]byte(opening), prose, in.style())
	in.addCode([]byte(command))
	in.add([]byte(closing), prose, in.style())
}

func (in *inliner) markSeen(target string) {
	if in.seen == nil {
		in.seen = map[string]bool{}
	}
	in.seen[target] = true
}

// textSince is the text of the runs from start on, by which a link is compared
// with its target. Backticks around it do not count.
func (in *inliner) textSince(start int) string {
	var b bytes.Buffer
	for _, r := range in.runs[start:] {
		b.Write(r.text)
	}
	return strings.Trim(b.String(), "`")
}

func (in *inliner) autoLink(n *ast.AutoLink) {
	label := n.Label(in.src)
	target := string(n.URL(in.src))
	if n.AutoLinkType == ast.AutoLinkEmail {
		target = "mailto:" + string(label)
	}
	in.openLink(target)
	in.add(label, address, in.style())
	in.closeLink(nil)
}
