package envguard

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOpSeesNoPointerInEitherMode(t *testing.T) {
	base := []string{"HOME=/h", "MAGUS_DAEMON_SOCKET=unix:///run/x", "FOO=1", "MAGUS_DAEMON_ADDRESS=tcp://a"}
	for mode, want := range map[Mode][]string{
		Inherit: {"HOME=/h", "FOO=1", "BAR=2"},
		Rebuild: {"HOME=/h", "BAR=2"},
	} {
		p := compile(t, Config{Mode: mode})
		c := printCommand(t)
		out := finish(t, c, func() error { return p.Start(t.Context(), c, base, []string{"BAR=2", "MAGUS_DAEMON_SOCKET=mine"}) })
		require.Equal(t, want, entries(out), mode)
	}
}

func TestRecursiveRunGetsThePointers(t *testing.T) {
	base := []string{"HOME=/h", "MAGUS_DAEMON_SOCKET=unix:///run/x", "FOO=1", "MAGUS_DAEMON_ADDRESS=tcp://a"}
	self, err := OpenSelf()
	require.NoError(t, err)
	ptr, err := Capture(base)
	require.NoError(t, err)
	p := compile(t, Config{Mode: Inherit})
	c, g, err := self.Command(t.Context(), ptr, "child:print")
	require.NoError(t, err)
	out := finish(t, c, func() error { return p.StartRecursive(t.Context(), c, g, base, []string{"MAGUS_DAEMON_SOCKET=mine"}) })
	require.Equal(t, []string{"HOME=/h", "FOO=1", "MAGUS_DAEMON_SOCKET=unix:///run/x", "MAGUS_DAEMON_ADDRESS=tcp://a"}, entries(out))
}
