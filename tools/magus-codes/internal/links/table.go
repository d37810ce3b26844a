package links

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/egladman/magus/diag"
)

// An Address is where the page of a code is.
type Address struct {
	Code string `json:"code"`
	URL  string `json:"url"`
}

// Table returns the address of every code. With a base, the addresses are
// those of a site built there, which depend on the code alone; without one, those
// that the program prints.
func Table(c *diag.Catalog, base string) ([]Address, error) {
	b, err := parseBase(base)
	if err != nil {
		return nil, err
	}
	all := make([]Address, len(c.Codes))
	for i, d := range c.Codes {
		all[i] = Address{d.Code, at(d, b)}
	}
	return all, nil
}

func at(d *diag.Descriptor, base *url.URL) string {
	if base == nil {
		return d.URL
	}
	return base.JoinPath(d.Code).String() + "/"
}

func parseBase(base string) (*url.URL, error) {
	if base == "" {
		return nil, nil
	}
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("base %q: want an absolute http or https URL without user, query and fragment, such as https://example.org/codes/", base)
	}
	return u, nil
}

// A Redirect leads readers of an old address to the present one.
type Redirect struct {
	From string `json:"from"` // a path, or an address on another host
	To   string `json:"to"`
}

// Redirects returns what leads from old addresses to those of Table: from
// aliases, from other spellings of a permalink, from the addresses that the
// program prints, and from those of older versions of the catalog.
func Redirects(c *diag.Catalog, base string, older []map[string]string) ([]Redirect, error) {
	b, err := parseBase(base)
	if err != nil {
		return nil, err
	}
	r := &redirects{base: b, taken: map[string]bool{}}
	byCode := map[string]*diag.Descriptor{}
	for _, d := range c.Codes {
		r.taken[r.from(at(d, b))] = true
		byCode[d.Code] = d
		for _, a := range d.Aliases {
			byCode[a] = cmp.Or(byCode[a], d)
		}
	}
	for _, d := range c.Codes {
		to := at(d, b)
		for _, a := range d.Aliases {
			if a == "." || a == ".." { // would lead from a folder, as that of the index
				continue
			}
			r.add(template(c, d, a), to)
			if b != nil {
				r.add(b.JoinPath(url.PathEscape(a)).String()+"/", to)
			}
		}
		if b != nil {
			r.add(d.URL, to)
			r.add(b.JoinPath(strings.ToLower(d.Code)).String()+"/", to)
			r.add(b.JoinPath(d.Family, d.Code).String()+"/", to)
		}
	}
	for _, old := range older {
		for _, code := range sortedKeys(old) {
			if d := byCode[code]; d != nil {
				r.add(old[code], at(d, b))
			}
		}
	}
	return r.all, nil
}

// template is the address that a code printed when it was called alias.
func template(c *diag.Catalog, d *diag.Descriptor, alias string) string {
	return strings.NewReplacer("{ref}", c.Ref, "{family}", url.PathEscape(d.Family), "{code}", url.PathEscape(alias),
		"{name}", url.PathEscape(alias)).Replace(c.Link)
}

type redirects struct {
	base  *url.URL
	taken map[string]bool
	all   []Redirect
}

// add notes a redirect unless something has the address already: a page, or an
// earlier redirect.
func (r *redirects) add(from, to string) {
	f := r.from(from)
	if f == "" || from == to || r.taken[f] {
		return
	}
	r.taken[f] = true
	r.all = append(r.all, Redirect{f, r.from(to)})
}

// from is the path of an address on the host that will answer, else the whole
// address.
func (r *redirects) from(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || strings.ContainsAny(address, " \t\r\n") {
		return ""
	}
	if r.base != nil && u.Host == r.base.Host || r.base == nil {
		if p := u.EscapedPath(); p != "" {
			return p
		}
		return "/"
	}
	return address
}

func sortedKeys(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
