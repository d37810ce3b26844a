package catalog

import (
	"cmp"
	"fmt"
	"log/slog"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/egladman/magus/internal/page"
)

// ConfigName is the name of the file that describes a catalog.
const ConfigName = "catalog.yaml"

// A Config is what catalog.yaml says.
type Config struct {
	File      string // slash-separated path, as errors print it
	Prefix    string // "MGS"
	Separator string // "" or "-"
	MinDigits int
	MaxDigits int
	Package   string // Go import path or package name of the generated file
	Link      string // template of a page's address
	Ref       string // what {ref} stands for
	Families  []Family
	Headings  []string // headings that a page that is not retired must have
	Typed     bool     // generate typed functions

	at map[string]page.Pos
}

// A Family is a folder of pages.
type Family struct {
	Name    string // the folder
	Title   string
	Numbers []Range     // empty: any number
	Level   *slog.Level // of pages that give none; nil: such pages are an error
}

// A Range is a range of numbers, both ends included.
type Range struct {
	First, Last int
}

// At returns the place of a key in the file, such as "families.sandbox".
func (c *Config) At(key string) page.Pos {
	return c.at[key]
}

// Family returns the family of that name, or nil.
func (c *Config) Family(name string) *Family {
	for i := range c.Families {
		if c.Families[i].Name == name {
			return &c.Families[i]
		}
	}
	return nil
}

// PackageName returns the name in the package clause of the generated file: the
// last element of Package that is no major version.
func (c *Config) PackageName() string {
	name := path.Base(c.Package)
	if majorVersion.MatchString(name) && strings.Contains(c.Package, "/") {
		name = path.Base(path.Dir(c.Package))
	}
	return name
}

var (
	majorVersion = regexp.MustCompile(`^v[0-9]+$`)
	prefixForm   = regexp.MustCompile(`^[A-Z]([A-Z0-9]*[A-Z])?$`)
	importPath   = regexp.MustCompile(`^[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*$`)
	packageName  = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)
	digitsForm   = regexp.MustCompile(`^([1-6])(?:-([1-6]))?$`)
	rangeForm    = regexp.MustCompile(`^([0-9]{1,6})(?:\s*-\s*([0-9]{1,6}))?$`)
)

var configKeys = []string{"prefix", "digits", "separator", "package", "link", "ref", "families", "headings", "typed"}

// ParseConfig reads a catalog file. The error is a page.Errors with everything
// that is wrong with it; name is used in its texts.
func ParseConfig(name string, data []byte) (*Config, error) {
	f := &yamlFile{name: name}
	c := &Config{File: name, Typed: true, at: map[string]page.Pos{}}
	root := f.parseYAML(data)
	if root == nil {
		return nil, f.problems.Err()
	}
	f.pairs(root, func(key, value *yaml.Node) {
		c.at[key.Value] = f.pos(key)
		c.set(f, key, value)
	})
	c.require(f)
	c.overlaps(f)
	f.problems.Sort()
	if err := f.problems.Err(); err != nil {
		return nil, err
	}
	return c, nil
}

// set reads the value of one key at the top of the file.
func (c *Config) set(f *yamlFile, key, value *yaml.Node) {
	switch key.Value {
	case "prefix":
		c.Prefix, _ = f.text(value, "prefix", "MGS")
		if c.Prefix != "" && !prefixForm.MatchString(c.Prefix) {
			f.fail(value, "prefix %q: want upper-case letters and digits that begin and end with a letter, such as MGS", c.Prefix)
		}
	case "digits":
		c.setDigits(f, value)
	case "separator":
		if value.Kind != yaml.ScalarNode || value.Value != "" && value.Value != "-" {
			f.fail(value, "separator %s: want \"-\", or leave the key out for codes such as MGS2008", kindOf(value))
			return
		}
		c.Separator = value.Value
	case "package":
		c.setPackage(f, value)
	case "link":
		c.Link, _ = f.text(value, "link", linkExample)
		if c.Link != "" {
			if msg := checkLink(c.Link); msg != "" {
				f.fail(value, "link %q: %s", c.Link, msg)
			}
		}
	case "ref":
		c.Ref, _ = f.text(value, "ref", "main")
		if c.Ref != "" {
			if msg := CheckRef(c.Ref); msg != "" {
				f.fail(value, "ref %q: %s", c.Ref, msg)
			}
		}
	case "families":
		c.setFamilies(f, value)
	case "headings":
		c.setHeadings(f, value)
	case "typed":
		switch value.Value {
		case "true":
		case "false":
			c.Typed = false
		default:
			f.fail(value, "typed: found %s, want true or false", kindOf(value))
		}
	default:
		f.fail(key, "unknown key %q%s (known: %s)", key.Value, didYouMean(key.Value, configKeys), strings.Join(configKeys, ", "))
	}
}

func (c *Config) setDigits(f *yamlFile, value *yaml.Node) {
	text, ok := f.text(value, "digits", "4 or 4-5")
	if !ok {
		return
	}
	m := digitsForm.FindStringSubmatch(text)
	if m == nil {
		f.fail(value, "digits %q: want how many digits a code has, 1 to 6, such as 4 or 4-5", text)
		return
	}
	c.MinDigits, _ = strconv.Atoi(m[1])
	c.MaxDigits = c.MinDigits
	if m[2] != "" {
		c.MaxDigits, _ = strconv.Atoi(m[2])
	}
	if c.MaxDigits < c.MinDigits {
		f.fail(value, "digits %q: the smaller number comes first", text)
	}
}

func (c *Config) setPackage(f *yamlFile, value *yaml.Node) {
	c.Package, _ = f.text(value, "package", "example.com/tool/internal/codes")
	if c.Package == "" {
		return
	}
	if !importPath.MatchString(c.Package) || path.Clean(c.Package) != c.Package || strings.HasPrefix(c.Package, "..") {
		f.fail(value, "package %q: want a Go import path or a package name, such as example.com/tool/internal/codes", c.Package)
		return
	}
	name := c.PackageName()
	if !packageName.MatchString(name) || isKeyword(name) {
		f.fail(value, "package %q: %q cannot be the name of a Go package: end the path with one that can, such as codes", c.Package, name)
	} else if name == "main" {
		f.fail(value, "package %q: a program cannot be imported by the code that emits: use a package of its own, such as codes", c.Package)
	}
}

func (c *Config) setHeadings(f *yamlFile, value *yaml.Node) {
	if value.Kind != yaml.SequenceNode {
		f.fail(value, "headings: found %s, want a list such as [What happened, What to do]", kindOf(value))
		return
	}
	for _, n := range value.Content {
		h, ok := f.text(n, "heading", "What to do")
		switch {
		case !ok:
		case strings.ContainsAny(h, "\r\n"):
			f.fail(n, "heading %q: want one line", h)
		case hasFold(c.Headings, h):
			f.fail(n, "heading %q stands twice: keep one", h)
		default:
			c.Headings = append(c.Headings, h)
		}
	}
}

var familyKeys = []string{"title", "numbers", "level"}

func (c *Config) setFamilies(f *yamlFile, value *yaml.Node) {
	if value.Kind != yaml.MappingNode || len(value.Content) == 0 {
		f.fail(value, "families: found %s, want folders with their titles, such as \"sandbox: {title: Sandbox, numbers: 2000-2999}\"", kindOf(value))
		return
	}
	f.pairs(value, func(key, value *yaml.Node) {
		c.at["families."+key.Value] = f.pos(key)
		fam := Family{Name: key.Value}
		if !isFamily(fam.Name) {
			f.fail(key, "family %q: want the name of a folder, of letters, digits, \".\", \"-\" and \"_\"", fam.Name)
			return
		}
		switch value.Kind {
		case yaml.MappingNode:
			f.pairs(value, func(k, v *yaml.Node) {
				c.at["families."+fam.Name+"."+k.Value] = f.pos(k)
				fam.set(f, k, v)
			})
		case yaml.ScalarNode:
			if value.Tag != "!!null" {
				fam.Title = strings.TrimSpace(value.Value)
			}
		default:
			f.fail(value, "family %s: found %s, want {title: …, numbers: …, level: …}", fam.Name, kindOf(value))
		}
		if fam.Title == "" {
			fam.Title = fam.Name
		}
		c.Families = append(c.Families, fam)
	})
}

// overlaps reports numbers that two families claim, or one family twice.
func (c *Config) overlaps(f *yamlFile) {
	type claim struct {
		Range
		family string
	}
	var claims []claim
	for _, fam := range c.Families {
		for _, r := range fam.Numbers {
			claims = append(claims, claim{r, fam.Name})
		}
	}
	if len(claims) < 2 {
		return
	}
	slices.SortStableFunc(claims, func(a, b claim) int { return cmp.Compare(a.First, b.First) })
	high := claims[0]
	for _, next := range claims[1:] {
		if next.First <= high.Last && next.family != high.family {
			a, b := high, next // the one that stands first in the file, and the other
			if at, to := c.numbersAt(a.family), c.numbersAt(b.family); at.Line > to.Line || at.Line == to.Line && at.Column > to.Column {
				a, b = b, a
			}
			f.problems.Addf(f.name, c.numbersAt(b.family), "numbers %s overlap %s of family %s (line %d): give each family numbers of its own",
				b.Range, a.Range, a.family, c.numbersAt(a.family).Line)
		}
		if next.Last > high.Last {
			high = next
		}
	}
}

func (c *Config) numbersAt(family string) page.Pos {
	return c.at["families."+family+".numbers"]
}

func (fam *Family) set(f *yamlFile, key, value *yaml.Node) {
	switch key.Value {
	case "title":
		fam.Title, _ = f.text(value, "title", "Network")
	case "numbers":
		fam.setNumbers(f, value)
	case "level":
		text, ok := f.text(value, "level", "error")
		if !ok {
			return
		}
		level, known := page.ParseLevel(text)
		if !known {
			f.fail(value, "level %q: want debug, info, warn or error", text)
			return
		}
		fam.Level = &level
	default:
		f.fail(key, "unknown key %q in family %s%s (known: %s)",
			key.Value, fam.Name, didYouMean(key.Value, familyKeys), strings.Join(familyKeys, ", "))
	}
}

// setNumbers reads "2000-2999", "2000-2999, 3500" or a list of such ranges.
func (fam *Family) setNumbers(f *yamlFile, value *yaml.Node) {
	nodes := value.Content
	if value.Kind == yaml.ScalarNode {
		nodes = []*yaml.Node{value}
	} else if value.Kind != yaml.SequenceNode {
		f.fail(value, "numbers: found %s, want a range such as 2000-2999, or a list of them", kindOf(value))
		return
	}
	for _, n := range nodes {
		text, ok := f.text(n, "numbers", "2000-2999")
		if !ok {
			continue
		}
		for part := range strings.SplitSeq(text, ",") {
			m := rangeForm.FindStringSubmatch(strings.TrimSpace(part))
			if m == nil {
				f.fail(n, "numbers %q: want a range such as 2000-2999, or a list of them", text)
				break
			}
			r := Range{}
			r.First, _ = strconv.Atoi(m[1])
			r.Last = r.First
			if m[2] != "" {
				r.Last, _ = strconv.Atoi(m[2])
			}
			if r.Last < r.First {
				f.fail(n, "numbers %q: the smaller number comes first", text)
				break
			}
			fam.Numbers = append(fam.Numbers, r)
		}
	}
}

// require reports keys without which there is no catalog.
func (c *Config) require(f *yamlFile) {
	for _, k := range []struct{ key, example string }{
		{"prefix", "prefix: MGS"},
		{"digits", "digits: 4"},
		{"package", "package: example.com/tool/internal/codes"},
		{"link", "link: " + linkExample},
		{"families", "families: {sandbox: {title: Sandbox, numbers: 2000-2999}}"},
	} {
		if _, ok := c.at[k.key]; !ok {
			f.problems.Addf(f.name, page.Pos{Line: 1, Column: 1}, "no %s: add a line such as %q", k.key, k.example)
		}
	}
	if _, ok := c.at["ref"]; !ok && strings.Contains(c.Link, "{ref}") {
		f.problems.Addf(f.name, c.at["link"], "link holds {ref} and there is no ref: add a line such as %q", "ref: main")
	}
}

// LevelName is the inverse of page.ParseLevel.
func LevelName(l slog.Level) string {
	switch l {
	case slog.LevelDebug:
		return "debug"
	case slog.LevelInfo:
		return "info"
	case slog.LevelWarn:
		return "warn"
	case slog.LevelError:
		return "error"
	}
	return fmt.Sprintf("level(%d)", int(l))
}

// String returns the range as catalog.yaml spells it.
func (r Range) String() string {
	if r.First == r.Last {
		return strconv.Itoa(r.First)
	}
	return strconv.Itoa(r.First) + "-" + strconv.Itoa(r.Last)
}
