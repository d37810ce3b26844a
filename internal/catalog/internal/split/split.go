// Package split divides work over all cores without making its outcome depend
// on how many there are.
package split

import (
	"runtime"
	"sync"
)

// Ranges calls work for adjoining ranges that together are 0 to n, at the same
// time, and returns when all calls have. parts is the number of ranges; part
// counts them from 0, in order.
func Ranges(n, parts int, work func(part, lo, hi int)) {
	var wg sync.WaitGroup
	for part := range parts {
		wg.Go(func() { work(part, part*n/parts, (part+1)*n/parts) })
	}
	wg.Wait()
}

// Parts returns into how many ranges n pieces of work are best divided.
func Parts(n int) int {
	const least = 64 // pieces that are worth a goroutine
	return max(1, min(runtime.GOMAXPROCS(0), n/least))
}
