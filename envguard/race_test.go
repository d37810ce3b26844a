package envguard

import (
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPolicyIsSafeForConcurrentUse(t *testing.T) {
	ctx, _ := capturing(t, slog.LevelError)
	p := compile(t, Config{Mode: Rebuild, Fold: FoldWindows, Allow: []string{"A*"}, Deny: []string{"AB"}, Self: []string{"MAGUS=1"}, Dedup: true})
	base := []string{sock, "A=1", "AB=2", "HOME=/h", addr, "JUNK"}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			var dst []string
			for range 200 {
				var r Report
				var err error
				dst, r, err = p.AppendOp(dst[:0], base, []string{"HOME=/o", "magus_daemon_socket=x"})
				assert.NoError(t, err)
				assert.Equal(t, []string{"A=1", "MAGUS=1", "HOME=/o"}, dst)
				assert.Equal(t, []string{DaemonSocket, DaemonAddress}, r.Withheld())
				r.Log(ctx)
				p.Visible("HOME")
			}
		})
	}
	all.Wait()
	assert.Equal(t, []string{sock, "A=1", "AB=2", "HOME=/h", addr, "JUNK"}, base)
}

func TestGrantServesOneOfManyAtOnce(t *testing.T) {
	self, err := OpenSelf()
	require.NoError(t, err)
	ptr, err := Capture([]string{sock})
	require.NoError(t, err)
	_, g, err := self.Command(t.Context(), ptr)
	require.NoError(t, err)
	s := g.get()
	var won atomic.Int32
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			if _, err := g.take(s.cmd); err == nil {
				won.Add(1)
			}
		})
	}
	all.Wait()
	assert.EqualValues(t, 1, won.Load())
}
