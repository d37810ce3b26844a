package catalog

import (
	"net/url"
	"regexp"
	"strings"

	"go/token"
)

const linkExample = "https://example.com/errors/{code}/"

// uriChars are those that RFC 3986 has in an address.
var uriChars = regexp.MustCompile("^(?:[A-Za-z0-9._~:/?#@!$&'()*+,;=-]|\\[|\\]|%[0-9A-Fa-f]{2})+$")

var place = regexp.MustCompile(`\{[^{}]*\}`)

// checkLink returns what is wrong with a link template, or "".
func checkLink(link string) string {
	unique := false
	for _, p := range place.FindAllString(link, -1) {
		switch p {
		case "{code}":
			unique = true
		case "{ref}", "{family}", "{name}":
		default:
			return "unknown place " + p + ": known are {ref}, {family}, {code} and {name}"
		}
	}
	bare := place.ReplaceAllString(link, "x")
	if strings.ContainsAny(bare, "{}") {
		return "a brace without its partner: places are {ref}, {family}, {code} and {name}"
	}
	u, err := url.Parse(bare)
	if err != nil || !uriChars.MatchString(bare) || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.String() != bare {
		return "want an absolute address that starts with https:// and holds no spaces, quotes or other characters that an address must escape, such as " + linkExample
	}
	if !unique {
		return "without {code} all codes would have one address: put {code} into it, as in " + linkExample
	}
	return ""
}

// refForm matches segments of a path of which the first does not begin with "-":
// git has no other names, and an address with an empty segment leads nowhere.
var refForm = regexp.MustCompile(`^[A-Za-z0-9._~+@][A-Za-z0-9._~+@-]*(/[A-Za-z0-9._~+@-]+)*$`)

// CheckRef returns what is wrong with a value for {ref}, or "".
func CheckRef(ref string) string {
	if !refForm.MatchString(ref) || strings.Contains(ref, "..") {
		return "want the name of a branch, tag or commit, such as main or v1.2.0"
	}
	return ""
}

// URL returns the address of a page. A name is only needed where the link
// template has a place for it.
func (c *Config) URL(family, code, name string) string {
	link := make([]byte, 0, len(c.Link)+len(c.Ref)+len(family)+len(code)+len(name))
	rest := c.Link
	for {
		text, after, found := strings.Cut(rest, "{")
		link = append(link, text...)
		if !found {
			return string(link)
		}
		key, after, _ := strings.Cut(after, "}") // checkLink lets no lone brace through
		switch key {
		case "ref":
			link = append(link, c.Ref...) // CheckRef lets nothing through that needs escaping
		case "family":
			link = append(link, url.PathEscape(family)...)
		case "code":
			link = append(link, url.PathEscape(code)...)
		case "name":
			link = append(link, url.PathEscape(name)...)
		}
		rest = after
	}
}

func isKeyword(s string) bool {
	return token.IsKeyword(s)
}
