package termmd

import (
	"bytes"
	"unicode/utf8"
)

type runKind uint8

const (
	prose     runKind = iota // blanks collapse
	code                     // blanks stay
	address                  // never broken
	softBreak                // line end in the source
	hardBreak                // line end that was asked for
)

// A run is text of one style in a leaf block.
type run struct {
	text  []byte
	style style
	link  int
	kind  runKind
}

// A wrapper breaks runs into lines.
type wrapper struct {
	width int
	emit  func(line []piece, width int)

	line     []piece
	col      int // columns taken, the offset of the first line included
	blank    []piece
	blankCol int
	word     []piece
	wordCol  int
	glue     []piece // no-break blanks that a word may follow
	whole    bool    // the word holds an address
	soft     *run    // a soft break between the word and the next cluster
	prev     rune    // last cluster's first rune, 0 at a blank
	prevWide bool
	emitted  bool
	widest   int // widest word
}

// wrap breaks runs into lines of at most width columns and hands each to emit,
// which must copy what it keeps. The first line begins at column offset. Only
// a word that is wider than a whole line is broken, between clusters; one that
// holds an address never is.
func (p *wrapper) wrap(runs []run, width, offset int, emit func([]piece, int)) {
	*p = wrapper{width: width, emit: emit, line: p.line[:0], blank: p.blank[:0], word: p.word[:0], glue: p.glue[:0], col: offset}
	for i := range runs {
		switch r := &runs[i]; r.kind {
		case hardBreak:
			p.flushWord()
			p.endLine()
		case softBreak:
			p.soft = r
		default:
			p.text(r)
		}
	}
	p.flushWord()
	if len(p.line) > 0 || !p.emitted && offset == 0 && len(runs) > 0 && runs[0].kind == hardBreak {
		p.endLine()
	}
}

// text adds a run. Most of it are words of ASCII, which are added whole: where
// no blank is due before them, each of their characters would only be joined to
// the last.
func (p *wrapper) text(r *run) {
	t := r.text
	for i := 0; i < len(t); {
		n := wordLen(t, i)
		if n > 0 && p.soft == nil && !p.prevWide {
			p.addCluster(t[i:i+n], n, r)
			p.prev = rune(t[i+n-1])
			i += n
			continue
		}
		end := i + 1
		for n == 0 && end < len(t) && wordLen(t, end) == 0 {
			end++
		}
		p.clusters(t[i:end], r)
		i = end
	}
}

// clusters adds text one cluster at a time.
func (p *wrapper) clusters(text []byte, r *run) {
	clusters(text, func(c []byte, width int) {
		first, _ := utf8.DecodeRune(c)
		if s := p.soft; s != nil {
			p.soft = nil
			if !isHan(p.prev) || !isHan(first) {
				p.addBlank(piece{text: oneBlank, width: 1, style: s.style, link: s.link}, false)
			}
		}
		if r.kind != address && isBlank(first) {
			b := piece{text: c, width: width, style: r.style, link: r.link}
			if first == '\t' || first == '\n' {
				b.text, b.width = oneBlank, 1
			}
			p.addBlank(b, r.kind == code)
			return
		}
		if isGlueBlank(first) {
			p.glue = join(p.glue, piece{c, width, r.style, r.link})
			p.prev, p.prevWide = first, false
			return
		}
		wide := width > 1
		if r.kind != address && len(p.word) > 0 && (wide || p.prevWide) &&
			!isGlue(p.prev) && !isGlue(first) && !noLineStart(first) && !noLineEnd(p.prev) {
			p.flushWord()
		}
		p.addCluster(c, width, r)
		p.prev, p.prevWide = first, wide
	})
}

var oneBlank = []byte(" ")

func (p *wrapper) addBlank(b piece, keep bool) {
	p.flushWord()
	p.prev, p.prevWide = 0, false
	if len(p.line) == 0 || !keep && p.endsBlank() {
		return
	}
	p.blank = append(p.blank, b)
	p.blankCol += b.width
}

// endsBlank reports whether a blank that is not glue came last.
func (p *wrapper) endsBlank() bool {
	if len(p.blank) == 0 {
		return false
	}
	c, _ := utf8.DecodeRune(p.blank[len(p.blank)-1].text)
	return !isGlueBlank(c)
}

func (p *wrapper) addCluster(c []byte, width int, r *run) {
	for _, g := range p.glue {
		p.word = join(p.word, g)
		p.wordCol += g.width
	}
	p.glue = p.glue[:0]
	p.wordCol += width
	p.whole = p.whole || r.kind == address
	p.word = join(p.word, piece{c, width, r.style, r.link})
}

// join appends a piece, or makes the last one longer: clusters of one run lie
// side by side in memory.
func join(pieces []piece, c piece) []piece {
	if n := len(pieces); n > 0 {
		if last := &pieces[n-1]; last.style == c.style && last.link == c.link && adjacent(last.text, c.text) {
			last.text = last.text[:len(last.text)+len(c.text)]
			last.width += c.width
			return pieces
		}
	}
	return append(pieces, c)
}

// adjacent reports whether b follows a in the same memory.
func adjacent(a, b []byte) bool {
	return len(a) > 0 && len(b) > 0 && cap(a) >= len(a)+len(b) && &a[:len(a)+1][len(a)] == &b[0]
}

func (p *wrapper) flushWord() {
	if len(p.word) == 0 {
		if len(p.line) > 0 {
			p.dropGlue()
		}
		return
	}
	p.widest = max(p.widest, p.wordCol)
	switch {
	case len(p.line) > 0 && p.col+p.blankCol+p.wordCol > p.width,
		// A first line that markers fill is left to them.
		p.col > 0 && p.col+p.wordCol > p.width && (p.wordCol <= p.width || p.col >= p.width):
		p.endLine()
	}
	if len(p.line) > 0 {
		p.line = append(p.line, p.blank...)
		p.col += p.blankCol
	}
	p.blank, p.blankCol = p.blank[:0], 0
	if p.col+p.wordCol > p.width && !p.unbroken() {
		p.breakWord()
	} else {
		p.line = append(p.line, p.word...)
		p.col += p.wordCol
	}
	p.word, p.wordCol, p.whole = p.word[:0], 0, false
	p.dropGlue()
}

// dropGlue makes the no-break blanks that no word follows blanks like others:
// pages widen columns with them and part paragraphs, and a line has no blanks
// at its end.
func (p *wrapper) dropGlue() {
	for _, g := range p.glue {
		p.blank = append(p.blank, g)
		p.blankCol += g.width
	}
	p.glue = p.glue[:0]
}

// unbroken reports whether the word is, or has in it, an address: one that is
// cut in two can no longer be opened or copied.
func (p *wrapper) unbroken() bool {
	if p.whole {
		return true
	}
	for _, w := range p.word {
		if bytes.Contains(w.text, schemeEnd) {
			return true
		}
	}
	return false
}

var schemeEnd = []byte("://")

// breakWord puts a word that is wider than the line on as many lines as it
// takes.
func (p *wrapper) breakWord() {
	for _, w := range p.word {
		start, end, width := 0, 0, 0
		put := func() {
			if end > start {
				p.line = append(p.line, piece{w.text[start:end:end], width, w.style, w.link})
			}
			start, width = end, 0
		}
		clusters(w.text, func(c []byte, n int) {
			if p.col+n > p.width && (len(p.line) > 0 || end > start) {
				put()
				p.endLine()
			}
			end += len(c)
			width += n
			p.col += n
		})
		put()
	}
}

func (p *wrapper) endLine() {
	p.emit(p.line, p.col)
	p.line, p.col = p.line[:0], 0
	p.blank, p.blankCol, p.glue = p.blank[:0], 0, p.glue[:0]
	p.emitted = true
}
