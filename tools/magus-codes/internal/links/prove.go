package links

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/egladman/magus/diag"
)

// A Missing is an address that leads nowhere.
type Missing struct {
	Code string `json:"code"`
	URL  string `json:"url"`
	Why  string `json:"why"`
}

// Prove looks for every address in against: a folder that is served at base, a
// sitemap, or a text file with an address a line. An empty base is what stands in
// the link template before the first place, through {ref} if it has one.
func Prove(c *diag.Catalog, addresses []Address, against, base string) ([]Missing, error) {
	info, err := os.Stat(against)
	if err != nil {
		return nil, err
	}
	var has func(string) string
	if info.IsDir() {
		if base == "" {
			base = prefix(c)
		}
		b, err := parseBase(base)
		if err != nil {
			return nil, err
		}
		has = folder(against, b)
	} else if has, err = listed(against); err != nil {
		return nil, err
	}
	missing := []Missing{}
	for _, a := range addresses {
		if why := has(a.URL); why != "" {
			missing = append(missing, Missing{a.Code, a.URL, why})
		}
	}
	return missing, nil
}

// prefix is the part of all addresses that names the folder being served.
func prefix(c *diag.Catalog) string {
	link := c.Link
	if i := strings.LastIndex(link, "{ref}"); i >= 0 {
		end := i + len("{ref}")
		if strings.HasPrefix(link[end:], "/") {
			return strings.ReplaceAll(link[:end+1], "{ref}", c.Ref)
		}
	}
	if i := strings.IndexByte(link, '{'); i >= 0 {
		link = link[:i]
	}
	return link[:strings.LastIndexByte(link, '/')+1]
}

// folder answers for the files of a folder as a plain web server would: the
// file itself, index.html in a folder, or the file with .html.
func folder(dir string, base *url.URL) func(string) string {
	root := strings.TrimSuffix(base.Path, "/") + "/"
	t := &lister{dirs: map[string]map[string]bool{}}
	return func(address string) string {
		u, err := url.Parse(address)
		if err != nil {
			return err.Error()
		}
		if !strings.EqualFold(u.Host, base.Host) || !strings.HasPrefix(u.Path, root) {
			return "not below " + base.String()
		}
		rest := strings.TrimPrefix(u.Path, root)
		clean := path.Clean("/" + rest)[1:]
		candidates := []string{clean, path.Join(clean, "index.html"), clean + ".html"}
		if rest == "" || strings.HasSuffix(rest, "/") {
			candidates = []string{path.Join(clean, "index.html")}
		}
		for _, name := range candidates {
			if t.file(dir, name) {
				return ""
			}
		}
		return "no file " + candidates[0]
	}
}

// A lister knows which files there are, in the case in which they are spelled.
type lister struct {
	dirs map[string]map[string]bool // name to whether it is a file
}

func (l *lister) file(root, name string) bool {
	at := root
	parts := strings.Split(name, "/")
	for i, part := range parts {
		entries, known := l.dirs[at]
		if !known {
			entries = map[string]bool{}
			list, _ := os.ReadDir(at)
			for _, e := range list {
				info, err := os.Stat(filepath.Join(at, e.Name()))
				entries[e.Name()] = err == nil && info.Mode().IsRegular()
			}
			l.dirs[at] = entries
		}
		isFile, exists := entries[part]
		if !exists || isFile != (i == len(parts)-1) {
			return false
		}
		at = filepath.Join(at, part)
	}
	return true
}

// maxList bounds a sitemap, 256 MiB.
const maxList = 256 << 20

// listed answers for a sitemap, or a text file with an address a line.
func listed(file string) (func(string) string, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxList+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxList {
		return nil, fmt.Errorf("%s: larger than %d bytes: split the sitemap", file, maxList)
	}
	known := map[string]bool{}
	if trimmed := bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\ufeff"))); bytes.HasPrefix(trimmed, []byte("<")) {
		if err := sitemap(file, trimmed, known); err != nil {
			return nil, err
		}
	} else {
		for line := range strings.Lines(string(trimmed)) {
			if line = strings.TrimSpace(line); absolute(line) {
				known[same(line)] = true
			}
		}
		if len(known) == 0 {
			return nil, fmt.Errorf("%s: no line is an address: want a sitemap that is not compressed, or a text file with an address a line", filepath.ToSlash(file))
		}
	}
	return func(address string) string {
		if known[same(address)] {
			return ""
		}
		return "not listed in " + filepath.ToSlash(file)
	}, nil
}

func absolute(line string) bool {
	u, err := url.Parse(line)
	return err == nil && u.Scheme != "" && u.Host != ""
}

func sitemap(file string, data []byte, known map[string]bool) error {
	d := xml.NewDecoder(bytes.NewReader(data))
	isSitemap := false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("%s: not a sitemap: %w", file, err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "sitemapindex":
			return fmt.Errorf("%s: an index of sitemaps: name one of those that it lists", file)
		case "urlset":
			isSitemap = true
		case "loc":
			var loc string
			if err := d.DecodeElement(&loc, &start); err != nil {
				return fmt.Errorf("%s: not a sitemap: %w", file, err)
			}
			known[same(strings.TrimSpace(loc))] = true
		}
	}
	if !isSitemap {
		return fmt.Errorf("%s: not a sitemap: want a urlset, or a text file with an address a line", file)
	}
	return nil
}

// same spells addresses that lead to one page alike.
func same(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	u.Host = strings.ToLower(u.Host)
	u.Fragment, u.RawFragment = "", ""
	return strings.TrimSuffix(strings.TrimSuffix(u.String(), "index.html"), "/")
}
