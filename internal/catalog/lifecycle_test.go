package catalog

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A shelf is a catalog on disk that a test changes and loads again.
type shelf struct {
	*testing.T
	dir string
}

const shelfConfig = `prefix: TST
digits: 4
package: example.com/tst/codes
link: "https://example.com/{family}/{code}"
families: {one: {title: One}, two: {title: Two, level: warn}}
`

func newShelf(t *testing.T) shelf {
	s := shelf{t, t.TempDir()}
	s.write("catalog.yaml", shelfConfig)
	s.write("one/TST1001.md", front("TST1001: file not readable", "name: FileUnreadable", "level: error", "since: v1",
		"message: \"cannot read {path}\"", "fields: {path: path, reason: error}"))
	s.write("one/TST1002.md", front("TST1002: several events", "name: Several", "level: info",
		"events: {first: {message: one, fields: {n: int}}, second: {message: two, level: warn, fields: {s: string, t: string}}}"))
	s.write("one/TST1003.md", front("TST1003: gone", "name: Gone", "level: warn", "status: {state: retired, since: v2, reason: no use}"))
	s.write("two/TST2001.md", front("TST2001: bare"))
	return s
}

const pageKeys = "title, description, tags, name, level, since, events, message, fields, status, aliases, related, draft, hint, exit, limit"

func front(title string, keys ...string) string {
	return "---\ntitle: \"" + title + "\"\n" + strings.Join(keys, "\n") + "\n---\nText.\n"
}

func (s shelf) write(name, text string) {
	path := filepath.Join(s.dir, filepath.FromSlash(name))
	require.NoError(s, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(s, os.WriteFile(path, []byte(text), 0o644))
}

func (s shelf) edit(name, old, replacement string) {
	path := filepath.Join(s.dir, filepath.FromSlash(name))
	text, err := os.ReadFile(path)
	require.NoError(s, err)
	require.Contains(s, string(text), old)
	s.write(name, strings.Replace(string(text), old, replacement, 1))
}

func (s shelf) move(from, to string) {
	require.NoError(s, os.MkdirAll(filepath.Dir(filepath.Join(s.dir, to)), 0o755))
	require.NoError(s, os.Rename(filepath.Join(s.dir, from), filepath.Join(s.dir, to)))
}

func (s shelf) remove(name string) {
	require.NoError(s, os.Remove(filepath.Join(s.dir, name)))
}

// load loads the catalog; an error is told without the folder.
func (s shelf) load(accept ...string) (*Catalog, string) {
	c, err := Load(s.dir, Options{Accept: accept, Command: "gen"})
	if err != nil {
		dir := filepath.ToSlash(s.dir)
		return nil, strings.ReplaceAll(strings.ReplaceAll(err.Error(), dir+"/", ""), " "+dir, " DIR")
	}
	return c, ""
}

// ship writes the lock, as the generator does.
func (s shelf) ship(accept ...string) {
	s.Helper()
	c, msg := s.load(accept...)
	require.Empty(s, msg)
	s.write("codes.lock", string(c.Lock.Bytes()))
}

func TestFirstLock(t *testing.T) {
	s := newShelf(t)
	c, msg := s.load()
	require.Empty(t, msg)
	assert.Equal(t, `TST1001 FileUnreadable one error active (path:path,reason:error)
TST1002 Several one info active first(n:int) second@warn(s:string,t:string)
TST1003 Gone one warn retired
TST2001 - two warn active
`, string(c.Lock.Bytes()))
}

// What can happen to a code that has shipped: what is free, what needs which
// step, and what the lock says afterwards.
func TestLifecycle(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(s shelf)
		want   string // of the error; empty when the change is free
		step   func(s shelf)
		accept string // instead of a step
		lock   string // a line of the lock at the end
	}{
		"add a page": {
			change: func(s shelf) { s.write("one/TST1004.md", front("TST1004: new", "level: error")) },
			lock:   "TST1004 - one error active",
		},
		"add an event": {
			change: func(s shelf) {
				s.edit("one/TST1002.md", "{first:", "{third: {message: three, fields: {x: any}}, first:")
			},
			lock: "TST1002 Several one info active first(n:int) second@warn(s:string,t:string) third(x:any)",
		},
		"events in another order": {
			change: func(s shelf) {
				s.edit("one/TST1002.md", "{first: {message: one, fields: {n: int}}, second: {message: two, level: warn, fields: {s: string, t: string}}}",
					"{second: {message: two, level: warn, fields: {s: string, t: string}}, first: {message: one, fields: {n: int}}}")
			},
			lock: "TST1002 Several one info active first(n:int) second@warn(s:string,t:string)",
		},
		"title, message and prose": {
			change: func(s shelf) {
				s.edit("one/TST1001.md", "file not readable", "cannot read a file")
				s.edit("one/TST1001.md", "cannot read {path}", "{path} not readable")
				s.edit("one/TST1001.md", "Text.", "Other text.")
			},
			lock: "TST1001 FileUnreadable one error active (path:path,reason:error)",
		},
		"give a name": {
			change: func(s shelf) { s.edit("two/TST2001.md", "\n---", "\nname: Bare\n---") },
			lock:   "TST2001 Bare two warn active",
		},
		"a name in another case": { // readers may write it in any
			change: func(s shelf) { s.edit("one/TST1001.md", "FileUnreadable", "FileUNREADABLE") },
			lock:   "TST1001 FileUNREADABLE one error active (path:path,reason:error)",
		},
		"rename": {
			change: func(s shelf) { s.edit("one/TST1001.md", "FileUnreadable", "ReadFailed") },
			want:   "one/TST1001.md:3:7: TST1001 was called FileUnreadable, which readers still ask for: add to the page aliases: [FileUnreadable]; if the page means something else now",
			step:   func(s shelf) { s.edit("one/TST1001.md", "level:", "aliases: [FileUnreadable]\nlevel:") },
			lock:   "TST1001 ReadFailed one error active (path:path,reason:error)",
		},
		"drop the name": {
			change: func(s shelf) { s.edit("one/TST1001.md", "name: FileUnreadable\n", "") },
			want:   "one/TST1001.md:2:8: TST1001 was called FileUnreadable",
			step:   func(s shelf) { s.edit("one/TST1001.md", "level:", "aliases: [FileUnreadable]\nlevel:") },
			lock:   "TST1001 - one error active (path:path,reason:error)",
		},
		"move to another family": {
			change: func(s shelf) { s.move("one/TST1001.md", "two/TST1001.md") },
			want:   "two/TST1001.md:2:8: TST1001 has shipped and changes: family one is now two, so links that were printed lead nowhere. Take it back, or record it: gen -accept TST1001",
			accept: "TST1001",
			lock:   "TST1001 FileUnreadable two error active (path:path,reason:error)",
		},
		"move where links stay": {
			change: func(s shelf) {
				s.edit("catalog.yaml", "{family}/", "")
				s.move("one/TST1001.md", "two/TST1001.md")
			},
			lock: "TST1001 FileUnreadable two error active (path:path,reason:error)",
		},
		"deprecate": {
			change: func(s shelf) {
				s.edit("one/TST1001.md", "level:", "status: {state: deprecated, since: v2, replaced_by: [TST1002]}\nlevel:")
			},
			lock: "TST1001 FileUnreadable one error deprecated (path:path,reason:error)",
		},
		"retire": {
			change: func(s shelf) {
				s.write("one/TST1001.md", front("TST1001: file not readable", "name: FileUnreadable", "status: {state: retired, since: v2, reason: gone}"))
			},
			lock: "TST1001 FileUnreadable one error retired (path:path,reason:error)",
		},
		"retire with title and status alone": {
			change: func(s shelf) {
				s.write("one/TST1001.md", front("TST1001: file not readable", "status: {state: retired, since: v2, reason: gone}"))
			},
			lock: "TST1001 FileUnreadable one error retired (path:path,reason:error)",
		},
		"retire, its name an alias of another": {
			change: func(s shelf) {
				s.write("one/TST1001.md", front("TST1001: file not readable", "status: {state: retired, since: v2, reason: gone}"))
				s.edit("two/TST2001.md", "\n---", "\naliases: [FileUnreadable]\n---")
			},
			lock: "TST1001 - one error retired (path:path,reason:error)",
		},
		"another number, the old one in lower case": {
			change: func(s shelf) {
				s.move("one/TST1001.md", "one/TST1007.md")
				s.edit("one/TST1007.md", "TST1001:", "TST1007:")
				s.edit("one/TST1007.md", "level:", "aliases: [tst1001]\nlevel:")
			},
			lock: "TST1001 FileUnreadable one error alias=TST1007 (path:path,reason:error)",
		},
		"rename, the old name in lower case": {
			change: func(s shelf) {
				s.edit("one/TST1001.md", "FileUnreadable", "ReadFailed")
				s.edit("one/TST1001.md", "level:", "aliases: [fileunreadable]\nlevel:")
			},
			lock: "TST1001 ReadFailed one error active (path:path,reason:error)",
		},
		"change the level of many pages": {
			change: func(s shelf) {
				for _, c := range []string{"TST2002", "TST2003", "TST2004"} {
					s.write("two/"+c+".md", front(c+": bare "+c))
				}
				s.ship()
				s.edit("catalog.yaml", "level: warn", "level: info")
			},
			want: "catalog.yaml:5:31: 4 pages of family two (TST2001, TST2002, TST2003, TST2004) have shipped and change: level warn is now info. " +
				"Take it back, or record it: gen -accept TST2001,TST2002,TST2003,TST2004",
			accept: "TST2001 TST2002 TST2003 TST2004",
			lock:   "TST2004 - two info active",
		},
		"replace": {
			change: func(s shelf) {
				s.write("one/TST1001.md", front("TST1001: file not readable", "name: FileUnreadable", "status: {state: retired, since: v2, reason: gone, replaced_by: [TST1005]}"))
				s.write("one/TST1005.md", front("TST1005: new", "level: error"))
			},
			lock: "TST1001 FileUnreadable one error retired (path:path,reason:error)",
		},
		"split": {
			change: func(s shelf) {
				s.edit("one/TST1001.md", "level:", "status: {state: deprecated, since: v2, replaced_by: [TST1005, TST1006]}\nlevel:")
				s.write("one/TST1005.md", front("TST1005: one half", "level: error"))
				s.write("one/TST1006.md", front("TST1006: other half", "level: error"))
			},
			lock: "TST1006 - one error active",
		},
		"another number": {
			change: func(s shelf) {
				s.move("one/TST1001.md", "one/TST1007.md")
				s.edit("one/TST1007.md", "TST1001:", "TST1007:")
			},
			want: "codes.lock:1:1: TST1001 has shipped and its page one/TST1001.md is gone: bring it back with \"status: {state: retired, since: VERSION, reason: WHY}\", or list TST1001 under aliases",
			step: func(s shelf) { s.edit("one/TST1007.md", "level:", "aliases: [TST1001]\nlevel:") },
			lock: "TST1001 FileUnreadable one error alias=TST1007 (path:path,reason:error)",
		},
		"remove": {
			change: func(s shelf) { s.remove("one/TST1001.md") },
			want:   "if it never left your branch, delete this line",
			step: func(s shelf) {
				s.edit("codes.lock", "TST1001 FileUnreadable one error active (path:path,reason:error)\n", "")
			},
			lock: "TST1002 Several one info active first(n:int) second@warn(s:string,t:string)",
		},
		"remove a retired page": {
			change: func(s shelf) { s.remove("one/TST1003.md") },
			want:   "codes.lock:3:1: TST1003 has shipped and its page one/TST1003.md is gone: bring it back",
			step: func(s shelf) {
				s.write("one/TST1003.md", front("TST1003: gone", "name: Gone", "status: {state: retired, since: v2, reason: no use}"))
			},
			lock: "TST1003 Gone one warn retired",
		},
		"use a retired number again": {
			change: func(s shelf) { s.write("one/TST1003.md", front("TST1003: something new", "name: New", "level: error")) },
			want:   "one/TST1003.md:2:8: TST1003 is retired (codes.lock:3), and a number is never used again: give this page a number of its own; if the retirement never left your branch, put \"active\" for \"retired\" on that line",
			step: func(s shelf) {
				s.write("one/TST1003.md", front("TST1003: gone", "name: Gone", "status: {state: retired, since: v2, reason: no use}"))
				s.write("one/TST1008.md", front("TST1008: something new", "name: New", "level: error"))
			},
			lock: "TST1008 New one error active",
		},
		"change the level": {
			change: func(s shelf) { s.edit("one/TST1001.md", "level: error", "level: warn") },
			want:   "one/TST1001.md:4:8: TST1001 has shipped and changes: level error is now warn. Take it back, or record it: gen -accept TST1001",
			accept: "TST1001",
			lock:   "TST1001 FileUnreadable one warn active (path:path,reason:error)",
		},
		"change the family's level": {
			change: func(s shelf) { s.edit("catalog.yaml", "level: warn", "level: info") },
			want:   "two/TST2001.md:2:8: TST2001 has shipped and changes: level warn is now info",
			accept: "TST2001",
			lock:   "TST2001 - two info active",
		},
		"change an event's level": {
			change: func(s shelf) { s.edit("one/TST1002.md", "level: warn", "level: error") },
			want:   "TST1002 has shipped and changes: event second has level warn, is now error",
			accept: "TST1002",
			lock:   "TST1002 Several one info active first(n:int) second@error(s:string,t:string)",
		},
		"remove an event": {
			change: func(s shelf) { s.edit("one/TST1002.md", "first: {message: one, fields: {n: int}}, ", "") },
			want:   "one/TST1002.md:5:9: TST1002 has shipped and changes: event first is removed",
			accept: "TST1002",
			lock:   "TST1002 Several one info active second@warn(s:string,t:string)",
		},
		"add a field": {
			change: func(s shelf) { s.edit("one/TST1001.md", "{path: path,", "{path: path, size: int,") },
			want:   "TST1001 has shipped and changes: the message gains field size",
			accept: "TST1001",
			lock:   "TST1001 FileUnreadable one error active (path:path,size:int,reason:error)",
		},
		"remove a field": {
			change: func(s shelf) { s.edit("one/TST1001.md", ", reason: error", "") },
			want:   "one/TST1001.md:7:9: TST1001 has shipped and changes: the message loses field reason",
			accept: "TST1001",
			lock:   "TST1001 FileUnreadable one error active (path:path)",
		},
		"another type": {
			change: func(s shelf) { s.edit("one/TST1002.md", "n: int", "n: string") },
			want:   "TST1002 has shipped and changes: field n of event first was int, is now string",
			accept: "TST1002",
			lock:   "TST1002 Several one info active first(n:string) second@warn(s:string,t:string)",
		},
		"a secret": {
			change: func(s shelf) { s.edit("one/TST1002.md", "n: int", "n: {type: int, secret: true}") },
			want:   "field n of event first was int, is now secret/int",
			accept: "TST1002",
			lock:   "TST1002 Several one info active first(n:secret/int) second@warn(s:string,t:string)",
		},
		"fields in another order": {
			change: func(s shelf) { s.edit("one/TST1002.md", "{s: string, t: string}", "{t: string, s: string}") },
			want:   "the fields of event second have another order, which is that of the function's parameters",
			accept: "TST1002",
			lock:   "TST1002 Several one info active first(n:int) second@warn(t:string,s:string)",
		},
		"another form of all codes": {
			change: func(s shelf) {
				for _, c := range []string{"one/TST1001", "one/TST1002", "one/TST1003", "two/TST2001"} {
					s.remove(c + ".md")
				}
				s.edit("catalog.yaml", "digits: 4", "digits: 5")
			},
			want: "codes.lock:1:1: TST1001 has not the form of a code of catalog.yaml, such as TST12345: put prefix, separator and digits back",
			step: func(s shelf) { s.remove("codes.lock") },
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newShelf(t)
			s.ship()
			tt.change(s)
			_, msg := s.load()
			if tt.want == "" {
				require.Empty(t, msg, "the change is free")
			} else {
				require.Contains(t, msg, tt.want)
			}
			if tt.step != nil {
				tt.step(s)
			}
			c, msg := s.load(strings.Fields(tt.accept)...)
			require.Empty(t, msg, "after the step")
			if tt.lock != "" {
				assert.Contains(t, strings.Split(string(c.Lock.Bytes()), "\n"), tt.lock)
			}
			s.write("codes.lock", string(c.Lock.Bytes()))
			_, msg = s.load()
			assert.Empty(t, msg, "the step is recorded")
		})
	}
}

func TestMovedCodeStaysTaken(t *testing.T) {
	s := newShelf(t)
	s.ship()
	s.move("one/TST1001.md", "one/TST1007.md")
	s.edit("one/TST1007.md", "TST1001:", "TST1007:")
	s.edit("one/TST1007.md", "level:", "aliases: [TST1001]\nlevel:")
	s.ship()

	s.edit("one/TST1007.md", "aliases: [TST1001]\n", "")
	_, msg := s.load()
	assert.Equal(t, "codes.lock:1:1: TST1001 lives on as an alias of TST1007, which does not list it any more: add it to the aliases of that page again", msg)

	s.write("one/TST1001.md", front("TST1001: another meaning", "level: error"))
	_, msg = s.load()
	assert.Equal(t, "one/TST1001.md:2:8: TST1001 became an alias of TST1007 (codes.lock:1), and a number is never used again: give this page a number of its own; "+
		"if that never left your branch, put \"active\" for \"alias=TST1007\" on that line", msg)
}

// A code that moved twice leads to the page that has it in the end.
func TestMovedTwice(t *testing.T) {
	s := newShelf(t)
	s.ship()
	s.move("one/TST1001.md", "one/TST1007.md")
	s.edit("one/TST1007.md", "TST1001:", "TST1007:")
	s.edit("one/TST1007.md", "level:", "aliases: [TST1001]\nlevel:")
	s.ship()
	s.move("one/TST1007.md", "one/TST1008.md")
	s.edit("one/TST1008.md", "TST1007:", "TST1008:")
	s.edit("one/TST1008.md", "aliases: [TST1001]\n", "")
	_, msg := s.load()
	assert.Contains(t, msg, "codes.lock:1:1: TST1001 lives on as an alias of TST1007, which has no page any more: list it too under aliases of the page that took its place")
	s.edit("one/TST1008.md", "level:", "aliases: [TST1007]\nlevel:")
	_, msg = s.load()
	assert.Equal(t, "codes.lock:1:1: TST1001 lives on as an alias of TST1007, whose place one/TST1008.md has taken: write aliases: [TST1007, TST1001] there", msg)
	s.edit("one/TST1008.md", "aliases: [TST1007]", "aliases: [TST1007, TST1001]")
	s.ship()
	assert.Contains(t, s.lock(), "TST1001 FileUnreadable one error alias=TST1008 ")
}

func (s shelf) lock() string {
	text, err := os.ReadFile(filepath.Join(s.dir, "codes.lock"))
	require.NoError(s, err)
	return string(text)
}

// A retired code without a level keeps the one that it had.
func TestRetiredKeepsLevel(t *testing.T) {
	s := newShelf(t)
	s.ship()
	s.write("one/TST1002.md", front("TST1002: several events", "name: Several", "status: {state: retired, since: v2, reason: gone}"))
	s.write("one/TST1009.md", front("TST1009: never seen", "status: {state: retired, since: v2, reason: gone}"))
	c, msg := s.load()
	require.Empty(t, msg)
	assert.Equal(t, "info", LevelName(c.Level(c.Page("TST1002"))))
	assert.Equal(t, "error", LevelName(c.Level(c.Page("TST1009"))))
}

// The step that a run prints is enough, whatever else waits.
func TestAcceptSeveral(t *testing.T) {
	s := newShelf(t)
	s.ship()
	s.edit("one/TST1001.md", "level: error", "level: info")
	s.edit("one/TST1002.md", "n: int", "n: string")
	s.edit("catalog.yaml", "level: warn", "level: info")
	_, msg := s.load()
	assert.Equal(t, 3, strings.Count(msg, "Take it back, or record it: gen -accept TST1001,TST1002,TST2001"), msg)
	_, msg = s.load("TST1002")
	assert.Equal(t, 2, strings.Count(msg, "Take it back, or record it: gen -accept TST1001,TST1002,TST2001"), msg)
	s.ship("TST1001", "TST1002", "TST2001")
	_, msg = s.load()
	assert.Empty(t, msg)
}

func TestAcceptNothing(t *testing.T) {
	s := newShelf(t)
	s.ship()
	_, msg := s.load("TST1001", "TST1011")
	assert.Contains(t, msg, "codes.lock: -accept TST1001: nothing about this code waits to be accepted")
	assert.Contains(t, msg, "codes.lock: -accept TST1011: no page has this code; did you mean TST1001?")
}

// One run tells what waits to be accepted beside what is wrong elsewhere, and in
// the page itself.
func TestChangesBesideFaults(t *testing.T) {
	s := newShelf(t)
	s.ship()
	s.edit("one/TST1001.md", "path: path,", "path: string,")
	s.edit("one/TST1001.md", "\n---", "\nrelated: [TST1011]\n---")
	s.edit("one/TST1002.md", "name:", "nmae:")
	s.edit("catalog.yaml", ", level: warn", "")
	_, msg := s.load()
	assert.Equal(t, `one/TST1001.md:7:9: TST1001 has shipped and changes: field path of the message was path, is now string. Take it back, or record it: gen -accept TST1001
one/TST1001.md:8:11: related: no page has the code "TST1011"; did you mean TST1001?
one/TST1002.md:3:1: unknown key "nmae": did you mean "name"?
two/TST2001.md:1:1: level is missing: add a line such as "level: warn" (debug, info, warn or error)`, msg)
}
