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
// that is shown in its place. Comments before it, mostly for linters and of
// generators, are not shown either.
func withoutTitle(md []byte, d *diag.Descriptor) []byte {
	line, rest, _ := bytes.Cut(withoutComments(md), []byte("\n"))
	heading, ok := strings.CutPrefix(strings.TrimRight(string(line), " \t\r#"), "# ")
	if !ok {
		var under []byte
		under, rest, _ = bytes.Cut(rest, []byte("\n"))
		under = bytes.TrimRight(under, " \t\r")
		if len(under) == 0 || len(bytes.Trim(under, "=")) > 0 {
			return md
		}
		heading = string(line)
	}
	heading = strings.TrimSpace(heading)
	heading = strings.TrimLeft(strings.TrimPrefix(heading, d.Code), ": ")
	if strings.EqualFold(heading, d.Title) || heading == "" {
		return rest
	}
	return md
}

// withoutComments drops empty lines and HTML comments at the head of md.
func withoutComments(md []byte) []byte {
	for {
		md = bytes.TrimLeft(md, "\r\n")
		if !bytes.HasPrefix(md, []byte("<!--")) {
			return md
		}
		_, rest, _ := bytes.Cut(md, []byte("-->"))
		line, rest, _ := bytes.Cut(rest, []byte("\n"))
		if len(bytes.TrimSpace(line)) > 0 {
			return md
		}
		md = rest
	}
}
