package site

import (
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
)

// maxImage bounds one picture, 8 MiB.
const maxImage = 8 << 20

// images collects the pictures that pages show. Only bitmap files of the
// catalog's folder are taken; an SVG file could carry a script.
type images struct {
	fsys  fs.FS
	mu    sync.Mutex
	data  map[string][]byte // by name; nil is no picture
	notes []string
}

// take returns the file of the site that will hold the picture dest of a page
// in the folder dir.
func (im *images) take(dir, dest string) (string, bool) {
	u, err := url.Parse(dest)
	if err != nil || im.fsys == nil || u.Scheme != "" || u.Host != "" || u.Path == "" || strings.HasPrefix(u.Path, "/") {
		return "", false
	}
	name := path.Join(dir, u.Path)
	switch strings.ToLower(path.Ext(name)) {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp":
	default:
		return "", false
	}
	im.mu.Lock()
	defer im.mu.Unlock()
	data, seen := im.data[name]
	if !seen {
		data = im.read(name)
		im.data[name] = data
	}
	return "assets/pages/" + name, data != nil
}

func (im *images) read(name string) []byte {
	info, err := fs.Stat(im.fsys, name)
	switch {
	case err != nil:
		return nil
	case !info.Mode().IsRegular() || info.Size() > maxImage:
		im.notes = append(im.notes, name+": not copied: want a file of at most 8 MiB")
		return nil
	}
	data, err := fs.ReadFile(im.fsys, name)
	if err != nil || !strings.HasPrefix(http.DetectContentType(data), "image/") {
		im.notes = append(im.notes, name+": not copied: it is no picture")
		return nil
	}
	return data
}

func (im *images) copy(w *writer) {
	for _, name := range slices.Sorted(maps.Keys(im.data)) {
		if data := im.data[name]; data != nil {
			w.put("assets/pages/"+name, data)
		}
	}
}
