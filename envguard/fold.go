package envguard

import (
	"runtime"
	"unicode"
	"unicode/utf8"
)

// A FoldRule says when two spellings name the same variable. It also selects
// the other rules in which Windows differs, so that each can be tested on any
// system: hidden entries such as "=C:=C:\src", the list of system variables
// that [Rebuild] passes, and PWD, which Windows does not set.
type FoldRule uint8

// The rules.
const (
	FoldAuto    FoldRule = iota // the rule of the running system
	FoldNever                   // Unix and macOS: names are bytes
	FoldWindows                 // Windows: case does not count
)

// String returns auto, never or windows.
func (r FoldRule) String() string {
	switch r {
	case FoldAuto:
		return "auto"
	case FoldNever:
		return "never"
	case FoldWindows:
		return "windows"
	}
	return "unknown"
}

func (r FoldRule) windows() bool {
	return r == FoldWindows || r == FoldAuto && runtime.GOOS == "windows"
}

// appendASCIIFold appends s with ASCII capitals made small. Admitting folds
// by this rule, the narrower one: a name that only Unicode takes for an
// allowed one is not admitted.
func appendASCIIFold(dst []byte, s string) []byte {
	for i := range len(s) {
		c := s[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		dst = append(dst, c)
	}
	return dst
}

// appendUnicodeFold appends s with each rune replaced by one that stands for
// all its case variants. Denying and withholding fold by this rule, the wider
// one: the Kelvin sign counts as k and the long s as s.
func appendUnicodeFold(dst []byte, s string) []byte {
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			dst = append(dst, c)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		least := r
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			least = min(least, f)
		}
		if 'A' <= least && least <= 'Z' {
			least += 'a' - 'A'
		}
		dst = utf8.AppendRune(dst, least)
		i += n
	}
	return dst
}
