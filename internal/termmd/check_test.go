package termmd

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// fault says what in out could drive a terminal though o does not allow it, ""
// when there is nothing. It reads the sequences on its own, apart from the code
// that writes them.
func fault(out string, o Options) string {
	if !utf8.ValidString(out) {
		return "not UTF-8"
	}
	if out != "" && !strings.HasSuffix(out, "\n") {
		return "no line feed at the end"
	}
	for number, line := range strings.Split(out, "\n") {
		if f := lineFault(line, o); f != "" {
			return fmt.Sprintf("line %d: %s: %q", number+1, f, line)
		}
	}
	return ""
}

func lineFault(line string, o Options) string {
	styled, link := false, ""
	for line != "" {
		if sgr, ok := cutSGR(&line); ok {
			if !o.Color {
				return "colour"
			}
			for p := range strings.SplitSeq(sgr, ";") {
				switch p {
				case "", "0", "1", "2", "3", "4", "9", "31", "32", "33", "34", "35", "36":
				default:
					return "SGR " + sgr
				}
			}
			styled = sgr != "" && sgr != "0"
			continue
		}
		if target, ok := cutLink(&line); ok {
			if !o.Hyperlinks {
				return "hyperlink"
			}
			for i := range len(target) {
				if target[i] < 0x21 || target[i] > 0x7e {
					return "byte in hyperlink"
				}
			}
			link = target
			continue
		}
		c, n := utf8.DecodeRuneInString(line)
		if c != '\t' && (c < ' ' || 0x7f <= c && c <= 0x9f) || c == '\t' && o.Color ||
			0x202a <= c && c <= 0x202e || 0x2066 <= c && c <= 0x2069 || c == 0x2028 || c == 0x2029 {
			return fmt.Sprintf("%U", c)
		}
		line = line[n:]
	}
	if styled || link != "" {
		return "open at the end"
	}
	return ""
}

func cutSGR(line *string) (string, bool) {
	rest, ok := strings.CutPrefix(*line, "\x1b[")
	if !ok {
		return "", false
	}
	end := strings.IndexFunc(rest, func(c rune) bool { return (c < '0' || c > '9') && c != ';' })
	if end < 0 || rest[end] != 'm' {
		return "", false
	}
	*line = rest[end+1:]
	return rest[:end], true
}

func cutLink(line *string) (string, bool) {
	rest, ok := strings.CutPrefix(*line, "\x1b]8;")
	if !ok {
		return "", false
	}
	_, rest, ok = strings.Cut(rest, ";")
	if !ok {
		return "", false
	}
	target, rest, ok := strings.Cut(rest, "\x1b\\")
	if !ok {
		return "", false
	}
	*line = rest
	return target, true
}

// visible is out without its sequences.
func visible(out string) string {
	var b strings.Builder
	for out != "" {
		if _, ok := cutSGR(&out); ok {
			continue
		}
		if _, ok := cutLink(&out); ok {
			continue
		}
		b.WriteByte(out[0])
		out = out[1:]
	}
	return b.String()
}
