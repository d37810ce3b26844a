package explain

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// versionText tells the version, revision and Go version of the program, then
// each catalog.
func (a *app) versionText() string {
	version, revision, dirty := a.Version, "", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		if version == "" {
			version = info.Main.Version
		}
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				revision = s.Value
			case "vcs.modified":
				if s.Value == "true" {
					dirty = ", modified"
				}
			}
		}
	}
	if version == "" {
		version = "(devel)"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", a.Name, version)
	if revision != "" {
		fmt.Fprintf(&b, " (revision %s%s)", revision[:min(12, len(revision))], dirty)
	}
	fmt.Fprintf(&b, " %s\n", runtime.Version())
	for i := range a.Sources {
		c := a.Sources[i].Catalog
		codes := "codes"
		if len(c.Codes) == 1 {
			codes = "code"
		}
		fmt.Fprintf(&b, "catalog %s: %d %s, %s", c.Prefix, len(c.Codes), codes, owner(c))
		if c.Ref != "" {
			fmt.Fprintf(&b, ", pages of %s", c.Ref)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
