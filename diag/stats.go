package diag

import "sync/atomic"

// state is what a process remembers about one code.
type state struct {
	emitted atomic.Uint64
}
