package explain

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"unicode/utf16"
	"unicode/utf8"
)

// openLog opens a log by its name, - for standard input, and undoes gzip and
// UTF-16, which it tells by the first bytes: names lie, and Windows
// PowerShell writes UTF-16 for what is redirected to a file.
func (a *app) openLog(name string) (r io.Reader, done func(), err error) {
	done = func() {}
	if name == "-" {
		r = a.Stdin
	} else {
		f, err := os.Open(name)
		if err != nil {
			return nil, done, fmt.Errorf("--log: %w", err)
		}
		r, done = f, func() { f.Close() }
	}
	head := make([]byte, 2)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		done()
		return nil, func() {}, fmt.Errorf("--log %s: %w", name, plainError(err))
	}
	whole := io.MultiReader(bytes.NewReader(head[:n]), r)
	switch {
	case n == 2 && head[0] == 0x1f && head[1] == 0x8b:
		zr, err := gzip.NewReader(bufio.NewReaderSize(whole, 64<<10))
		if err != nil {
			done()
			return nil, func() {}, fmt.Errorf("--log %s: %w", name, err)
		}
		return zr, done, nil
	case n == 2 && head[0] == 0xff && head[1] == 0xfe:
		return &utf16Reader{r: bufio.NewReaderSize(r, 64<<10)}, done, nil
	case n == 2 && head[0] == 0xfe && head[1] == 0xff:
		return &utf16Reader{r: bufio.NewReaderSize(r, 64<<10), big: true}, done, nil
	}
	return whole, done, nil
}

// plainError drops the path of an error that is shown with the path before it.
func plainError(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// utf16Reader reads UTF-16 as UTF-8.
type utf16Reader struct {
	r    *bufio.Reader
	big  bool
	held rune // first half of a pair
	rest []byte
}

func (u *utf16Reader) Read(p []byte) (int, error) {
	for len(u.rest) == 0 {
		var unit [2]byte
		if _, err := io.ReadFull(u.r, unit[:]); err != nil {
			if err == io.ErrUnexpectedEOF {
				err = io.EOF // an odd byte at the end says nothing
			}
			return 0, err
		}
		u.rest = u.take(u.rest[:0], unit)
		for len(u.rest) < len(p)-8 && u.r.Buffered() >= 2 {
			io.ReadFull(u.r, unit[:])
			u.rest = u.take(u.rest, unit)
		}
	}
	n := copy(p, u.rest)
	u.rest = u.rest[n:]
	return n, nil
}

func (u *utf16Reader) take(b []byte, unit [2]byte) []byte {
	c := rune(unit[0]) | rune(unit[1])<<8
	if u.big {
		c = rune(unit[1]) | rune(unit[0])<<8
	}
	if u.held != 0 {
		pair := utf16.DecodeRune(u.held, c)
		u.held = 0
		if pair != utf8.RuneError {
			return utf8.AppendRune(b, pair)
		}
		b = utf8.AppendRune(b, utf8.RuneError)
	}
	if 0xd800 <= c && c < 0xdc00 {
		u.held = c
		return b
	}
	return utf8.AppendRune(b, c)
}
