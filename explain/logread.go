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
	file, big := asRegular(r)
	br := bufio.NewReaderSize(r, 64<<10)
	head, err := br.Peek(64)
	if len(head) == 0 && err != nil && err != io.EOF {
		done()
		return nil, func() {}, fmt.Errorf("--log %s: %w", name, plainError(err))
	}
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		zr, err := gzip.NewReader(br)
		if err != nil {
			done()
			return nil, func() {}, fmt.Errorf("--log %s: %w", name, err)
		}
		return zr, done, nil
	case isUTF16(head, 0):
		return &utf16Reader{r: br}, done, nil
	case isUTF16(head, 1):
		return &utf16Reader{r: br, big: true}, done, nil
	}
	if big {
		return file, done, nil
	}
	return br, done, nil
}

// longFile is the size from which reading side by side pays.
const longFile = 4 << 20

func asRegular(r io.Reader) (regularFile, bool) {
	f, ok := r.(*os.File)
	if !ok {
		return regularFile{}, false
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() < longFile {
		return regularFile{}, false
	}
	at, err := f.Seek(0, io.SeekCurrent)
	return regularFile{f, at, info.Size()}, err == nil
}

// isUTF16 reports whether a log begins as UTF-16 whose lower bytes are the
// even (0) or odd (1) ones: with a mark, or with text of ASCII.
func isUTF16(head []byte, low int) bool {
	if len(head) >= 2 && head[low] == 0xff && head[1-low] == 0xfe {
		return true
	}
	for i := 0; i+1 < len(head); i += 2 {
		c := head[i+low]
		if head[i+1-low] != 0 || c >= 0x7f || c < ' ' && (c < '\t' || c > '\r') && c != 0x1b {
			return false
		}
	}
	return len(head) >= 8
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
	if c == 0xfeff {
		return b // the mark at the head, or that of a file that was appended
	}
	return utf8.AppendRune(b, c)
}
