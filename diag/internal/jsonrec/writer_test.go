package jsonrec_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/diag/internal/jsonrec"
)

// steps takes what each step says of a write.
type steps struct {
	got   bytes.Buffer
	steps []func(b []byte) (int, error)
}

func (s *steps) Write(b []byte) (int, error) {
	if len(s.steps) == 0 {
		return s.got.Write(b)
	}
	step := s.steps[0]
	s.steps = s.steps[1:]
	n, err := step(b)
	if n > 0 && n <= len(b) {
		s.got.Write(b[:n])
	}
	return n, err
}

func message(b []byte, r jsonrec.Record) []byte {
	if r.Message == "" {
		return b
	}
	return append(append(b, r.Message...), '\n')
}

func line(msg string) []byte { return []byte(`{"level":"INFO","msg":"` + msg + `"}` + "\n") }

func TestWriterMendsTornLines(t *testing.T) {
	full := errors.New("disk full")
	s := &steps{steps: []func(b []byte) (int, error){
		func(b []byte) (int, error) { return 3, nil },          // short, no error
		func(b []byte) (int, error) { return 0, full },         // nothing
		func(b []byte) (int, error) { return len(b), nil },     // whole
		func(b []byte) (int, error) { return len(b) + 1, nil }, // a lie
	}}
	w := jsonrec.NewWriter(s, message)
	var whole []string
	w.Written = func(r jsonrec.Record) { whole = append(whole, r.Message) }

	_, err := w.Write(line("first"))
	require.ErrorIs(t, err, io.ErrShortWrite)
	_, err = w.Write(line("second"))
	require.ErrorIs(t, err, full)
	n, err := w.Write(line("third"))
	require.NoError(t, err)
	assert.Equal(t, len(line("third")), n)
	_, err = w.Write(line("fourth"))
	require.ErrorContains(t, err, "wrote 8 of 7 bytes")
	_, err = w.Write(line("fifth"))
	require.NoError(t, err)

	assert.Equal(t, "fir\nthird\nfifth\n", s.got.String())
	assert.Equal(t, []string{"third", "fifth"}, whole)
}

func TestWriterThatPanicsMayHaveTornALine(t *testing.T) {
	s := &steps{}
	s.steps = []func(b []byte) (int, error){func(b []byte) (int, error) { s.got.Write(b[:3]); panic("broken") }}
	w := jsonrec.NewWriter(s, message)
	assert.Panics(t, func() { _, _ = w.Write(line("first")) })
	_, err := w.Write(line("second"))
	require.NoError(t, err)
	assert.Equal(t, "fir\nsecond\n", s.got.String())
}

func TestWriterWritesNothingForNothing(t *testing.T) {
	s := &steps{steps: []func(b []byte) (int, error){
		func([]byte) (int, error) { return 0, errors.New("called") },
	}}
	_, err := jsonrec.NewWriter(s, message).Write(line(""))
	require.NoError(t, err)
}

func TestWriterRefusesWhatIsNoRecord(t *testing.T) {
	var b bytes.Buffer
	_, err := jsonrec.NewWriter(&b, message).Write([]byte("plain text\n"))
	require.Error(t, err)
	assert.Empty(t, b.String())
}
