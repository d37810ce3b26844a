package catalog

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHostileOutputs runs blocks that are made to take long: none may, and
// each has its result.
func TestHostileOutputs(t *testing.T) {
	d := kinds()
	many := kinds()
	for i := range 5000 {
		e := d.Events[0]
		e.Name = fmt.Sprintf("e%d", i)
		many.Events = append(many.Events, e)
	}
	line := "[MGS2008] s a, l [b], n 1, b true, d 1s, e x: a\n"
	first := "[MGS2008] s a, l [b], n 1, b true, d 1s, e x: a (see https://example.com/MGS2008.md)\n"
	for name, test := range map[string]struct {
		block string
		want  int // faults
	}{
		"many records":       {first + strings.Repeat(line, 10_000), 0},
		"many wrong records": {strings.Repeat("[MGS2008] s\n", 50_000), maxOutputFaults + 1},
		"long record":        {"[MGS2008] " + strings.Repeat("s a, l ", 100_000) + "\n", 1},
		"long values":        {"[MGS2008] " + strings.Repeat("a", 1<<19) + " of [redacted] (see https://example.com/MGS2008.md)\n  token=[redacted] event=" + strings.Repeat("a", 1<<18) + " code=x\n", 1}, // handlers cut what is longer than 16 KiB
		"deep value":         {first + "[MGS2008] beside\n  path=a url=b list=[] n=1 b=true d=1s e=x x=" + strings.Repeat("[", 1<<18) + "\n", 1},
		"many fields":        {first + "[MGS2008] beside\n  path=a" + strings.Repeat(" x=1", 1<<16) + "\n", 1},
		"many field lines":   {first + strings.Repeat("  x=1\n", 1<<16), 1},
		"open quotes":        {first + "[MGS2008] beside\n  path=" + strings.Repeat(`"\"`, 1<<16) + "\n", 1},
	} {
		t.Run(name, func(t *testing.T) {
			faults := faultsOf(d, test.block)
			require.Len(t, faults, test.want)
			require.Less(t, len(faults.Error()), 1<<20)
		})
	}
	t.Run("many events", func(t *testing.T) {
		require.Len(t, faultsOf(many, strings.Repeat("[MGS2008] s a\n", 5000)), maxOutputFaults+1)
	})
}
