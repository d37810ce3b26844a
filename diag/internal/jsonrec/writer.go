package jsonrec

import (
	"fmt"
	"io"
	"slices"
)

// maxKept is the largest buffer that stays with a Writer between records.
const maxKept = 64 << 10

// A Writer stands between a JSON handler and the writer of a sink. Each Write
// takes one record, lays it out and passes it on by one Write. The handler's
// lock is its lock.
type Writer struct {
	// Render appends the layout of a record, with its line end. It returns b as
	// it is when there is nothing to write.
	Render func(b []byte, r Record) []byte
	// Written is told of a record that went out whole. It may be nil.
	Written func(r Record)

	w    io.Writer
	buf  []byte
	torn bool // the last byte that went out was no line end
}

// NewWriter returns a Writer onto w.
func NewWriter(w io.Writer, render func(b []byte, r Record) []byte) *Writer {
	return &Writer{Render: render, w: w}
}

// Write lays out the record in line. The error of a short write that gives
// none is io.ErrShortWrite; after a torn record the next one starts on a line
// of its own.
func (w *Writer) Write(line []byte) (int, error) {
	r, err := Parse(line)
	if err != nil {
		return 0, err
	}
	b := w.buf[:0]
	w.buf = nil // stays so when Render or the writer panics
	if w.torn {
		b = append(b, '\n')
	}
	head := len(b)
	b = w.Render(b, r)
	if len(b) > head {
		if err := w.send(b); err != nil {
			return 0, err
		}
	}
	if w.Written != nil {
		w.Written(r)
	}
	if cap(b) <= maxKept {
		w.buf = b
	}
	return len(line), nil
}

func (w *Writer) send(b []byte) error {
	before := w.torn
	w.torn = true // unless Write returns and says otherwise
	n, err := w.w.Write(b)
	w.torn = before
	if n < 0 || n > len(b) {
		return fmt.Errorf("the writer says that it wrote %d of %d bytes", n, len(b))
	}
	if n > 0 {
		w.torn = b[n-1] != '\n'
	}
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	return err
}

// Text returns the text of the field with this key, last one first.
func (r Record) Text(key string) (string, bool) {
	for _, f := range slices.Backward(r.Fields) {
		if f.Key == key {
			return f.Text(), true
		}
	}
	return "", false
}
