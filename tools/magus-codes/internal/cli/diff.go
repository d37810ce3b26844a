package cli

import (
	"bytes"
	"errors"
	"strings"

	"github.com/egladman/magus/tools/magus-codes/internal/changes"
	"github.com/egladman/magus/tools/magus-codes/internal/version"
)

type diffCmd struct {
	Versions []string `arg:"" name:"version" help:"REV..REV, or one or two of REV and exported catalog.json; a single one is compared with the folder as it stands."`
	Format   string   `help:"text, json or md (for a changelog)." enum:"text,json,md" default:"text"`
	Out      string   `help:"File to write instead of standard output." placeholder:"FILE"`
}

// Run compares two versions.
func (c *diffCmd) Run(r *run) error {
	from, to, err := c.sides()
	if err != nil {
		return err
	}
	old, oldErr := version.Read(r.catalog, from)
	now, err := version.Read(r.catalog, to)
	switch {
	case errors.Is(oldErr, version.ErrNone) && err == nil:
		r.notef("%s: every code is new", oldErr)
		old = version.Empty(now)
	case oldErr != nil:
		return oldErr
	case errors.Is(err, version.ErrNone):
		r.notef("%s: every code is gone", err)
		now = version.Empty(old)
	case err != nil:
		return err
	}
	name := to
	if name == "" {
		name = r.catalog
	}
	rep, err := changes.Compare(old, now, from, name)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := rep.Write(&b, c.Format); err != nil {
		return err
	}
	return r.put(c.Out, b.Bytes())
}

// sides returns what to compare with what; an empty second is the folder.
func (c *diffCmd) sides() (from, to string, err error) {
	switch v := c.Versions; {
	case len(v) > 2:
		return "", "", usagef("diff takes one or two versions, not %d", len(v))
	case len(v) == 2:
		from, to = v[0], v[1]
	case version.IsFile(v[0]):
		return v[0], "", nil
	case strings.Contains(v[0], "..."):
		return "", "", usagef("%q: want REV..REV with two dots: three would compare with where the branches parted", v[0])
	default:
		var both bool
		if from, to, both = strings.Cut(v[0], ".."); both {
			from, to = head(from), head(to)
		}
	}
	if from == "" {
		return "", "", usagef("a version is empty: want a revision or an exported catalog.json")
	}
	return from, to, nil
}

// head is what git puts for a side that is left out.
func head(rev string) string {
	if rev == "" {
		return "HEAD"
	}
	return rev
}
