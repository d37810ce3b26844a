package envguard

import (
	"fmt"
	"os/exec"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// words begin names such as are met in real environments.
var words = []string{
	"HOME", "PATH", "LC_ALL", "XDG_RUNTIME_DIR", "GITHUB_TOKEN", "MAGUS_LEVEL", "npm_config_cache", "JAVA_HOME", "GOPATH", "AWS_PROFILE",
	"DOCKER_HOST", "KUBECONFIG", "SSH_AUTH_SOCK", "TERM_PROGRAM", "VIRTUAL_ENV", "CI_COMMIT_SHA", "LESSOPEN", "BUILD_ID", "EDITOR", "MAKEFLAGS",
}

// environment has n variables, one of them withheld.
func environment(n int) []string {
	env := make([]string, n)
	for i := range env {
		env[i] = fmt.Sprintf("%s_%d=/some/value/of/usual/length/%d", words[i%len(words)], i, i)
		if i < len(words) {
			env[i] = words[i] + "=/some/value/of/usual/length"
		}
	}
	env[n/2] = sock
	return env
}

var sizes = []int{30, 100, 1000}

func BenchmarkAppendOp(b *testing.B) {
	passthrough := []string{"GO*", "npm_config_*", "JAVA_HOME", "DOCKER_HOST", "KUBECONFIG"}
	policies := []struct {
		name string
		Config
	}{
		{"inherit", Config{Mode: Inherit}},
		{"rebuild", Config{Mode: Rebuild, Allow: passthrough}},
		{"inherit-windows", Config{Mode: Inherit, Fold: FoldWindows}},
		{"rebuild-windows", Config{Mode: Rebuild, Allow: passthrough, Fold: FoldWindows}},
	}
	for _, c := range policies {
		p := compile(b, c.Config)
		for _, n := range sizes {
			env := environment(n)
			b.Run(fmt.Sprintf("%s/reused/%d", c.name, n), func(b *testing.B) {
				dst := make([]string, 0, n+8)
				b.ReportAllocs()
				for b.Loop() {
					dst, _, _ = p.AppendOp(dst[:0], env, nil)
				}
				perVariable(b, n)
			})
			b.Run(fmt.Sprintf("%s/fresh/%d", c.name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					_, _, _ = p.AppendOp(nil, env, nil)
				}
				perVariable(b, n)
			})
		}
	}
}

// BenchmarkPlain is what can be had without looking at a variable, and what
// os/exec spends on its own de-duplication of the same environment.
func BenchmarkPlain(b *testing.B) {
	for _, n := range sizes {
		env := environment(n)
		b.Run(fmt.Sprintf("copy/reused/%d", n), func(b *testing.B) {
			dst := make([]string, 0, n)
			for b.Loop() {
				dst = append(dst[:0], env...)
			}
			perVariable(b, n)
		})
		b.Run(fmt.Sprintf("copy/fresh/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = slices.Clone(env)
			}
			perVariable(b, n)
		})
		b.Run(fmt.Sprintf("os-exec-dedup/%d", n), func(b *testing.B) {
			c := exec.Cmd{Env: env}
			b.ReportAllocs()
			for b.Loop() {
				c.Environ()
			}
			perVariable(b, n)
		})
	}
}

func BenchmarkVerify(b *testing.B) {
	p := compile(b, Config{Mode: Inherit})
	for _, n := range sizes {
		c := exec.Cmd{Path: "/bin/true"}
		_, err := p.Apply(&c, environment(n), nil)
		require.NoError(b, err)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				_ = p.Verify(&c)
			}
			perVariable(b, n)
		})
	}
}

func BenchmarkLogAtDefaultVerbosity(b *testing.B) {
	p := compile(b, Config{Mode: Inherit})
	_, r, err := p.AppendOp(nil, environment(30), nil)
	require.NoError(b, err)
	r.Log(b.Context())
	b.ReportAllocs()
	for b.Loop() {
		r.Log(b.Context())
	}
}

func perVariable(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/var")
}

func TestAllocations(t *testing.T) {
	for _, mode := range []Mode{Inherit, Rebuild} {
		for _, fold := range []FoldRule{FoldNever, FoldWindows} {
			c := Config{Mode: mode, Fold: fold, Self: []string{"MAGUS=/bin/magus"}}
			if mode == Rebuild {
				c.Allow, c.Deny = []string{"GO*", "JAVA_HOME"}, []string{"GOFLAGS", "AWS_*"}
			}
			p := compile(t, c)
			for _, n := range sizes {
				env, overrides := environment(n), []string{"A=1", "B=2"}
				dst := make([]string, 0, n+8)
				var r Report
				assert.Zero(t, testing.AllocsPerRun(20, func() { dst, r, _ = p.AppendOp(dst[:0], env, overrides) }), "reused %s %s %d", mode, fold, n)
				assert.Equal(t, 1.0, testing.AllocsPerRun(20, func() { _, r, _ = p.AppendOp(nil, env, overrides) }), "fresh %s %s %d", mode, fold, n)
				assert.Equal(t, []string{DaemonSocket}, r.Withheld())
			}
		}
	}
}

func TestLogAllocatesNothingAtDefaultVerbosity(t *testing.T) {
	ctx, records := capturingInfo(t)
	_, r, err := compile(t, Config{Mode: Inherit}).AppendOp(nil, environment(30), nil)
	require.NoError(t, err)
	assert.Zero(t, testing.AllocsPerRun(50, func() { r.Log(ctx) }))
	assert.Empty(t, records.String())
}
