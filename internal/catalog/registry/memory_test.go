//go:build linux

package registry

import (
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkMemory reports the peak memory of a run over 10,000 pages as part of
// what it may be: 4 times the pages' bytes and 64 MiB.
func BenchmarkMemory(b *testing.B) {
	dir, size := hugeCatalog(b, 10_000, hugeConfig)
	gen := filepath.Join(b.TempDir(), "gen")
	build, err := exec.Command("go", "build", "-o", gen, "github.com/egladman/magus/codes/gen").CombinedOutput()
	require.NoError(b, err, "%s", build)
	for b.Loop() {
		cmd := exec.Command(gen, "-catalog", dir, "-out", filepath.Join(dir, "registry.go"))
		out, err := cmd.CombinedOutput()
		require.NoError(b, err, "%s", out)
		usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
		require.True(b, ok)
		peak := float64(usage.Maxrss) * 1024
		b.ReportMetric(peak/(1<<20), "peak-MiB")
		b.ReportMetric(peak/(4*float64(size)+64<<20), "peak/allowed")
	}
}
