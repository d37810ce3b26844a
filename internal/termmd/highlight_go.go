package termmd

import (
	"go/scanner"
	"go/token"
)

// golang uses the scanner of the standard library, which takes fragments and
// goes on after errors.
func (h *highlighter) golang() {
	file := token.NewFileSet().AddFile("", -1, len(h.code))
	var s scanner.Scanner
	s.Init(file, h.code, func(token.Position, string) {}, scanner.ScanComments)
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return
		}
		start := file.Offset(pos)
		// Strings and comments come without the carriage returns of the source;
		// normalize has left none.
		end := min(start+len(text), len(h.code))
		switch {
		case tok == token.COMMENT:
			h.add(start, end, commentStyle)
		case tok == token.STRING || tok == token.CHAR:
			h.add(start, end, stringStyle)
		case tok == token.INT || tok == token.FLOAT || tok == token.IMAG:
			h.add(start, end, valueStyle)
		case tok.IsKeyword():
			h.add(start, end, keywordStyle)
		}
	}
}
