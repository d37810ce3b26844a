package explain

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/egladman/magus/diag"
)

// errNoPage says that the program was built without the page of a code.
var errNoPage = errors.New("no page")

// readPage returns the page of d as it was written.
func readPage(src *Source, d *diag.Descriptor) ([]byte, error) {
	if src.Pages == nil {
		return nil, errNoPage
	}
	name := path.Join(src.Dir, d.Family, d.Code+".md")
	page, err := fs.ReadFile(src.Pages, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errNoPage
	case err != nil:
		return nil, fmt.Errorf("page of %s: %w", d.Code, err)
	}
	return page, nil
}

// body returns the Markdown of a page after its front matter.
func body(page []byte) []byte {
	page = bytes.TrimPrefix(page, []byte("\ufeff"))
	first, rest, ok := bytes.Cut(page, []byte("\n"))
	if !ok || !isDelimiter(first) {
		return page
	}
	for len(rest) > 0 {
		var line []byte
		line, rest, _ = bytes.Cut(rest, []byte("\n"))
		if isDelimiter(line) {
			return rest
		}
	}
	return page
}

func isDelimiter(line []byte) bool {
	return string(bytes.TrimRight(line, " \t\r")) == "---"
}

// withoutTitle drops the first heading when it says no more than the header
// that is shown in its place.
func withoutTitle(md []byte, d *diag.Descriptor) []byte {
	line, rest, _ := bytes.Cut(bytes.TrimLeft(md, "\r\n"), []byte("\n"))
	title, ok := strings.CutPrefix(strings.TrimRight(string(line), " \t\r#"), "# ")
	if !ok {
		return md
	}
	title = strings.TrimSpace(title)
	title = strings.TrimLeft(strings.TrimPrefix(title, d.Code), ": ")
	if strings.EqualFold(title, d.Title) || title == "" {
		return rest
	}
	return md
}
