package codes_test

import (
	"errors"
	"fmt"
	"go/format"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/codes"
	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/internal/catalog/registry"
)

// The registry and the lock are what the pages make of them.
func TestFresh(t *testing.T) {
	t.Chdir("..")
	o := registry.Options{Catalog: "docs/codes", Out: "codes/registry.go"}
	r, err := registry.Sync(o)
	require.NoError(t, err)
	if len(r.Stale) > 0 {
		t.Errorf("%s%s", r.Diff, registry.Repair(r, o))
	}
}

func TestFormatted(t *testing.T) {
	src, err := os.ReadFile("registry.go")
	require.NoError(t, err)
	formatted, err := format.Source(src)
	require.NoError(t, err)
	assert.Equal(t, string(formatted), string(src))
}

func TestInvariants(t *testing.T) {
	all := slices.Collect(codes.All())
	require.NotEmpty(t, all)
	c := codes.Catalog()
	require.Len(t, c.Codes, len(all))
	assert.True(t, slices.IsSorted(all), "codes stand in order")
	assert.Equal(t, all, slices.Compact(slices.Clone(all)), "each once")
	for i, code := range all {
		t.Run(string(code), func(t *testing.T) {
			found, ok := codes.Lookup(string(code))
			require.True(t, ok)
			assert.Equal(t, code, found)
			d := code.Descriptor()
			require.NotNil(t, d)
			assert.Same(t, c.Codes[i], d)
			assert.Equal(t, string(code), d.Code)
			assert.Equal(t, string(code), code.Error())
			assert.Equal(t, i, d.Index)
			assert.True(t, strings.HasSuffix(d.URL, "/docs/codes/"+d.Family+"/"+d.Code+".md"), d.URL)
			assert.True(t, slices.ContainsFunc(c.Families, func(f diag.Family) bool { return f.Name == d.Family }))

			byFind, ok := c.Find(string(code))
			require.True(t, ok)
			assert.Equal(t, diag.Code(code), byFind)
			assert.ErrorIs(t, fmt.Errorf("wrapped: %w", code), code)

			prepared := diag.Descriptor{
				Code: d.Code, Name: d.Name, Title: d.Title, URL: d.URL, Level: d.Level, Events: slices.Clone(d.Events),
			}
			prepared.Prepare()
			assert.Equal(t, prepared.Max, d.Max)
			assert.Equal(t, prepared.Any, d.Any)
			assert.Equal(t, prepared.Events, d.Events)
		})
	}
}

func TestLookupOfOthers(t *testing.T) {
	for _, s := range []string{
		"", "M", "MGS", "MGS2", "MGS200", "MGS20080", "MGS2000", "MGS9999", "MGS0000", "mgs2008", "ACM2008", "MGS-2008",
		" MGS2008", "MGS2O08", "MGS200\x00", "MGS\xff\xff\xff\xff", "MGS    ", "MGS!!!!", "MGS∞8", "2008", "DaemonSocketWithheld",
	} {
		c, ok := codes.Lookup(s)
		assert.False(t, ok, "%q", s)
		assert.Zero(t, c)
		assert.Nil(t, codes.Code(s).Descriptor(), "%q", s)
		found, ok := codes.Catalog().Find(s)
		assert.False(t, ok)
		assert.Nil(t, found)
	}
}

func TestAllStops(t *testing.T) {
	n := 0
	for range codes.All() {
		if n++; n == 2 {
			break
		}
	}
	assert.Equal(t, 2, n)
}

func TestNoAllocations(t *testing.T) {
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		c, _ := codes.Lookup("MGS2008")
		if c.Descriptor() == nil {
			t.Error("MGS2008 is gone")
		}
	}))
}

// A code made of an event is found through wrapping, and tells its fields.
func TestErrorOfEvent(t *testing.T) {
	err := codes.NewMGS2012("MAGUS_DAEMON_SOCKET")
	require.ErrorIs(t, err, codes.MGS2012)
	assert.Contains(t, err.Error(), "already running under a parent magus: MAGUS_DAEMON_SOCKET is inherited")
	assert.False(t, errors.Is(err, codes.MGS2007))
}
