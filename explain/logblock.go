package explain

import (
	"errors"
	"io"
	"os"
	"runtime"
	"sync"
)

// A log is read in blocks that are looked at side by side. All that is said
// about a code is decided by the bytes near it, at most margin away, and each
// block carries that much of its neighbours: so the outcome does not depend on
// where blocks begin, and memory not on how long a line is.
const (
	window = 4 << 10    // how far a record reaches before and after its code
	margin = 3 * window // record, and the line of fields below it
)

// blockSize is the size of a block without its margins; tests make it small.
var blockSize = 1 << 20

// A block is a piece of a log. Codes that start in data[lo:hi] are its own.
type block struct {
	data   []byte
	lo, hi int
}

// readBlocks hands the blocks of r to use, each together with a place for its
// result, and results to merge in the order of the log. Use runs in several
// goroutines, each with a state of its own.
func (s *logScan) readBlocks(r io.Reader, merge func(*blockResult)) error {
	workers := min(runtime.GOMAXPROCS(0), 8)
	type job struct {
		block block
		buf   []byte
		at    int64 // of a file: where the block begins
		done  chan *blockResult
	}
	file, isFile := r.(regularFile)
	jobs := make(chan job)
	ordered := make(chan job, workers+1)
	free := make(chan []byte, workers+2)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			w := s.newWorker()
			for j := range jobs {
				var err error
				if isFile {
					j.block, err = file.block(j.buf, j.at)
				}
				res := w.scan(j.block)
				res.err = err
				j.done <- res
			}
		})
	}
	var readErr error
	go func() {
		defer close(ordered)
		defer close(jobs)
		var before []byte // the end of what was read: margin of old, margin of new
		lo := 0
		buffer := func() []byte {
			select {
			case buf := <-free:
				return buf
			default:
				return make([]byte, blockSize+2*margin)
			}
		}
		if isFile {
			for at := file.from; at < file.to; at += int64(blockSize) {
				j := job{buf: buffer(), at: at, done: make(chan *blockResult, 1)}
				ordered <- j
				jobs <- j
			}
			return
		}
		for {
			buf := buffer()
			n := copy(buf, before)
			m, err := fill(r, buf[n:])
			b := block{data: buf[:n+m], lo: lo, hi: n + m}
			last := err != nil
			if !last {
				b.hi -= margin
			} else if err != io.EOF {
				readErr = err
			}
			j := job{block: b, buf: buf, done: make(chan *blockResult, 1)}
			if !last {
				keep := max(0, b.hi-margin)
				before = append(before[:0], b.data[keep:]...)
				lo = b.hi - keep
			}
			ordered <- j
			jobs <- j
			if last {
				return
			}
		}
	}()
	for j := range ordered {
		res := <-j.done
		merge(res)
		if readErr == nil && res.err != nil {
			readErr = res.err
		}
		select {
		case free <- j.buf:
		default:
		}
	}
	wg.Wait()
	return readErr
}

// A regularFile is a long file, whose blocks are read side by side as well.
// What is appended to it meanwhile is not read.
type regularFile struct {
	*os.File
	from, to int64
}

// block reads the block at a place of the file, and its margins, into buf.
func (f regularFile) block(buf []byte, at int64) (block, error) {
	start := max(f.from, at-margin)
	end := min(f.to, at+int64(blockSize)+margin)
	n, err := f.ReadAt(buf[:end-start], start)
	if errors.Is(err, io.EOF) {
		err = nil // it became shorter
	}
	lo := min(int(at-start), n)
	return block{data: buf[:n], lo: lo, hi: min(lo+blockSize, n)}, err
}

// fill reads until buf is full or r ends. Unlike io.ReadFull it returns the
// error of r as it is, so that a compressed log which is cut off does not
// look like one that has ended.
func fill(r io.Reader, buf []byte) (n int, err error) {
	for n < len(buf) && err == nil {
		var m int
		m, err = r.Read(buf[n:])
		n += m
	}
	if n == len(buf) {
		err = nil // it will come again
	}
	return n, err
}
