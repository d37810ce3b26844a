package version

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/egladman/magus/tools/magus-codes/internal/export"
	"github.com/egladman/magus/tools/magus-codes/internal/shelf"
)

// maxExport bounds an exported catalog, 1 GiB.
const maxExport = 1 << 30

// Read reads the version of the catalog in the folder dir that source names:
// nothing for the folder as it stands, the path of an exported catalog, or a
// revision.
func Read(dir, source string) (*export.Catalog, error) {
	if source == "" {
		s, err := shelf.Open(dir, "")
		if err != nil {
			return nil, err
		}
		return export.New(s.Diag, s.Body), nil
	}
	if info, err := os.Stat(source); err == nil && info.Mode().IsRegular() {
		return file(source, info)
	}
	return revision(dir, source)
}

// Empty is the catalog c before it had a code.
func Empty(c *export.Catalog) *export.Catalog {
	none := *c
	none.Codes = nil
	return &none
}

// IsFile reports whether source names an exported catalog and no revision.
func IsFile(source string) bool {
	info, err := os.Stat(source)
	return err == nil && info.Mode().IsRegular()
}

func file(name string, info fs.FileInfo) (*export.Catalog, error) {
	if info.Size() > maxExport {
		return nil, fmt.Errorf("%s: larger than 1 GiB: want a catalog as export --format json writes it", filepath.ToSlash(name))
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var c export.Catalog
	if err := json.Unmarshal(data, &c); err != nil {
		return nil, fmt.Errorf("%s: not an exported catalog: %w", filepath.ToSlash(name), err)
	}
	if c.Format != export.Format || c.Prefix == "" {
		return nil, fmt.Errorf("%s: format %d: want %d, as export --format json writes it", filepath.ToSlash(name), c.Format, export.Format)
	}
	seen := map[string]bool{}
	for _, code := range c.Codes {
		if code.Code == "" || seen[code.Code] {
			return nil, fmt.Errorf("%s: code %q is empty or stands twice: not an export of one catalog", filepath.ToSlash(name), code.Code)
		}
		seen[code.Code] = true
	}
	return &c, nil
}
