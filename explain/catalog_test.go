package explain

import (
	"io/fs"
	"log/slog"
	"testing/fstest"

	"github.com/egladman/magus/diag"
)

// The catalog of the tests: a task runner with a family "fs" and one "net".
func testCatalog() *diag.Catalog {
	url := func(family, code string) string {
		return "https://example.com/blob/main/docs/codes/" + family + "/" + code + ".md"
	}
	codes := []*diag.Descriptor{
		{Code: "ACM0042", Name: "DiskFull", Title: "disk is full", Family: "fs", Level: slog.LevelError, Since: "v1.0.0", Exit: 7,
			Description: "A write failed because the disk has no room.", Tags: []string{"disk", "io"}, Aliases: []string{"OLD17", "NoRoom"},
			Hint: "make room and try again", URL: url("fs", "ACM0042"),
			Events: []diag.Event{{Level: slog.LevelError, Message: "cannot write {path}", Fields: []diag.Field{{Name: "path", Type: diag.Path}, {Name: "free", Type: diag.Int}}}}},
		{Code: "ACM0043", Name: "SlowDisk", Title: "disk is slow", Family: "fs", Level: slog.LevelWarn, Tags: []string{"disk"},
			Status: diag.Deprecated, StatusSince: "v1.2.0", Reason: "nobody could act on it", ReplacedBy: []string{"ACM0042"}, URL: url("fs", "ACM0043"),
			Events: []diag.Event{{Level: slog.LevelWarn, Message: "write took too long", Fields: []diag.Field{{Name: "took", Type: diag.Duration}}}}},
		{Code: "ACM0100", Name: "PeerGone", Title: "peer went away: List<T> & `code`", Family: "net", Level: slog.LevelInfo, Tags: []string{"peer"}, Aliases: []string{"ACM0017"},
			URL: url("net", "ACM0100"),
			Events: []diag.Event{
				{Name: "closed", Level: slog.LevelInfo, Message: "peer {peer} closed the connection", Fields: []diag.Field{{Name: "peer", Type: diag.String}}},
				{Name: "reset", Level: slog.LevelError, Message: "peer {peer} reset the connection after {bytes} bytes", Fields: []diag.Field{{Name: "peer", Type: diag.String}, {Name: "bytes", Type: diag.Int}}},
			}},
		{Code: "ACM0101", Name: "OldProbe", Title: "probe of the network", Family: "net", Level: slog.LevelDebug, Status: diag.Retired,
			StatusSince: "v1.1.0", Reason: "the probe is gone", URL: url("net", "ACM0101")},
		{Code: "ACM2008", Title: "plain note", Family: "net", Level: slog.LevelDebug, Draft: true, URL: url("net", "ACM2008")},
	}
	return prepared(&diag.Catalog{
		Prefix: "ACM", MinDigits: 4, MaxDigits: 4, Package: "example.com/acme/codes", Ref: "main",
		Link:     "https://example.com/blob/{ref}/docs/codes/{family}/{code}.md",
		Families: []diag.Family{{Name: "fs", Title: "Files and disks"}, {Name: "net", Title: "Network"}},
		Codes:    codes,
	})
}

// secondCatalog has a separator, and a number that testCatalog has too.
func secondCatalog() *diag.Catalog {
	return prepared(&diag.Catalog{
		Prefix: "ZED", Separator: "-", MinDigits: 4, MaxDigits: 5, Package: "example.com/zed/codes",
		Codes: []*diag.Descriptor{
			{Code: "ZED-0042", Name: "Zap", Title: "zapped", Family: "core", Level: slog.LevelInfo, URL: "https://zed.example/errors/ZED-0042/"},
			{Code: "ZED-10001", Name: "DiskFull", Title: "another disk is full", Family: "core", Level: slog.LevelError, URL: "http://zed.example/plain"},
		},
	})
}

func prepared(c *diag.Catalog) *diag.Catalog {
	for i, d := range c.Codes {
		d.Index = i
		d.Prepare()
	}
	return c
}

// wideCell is longer than the lines of prose ever are.
const wideCell = "a cell of a table, which has all of a wide terminal for itself although prose is broken there at a hundred columns, which are easier to read"

func testPages() fs.FS {
	page := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	return fstest.MapFS{
		"codes/fs/ACM0042.md": page(`---
title: "ACM0042: disk is full"
---
# ACM0042: disk is full

The disk under the workspace has no room left, so a write failed. See [ACM0043](ACM0043.md) and [the net](../net/ACM0100.md).

` + "```go\nif err := write(); err != nil {\n\treturn err // a very long comment that no terminal may break, however narrow it is\n}\n```" + `

| what | how much |
|---|---|
| ` + "`/tmp`" + ` | 1 GiB |

## What to do

1. Remove what you do not need.
2. Run it again.

## See also

Nothing.
`),
		"codes/fs/ACM0043.md":  page("---\r\ntitle: x\r\n---\r\n# Slow disks\r\n\r\nThe disk is slow.\r\n"),
		"codes/net/ACM0100.md": page("---\ntitle: x\nd: |\n  ---\n---\nA peer went \x1b]0;pwned\x07away. The zebra crossed.\n"),
		"codes/net/ACM0101.md": page("---\ntitle: x\n---\n"),
		"codes/net/ACM2008.md": page("---\ntitle: x\n---\nText of the draft.\n\n| word | meaning |\n|---|---|\n| one | " + wideCell + " |\n"),
	}
}
