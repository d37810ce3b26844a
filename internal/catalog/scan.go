package catalog

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/egladman/magus/internal/page"
)

// A source is a page file that has been found and not yet read.
type source struct {
	file   string // slash-separated, as errors print it
	family string
	code   string
	plain  bool // a regular file, and no link to one
}

// A folder is what one folder of a catalog holds.
type folder struct {
	name    string
	own     []source
	foreign map[string][]string // prefix to file names
	strange []string            // neither code nor README.md nor _name
}

// A scan collects the files of a catalog.
type scan struct {
	*Config
	dir      string // as the operating system spells it
	show     string // as errors print it
	sources  []source
	skipped  []string
	notes    []string
	problems page.Errors

	unlisted []folder
	deep     []folder        // by the path that errors print, below the folders of families
	twins    map[string]bool // as in Catalog
	seen     map[string]bool // likewise
	unread   bool            // there are pages in the wrong place
}

// run looks into each folder below the catalog's.
func (s *scan) run() error {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return err
	}
	s.twins, s.seen = map[string]bool{}, map[string]bool{}
	var strays []source
	for _, e := range entries {
		name := e.Name()
		if s.isDir(e, name) {
			if err := s.folder(name); err != nil {
				return err
			}
			continue
		}
		stem, isPage := strings.CutSuffix(name, ".md")
		switch {
		case isPage && s.IsCode(stem):
			strays = append(strays, source{file: path.Join(s.show, name), code: stem})
		case isPage:
			s.skipped = append(s.skipped, path.Join(s.show, name))
		}
	}
	s.claim(strays)
	for _, p := range s.single(strays) {
		s.unread = true
		s.problems.Addf(p.file, page.Pos{Line: 1, Column: 1}, "a page needs a family: move it to %s", path.Join(s.show, s.anyFamily(), p.code+".md"))
	}
	for _, f := range s.unlisted {
		s.unlist(f)
	}
	for _, f := range s.deep {
		if found := s.single(f.own); len(found) > 0 {
			s.unread = true
			names := make([]string, len(found))
			for i, p := range found {
				names[i] = p.code + ".md"
			}
			s.problems.Addf(f.name, page.Pos{}, "%s below a family's folder (%s): move %s up, into the folder of the family",
				count(len(found), "page"), list(names), it(len(found)))
		}
	}
	return nil
}

// claim finds the codes that have several pages, wherever these lie: pages in
// families come first, then those in other folders and those in none.
func (s *scan) claim(strays []source) {
	first := make(map[string]string, len(s.sources))
	add := func(pages []source) {
		for _, p := range pages {
			s.seen[p.code] = true
			if file, dup := first[p.code]; !dup {
				first[p.code] = p.file
			} else {
				s.twins[p.code] = true
				s.problems.Addf(p.file, s.titleAt(p.file), "%s has two pages, this one and %s: give one of them a number of its own, or remove it",
					p.code, page.Error{File: file, Pos: s.titleAt(file)}.Place())
			}
		}
	}
	placed, others := []source{}, []source{} // a copy keeps a number of another family
	for _, p := range s.sources {
		if s.inNumbers(p.family, p.code) {
			placed = append(placed, p)
		} else {
			others = append(others, p)
		}
	}
	add(placed)
	add(others)
	for _, f := range s.unlisted {
		add(f.own)
	}
	for _, f := range s.deep {
		add(f.own)
	}
	add(strays)
}

// inNumbers reports whether a family may have the code.
func (c *Config) inNumbers(family, code string) bool {
	f, n := c.Family(family), c.Number(code)
	return len(f.Numbers) == 0 || slices.ContainsFunc(f.Numbers, func(r Range) bool { return r.First <= n && n <= r.Last })
}

// single returns the pages whose code no other page has.
func (s *scan) single(pages []source) []source {
	return slices.DeleteFunc(slices.Clone(pages), func(p source) bool { return s.twins[p.code] })
}

// aliased reports whether a page with faults may list aliases.
func (s *scan) aliased(faults page.Errors) bool {
	last := ""
	for _, f := range faults {
		if f.File == last {
			continue
		}
		last = f.File
		data, err := readFile(s.path(f.File), maxPage)
		if err != nil || bytes.Contains(data, []byte("alias")) {
			return true
		}
	}
	return false
}

// path returns the path of a file that errors print as show.
func (s *scan) path(show string) string {
	return filepath.Join(s.dir, filepath.FromSlash(strings.TrimPrefix(strings.TrimPrefix(show, s.show), "/")))
}

// titleAt finds the title of a page, which need not be free of faults.
func (s *scan) titleAt(file string) page.Pos {
	pos := page.Pos{Line: 1, Column: 1}
	data, err := readFile(s.path(file), maxPage)
	if err != nil {
		return pos
	}
	n := 0
	for line := range strings.Lines(string(data)) {
		if n++; n > 100 {
			break
		}
		if value, ok := strings.CutPrefix(line, "title:"); ok && n > 1 {
			return page.Pos{Line: n, Column: 1 + len(line) - len(strings.TrimLeft(value, " \t"))}
		}
	}
	return pos
}

func (s *scan) anyFamily() string {
	if len(s.Families) == 1 {
		return s.Families[0].Name
	}
	return "FAMILY"
}

// isDir follows a symbolic link, which a plain entry does not.
func (s *scan) isDir(e fs.DirEntry, name string) bool {
	if strings.HasPrefix(name, ".") {
		return false
	}
	if e.Type()&fs.ModeSymlink == 0 {
		return e.IsDir()
	}
	info, err := os.Stat(filepath.Join(s.dir, name))
	return err == nil && info.IsDir()
}

// folder sorts the files of one folder and judges them together.
func (s *scan) folder(name string) error {
	dir := filepath.Join(s.dir, name)
	if strings.HasPrefix(name, "_") {
		s.skip(path.Join(s.show, name) + "/")
		return nil
	}
	if _, err := os.Stat(filepath.Join(dir, ConfigName)); err == nil {
		if s.Family(name) != nil {
			s.problems.Addf(s.File, s.At("families."+name), "family %s is a catalog of its own (%s): take it out of families, or remove that file", name, path.Join(s.show, name, ConfigName))
		}
		s.skip(path.Join(s.show, name) + "/ (a catalog of its own)")
		return nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	f := folder{name: name, foreign: map[string][]string{}}
	for _, e := range entries {
		show := path.Join(s.show, name, e.Name())
		if s.aside(e, dir, show) {
			continue
		}
		ext := filepath.Ext(e.Name())
		stem := strings.TrimSuffix(e.Name(), ext)
		switch {
		case strings.HasPrefix(stem, "."):
		case likePage[strings.ToLower(ext)] && s.IsCode(strings.ToUpper(stem)):
			f.strange = append(f.strange, e.Name())
		case !strings.EqualFold(ext, ".md"):
		case strings.HasPrefix(stem, "_") || strings.EqualFold(stem, "readme"):
			s.skipped = append(s.skipped, show)
		case ext == ".md" && s.IsCode(stem):
			f.own = append(f.own, source{file: show, family: name, code: stem, plain: e.Type().IsRegular()})
		default:
			if prefix, ok := s.foreignPrefix(stem); ok {
				f.foreign[prefix] = append(f.foreign[prefix], e.Name())
			} else {
				f.strange = append(f.strange, e.Name())
			}
		}
	}
	s.judge(f)
	return nil
}

// aside takes folders in a folder out of the way, and links to such, which are
// not followed.
func (s *scan) aside(e fs.DirEntry, dir, show string) bool {
	switch {
	case e.IsDir() && strings.HasPrefix(e.Name(), "_"):
		s.skip(show + "/")
		return true
	case e.IsDir():
		if strings.HasSuffix(show, ".md") {
			s.skip(show + "/ (a folder)")
		}
		s.deeper(filepath.Join(dir, e.Name()), show)
		return true
	case e.Type()&fs.ModeSymlink != 0 && !strings.HasSuffix(show, ".md"):
		if info, err := os.Stat(filepath.Join(dir, e.Name())); err == nil && info.IsDir() {
			s.skip(show + "/ (a link to a folder)")
		}
	}
	return false
}

func (s *scan) skip(show string) {
	s.skipped = append(s.skipped, show)
}

// judge takes the pages of a folder over, or says once what keeps it from
// doing so.
func (s *scan) judge(f folder) {
	show, declared := path.Join(s.show, f.name), s.Family(f.name) != nil
	prefixes := sortedKeys(f.foreign)
	switch {
	case declared:
		for _, p := range prefixes {
			s.misplaced(show, p, f.foreign[p])
		}
	case len(f.own) > 0:
		s.unlisted = append(s.unlisted, f)
		return
	}
	if !declared {
		for _, p := range prefixes {
			s.notes = append(s.notes, show+": skipped "+count(len(f.foreign[p]), "page")+" of prefix "+p+": they belong to another catalog")
			for _, name := range f.foreign[p] {
				s.skipped = append(s.skipped, path.Join(show, name))
			}
		}
		for _, name := range f.strange {
			s.skipped = append(s.skipped, path.Join(show, name))
		}
		return
	}
	s.misnamed(show, f.strange)
	s.sources = append(s.sources, f.own...)
}

// unlist says what to do about a folder of pages that is no family. Pages that
// exist elsewhere too are told as such, and make no family.
func (s *scan) unlist(f folder) {
	show, own := path.Join(s.show, f.name), s.single(f.own)
	s.unread = s.unread || len(own) > 0
	switch {
	case len(own) == 0:
	case !isFamily(f.name):
		s.problems.Addf(show, page.Pos{}, "%s in a folder whose name no family can have: rename it, with letters, digits, \".\", \"-\" and \"_\", the first a letter or digit, and list it under families of %s",
			count(len(own), "page"), s.File)
	default:
		s.problems.Addf(show, page.Pos{}, "%s in a folder that %s does not list: add under families a line such as %q%s",
			count(len(own), "page"), s.File, "  "+f.name+": {title: "+f.name+", numbers: "+s.span(own)+"}", didYouMean(f.name, s.familyNames()))
	}
}

// misplaced reports pages of another prefix in a family, together when they
// are many.
func (s *scan) misplaced(show, prefix string, files []string) {
	const step = "move %s to a folder that is no family here, and give %s a %s of its own"
	if len(files) > fewPages {
		s.problems.Addf(show, page.Pos{}, "%s of prefix %s in a family of %s (%s): "+step,
			count(len(files), "page"), prefix, s.Prefix, list(files), it(len(files)), prefix, ConfigName)
		return
	}
	for _, file := range files {
		s.problems.Addf(path.Join(show, file), page.Pos{Line: 1, Column: 1}, "a page of prefix %s in a family of %s: "+step, prefix, s.Prefix, "it", prefix, ConfigName)
	}
}

// likePage are the extensions of text files that are not read as pages.
var likePage = map[string]bool{"": true, ".markdown": true, ".mdown": true, ".mdwn": true, ".mkd": true, ".mkdn": true, ".mdx": true, ".rst": true, ".adoc": true, ".txt": true}

// misnamed reports files that no code can have as its page, together when they
// are many.
func (s *scan) misnamed(show string, files []string) {
	for _, file := range files {
		s.seen[strings.ToUpper(strings.TrimSuffix(file, filepath.Ext(file)))] = true
	}
	const step = "want %s; put a \"_\" in front of the name of a file that is no code's page"
	if len(files) > fewPages {
		s.problems.Addf(show, page.Pos{}, "%s that no code can have as its name (%s): "+step, count(len(files), "page"), list(files), s.Form(".md"))
		return
	}
	for _, file := range files {
		want := s.Form(".md")
		if code := strings.ToUpper(strings.TrimSuffix(file, filepath.Ext(file))); s.IsCode(code) {
			want = code + ".md"
		}
		s.problems.Addf(path.Join(show, file), page.Pos{Line: 1, Column: 1}, "a name that no code can have: "+step, want)
	}
}

// deeper finds pages that lie too deep. A folder that cannot be read there is
// of no concern.
func (s *scan) deeper(dir, show string) {
	f := folder{name: show}
	_ = filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() && strings.HasPrefix(e.Name(), "_") {
			return filepath.SkipDir
		}
		if err != nil || e.IsDir() {
			return nil
		}
		code, isPage := strings.CutSuffix(e.Name(), ".md")
		if !isPage || !s.IsCode(code) {
			return nil
		}
		if below, err := filepath.Rel(dir, p); err == nil {
			f.own = append(f.own, source{file: path.Join(show, filepath.ToSlash(below)), code: code})
		}
		return nil
	})
	if len(f.own) > 0 {
		slices.SortFunc(f.own, func(a, b source) int { return strings.Compare(a.code, b.code) })
		s.deep = append(s.deep, f)
	}
}

func (s *scan) span(own []source) string {
	lowest, highest := s.Number(own[0].code), s.Number(own[0].code)
	for _, o := range own {
		lowest, highest = min(lowest, s.Number(o.code)), max(highest, s.Number(o.code))
	}
	return Range{lowest, highest}.String()
}

func (c *Config) familyNames() []string {
	names := make([]string, len(c.Families))
	for i, f := range c.Families {
		names[i] = f.Name
	}
	return names
}
