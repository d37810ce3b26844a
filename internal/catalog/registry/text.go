package registry

import (
	"bytes"
	"errors"
	"io"
)

// A Text is the content of a file, in pieces: that of a huge catalog is never
// held twice.
type Text [][]byte

// Bytes returns the text in one piece.
func (t Text) Bytes() []byte {
	return bytes.Join(t, nil)
}

// writeTo writes the text to w.
func (t Text) writeTo(w io.Writer) error {
	for _, piece := range t {
		if _, err := w.Write(piece); err != nil {
			return err
		}
	}
	return nil
}

// equals reports whether r gives exactly the text.
func (t Text) equals(r io.Reader) (bool, error) {
	buf := make([]byte, 64<<10)
	for _, piece := range t {
		for len(piece) > 0 {
			n, err := r.Read(buf[:min(len(buf), len(piece))])
			switch {
			case !bytes.Equal(buf[:n], piece[:n]) || n == 0 && errors.Is(err, io.EOF):
				return false, nil
			case err != nil && !errors.Is(err, io.EOF):
				return false, err
			}
			piece = piece[n:]
		}
	}
	n, err := io.ReadFull(r, buf[:1])
	if n == 0 && errors.Is(err, io.EOF) {
		return true, nil
	}
	if n > 0 {
		return false, nil
	}
	return false, err
}
