package termmd

import (
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

// clusters calls f for each grapheme cluster of text with its columns.
func clusters(text []byte, f func(c []byte, width int)) {
	for i := 0; i < len(text); {
		if plainASCII(text, i) {
			f(text[i:i+1], 1)
			i++
			continue
		}
		j := i + 1
		for j < len(text) && !plainASCII(text, j) {
			j++
		}
		g := displaywidth.BytesGraphemes(text[i:j])
		for g.Next() {
			c := g.Value()
			f(text[i:i+len(c)], g.Width())
			i += len(c)
		}
	}
}

// plainASCII reports whether text[i] is an ASCII character that nothing after
// it can combine with.
func plainASCII(text []byte, i int) bool {
	return text[i] < utf8.RuneSelf && (i+1 == len(text) || text[i+1] < utf8.RuneSelf)
}

// wordLen returns how many characters of ASCII stand side by side at text[i],
// none of them a blank and none that something after it can combine with.
func wordLen(text []byte, i int) int {
	n := i
	for n < len(text) && '!' <= text[n] && text[n] <= '~' && plainASCII(text, n) {
		n++
	}
	return n - i
}

// columns is the width of text.
func columns(text []byte) int {
	n := 0
	clusters(text, func(_ []byte, w int) { n += w })
	return n
}

// isBlank reports whether a line may be broken at c and c be left out there.
func isBlank(c rune) bool {
	switch c {
	case ' ', '\t', '\n', 0x1680, 0x200b, 0x205f, 0x3000:
		return true
	}
	return 0x2000 <= c && c <= 0x200a && c != 0x2007
}

// isGlue reports whether c forbids a break on both of its sides.
func isGlue(c rune) bool {
	switch c {
	case 0, 0xa0, 0x2007, 0x2011, 0x202f, 0x2060, 0xfeff:
		return true
	}
	return false
}

// isGlueBlank reports whether c is a blank that glues words together.
func isGlueBlank(c rune) bool {
	switch c {
	case 0xa0, 0x2007, 0x202f:
		return true
	}
	return false
}

// isHan reports whether c belongs to a script that is written without blanks,
// so that a line end in the source stands for nothing. Korean has blanks.
func isHan(c rune) bool {
	switch {
	case c < 0x2e80:
		return false
	case c <= 0x312f, // radicals, punctuation, kana, bopomofo
		0x3190 <= c && c <= 0xa4cf, // ideographs, Yi
		0xf900 <= c && c <= 0xfaff,
		0xfe30 <= c && c <= 0xfe4f,
		0xff01 <= c && c <= 0xff9f,
		0x20000 <= c && c <= 0x3fffd:
		return true
	}
	return false
}

// noLineStart reports whether a line of East Asian text may not begin with c.
// The choice follows JIS X 4051 and GB/T 15834: closing brackets and stops,
// small kana, marks that repeat or lengthen.
func noLineStart(c rune) bool {
	switch c {
	case '!', '%', ')', ',', '.', ':', ';', '?', ']', '}', '"', '\'',
		'’', '”', '»', '›', '…', '‥', '–', '—', '·', '‰', '℃',
		'、', '。', '〃', '々', '〉', '》', '」', '』', '】', '〕', '〗', '〙', '〛', '〜', '〟', '゛', '゜',
		'ぁ', 'ぃ', 'ぅ', 'ぇ', 'ぉ', 'っ', 'ゃ', 'ゅ', 'ょ', 'ゎ', 'ゕ', 'ゖ', 'ゝ', 'ゞ',
		'ァ', 'ィ', 'ゥ', 'ェ', 'ォ', 'ッ', 'ャ', 'ュ', 'ョ', 'ヮ', 'ヵ', 'ヶ', '・', 'ー', 'ヽ', 'ヾ',
		'！', '％', '）', '，', '．', '：', '；', '？', '］', '｝', '｠', '｡', '｣', '､', '･', '～':
		return true
	}
	return false
}

// noLineEnd reports whether a line of East Asian text may not end with c.
func noLineEnd(c rune) bool {
	switch c {
	case '(', '[', '{', '"', '\'', '$', '#', '‘', '“', '«', '‹', '£', '¥',
		'〈', '《', '「', '『', '【', '〔', '〖', '〘', '〚', '〝',
		'（', '［', '｛', '｟', '｢', '＄', '￡', '￥', '＃':
		return true
	}
	return false
}
