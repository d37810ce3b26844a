package catalog

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const goodLock = `MGS2001 PathReadDenied sandbox error active (path:path)
MGS2005 - sandbox warn deprecated
MGS2008 DaemonSocketWithheld sandbox debug active injected(var:string) refused@warn(overrides:[]string,token:secret/string)
MGS2009 NetworkEgressAudit sandbox error retired
MGS2010 Old net-2 error alias=MGS2001 (a:any,b:error)
`

func TestLock(t *testing.T) {
	l, err := ParseLock("codes.lock", []byte(goodLock))
	require.NoError(t, err)
	assert.Equal(t, goodLock, string(l.Bytes()))
	assert.Equal(t, "DaemonSocketWithheld", l.Find("MGS2008").Name)
	assert.Equal(t, 3, l.Find("MGS2008").Line)
	assert.Empty(t, l.Find("MGS2005").Name)
	assert.Nil(t, l.Find("MGS2002"))

	// As a union merge, an editor or another system leaves it.
	mixed := "\ufeffMGS2009 NetworkEgressAudit sandbox error retired\r\n\nMGS2008 DaemonSocketWithheld sandbox debug active refused@warn(overrides:[]string,token:secret/string) injected(var:string)\n" +
		"MGS2001 PathReadDenied sandbox error active (path:path)  \nMGS2005 - sandbox warn deprecated\nMGS2005 - sandbox warn deprecated\nMGS2010 Old net-2 error alias=MGS2001 (a:any,b:error)"
	l, err = ParseLock("codes.lock", []byte(mixed))
	require.NoError(t, err)
	assert.Equal(t, goodLock, string(l.Bytes()))
}

func TestLockFaults(t *testing.T) {
	for name, tt := range map[string]struct{ text, want string }{
		"two lines":  {goodLock + "MGS2005 - sandbox info deprecated\n", `l:6:1: two different lines for MGS2005, as a merge can leave them: "MGS2005 - sandbox warn deprecated" on line 2 and`},
		"markers":    {"<<<<<<< ours\nMGS2001 - a error active\n=======\n>>>>>>> theirs\n", `l:1:1: a conflict marker: keep the lines of both sides`},
		"code":       {"mgs2001 - a error active\n", `l:1:1: found "mgs2001", want a code`},
		"name":       {"MGS2001 pathRead a error active\n", `l:1:9: found "pathRead", want a name or -`},
		"family":     {"MGS2001 - ../a error active\n", `l:1:11: found "../a", want a family`},
		"level":      {"MGS2001 - a fatal active\n", `l:1:13: found "fatal", want debug, info, warn or error`},
		"status":     {"MGS2001 - a error gone\n", `l:1:19: found "gone", want active`},
		"alias":      {"MGS2001 - a error alias=x\n", `l:1:19: found "alias=x", want active`},
		"short":      {"MGS2001 - a error\n", `l:1:18: the line ends early`},
		"two spaces": {"MGS2001  - a error active\n", `l:1:9: found "", want a name`},
		"event":      {"MGS2001 - a error active x\n", `l:1:26: found "x", want an event`},
		"open":       {"MGS2001 - a error active x(\n", `found "x(", want an event`},
		"after":      {"MGS2001 - a error active x()y\n", `found "x()y", want an event`},
		"e level":    {"MGS2001 - a error active x@loud()\n", `found "x@loud()", want debug, info`},
		"field":      {"MGS2001 - a error active x(a)\n", `found "a", want a field`},
		"type":       {"MGS2001 - a error active x(a:float)\n", `found "a:float", want a field`},
		"twice":      {"MGS2001 - a error active x() x()\n", `two events with one name`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ParseLock("l", []byte(tt.text))
			assert.ErrorContains(t, err, tt.want)
		})
	}
}

func FuzzLock(f *testing.F) {
	f.Add([]byte(goodLock))
	f.Add([]byte("MGS2001 - a error active x@warn(a:[]string)"))
	f.Add([]byte("<<<<<<<\nA1 A a error alias=B1 ()\r\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := ParseLock("l", data)
		if err != nil {
			assert.NotEmpty(t, err.Error())
			return
		}
		again, err := ParseLock("l", l.Bytes())
		require.NoError(t, err)
		require.Equal(t, string(l.Bytes()), string(again.Bytes()))
	})
}
