package envguard

import "strings"

// model is the semantics written down a second time, slow and plain, for
// fuzzing to compare with.
type model struct {
	Config
	windows bool
}

type modelResult struct {
	env, refused, dropped        []string
	withheld                     []string
	malformed, stripped, nulFrom int // nulFrom is the override with a NUL byte, -1 for none
}

func (m model) run(base, overrides []string) modelResult {
	r := modelResult{env: []string{}, nulFrom: -1}
	present := make(map[string]bool)
	names := append([]string{DaemonSocket, DaemonAddress}, m.Withhold...)
	for _, e := range base {
		name, has, lead := parts(e)
		switch {
		case m.find(names, name) != "":
			present[m.find(names, name)] = true
		case lead > 0:
			switch {
			case !m.windows || lead > 1 || !has || strings.Contains(e, "\x00"):
				r.malformed++
			case m.Mode == Rebuild:
				r.stripped++
			default:
				r.env = append(r.env, e)
			}
		case has && m.find(m.selfNames(), name) != "":
		case !has || strings.Contains(e, "\x00"):
			r.malformed++
		case m.Mode == Rebuild && (!m.allows(name) || m.denies(name)):
			r.stripped++
		default:
			r.env = append(r.env, e)
		}
	}
	r.env = append(r.env, m.Self...)
	for i, e := range overrides {
		name, has, lead := parts(e)
		own := m.find(m.selfNames(), name)
		switch {
		case m.find(names, name) != "":
			r.refused = append(r.refused, strings.Repeat("=", lead)+name)
		case !has || lead > 0:
			r.malformed++
		case strings.Contains(e, "\x00"):
			r.nulFrom = i
			return r
		case own != "" && m.find(m.Overridable, own) == "":
			r.dropped = append(r.dropped, name)
		default:
			r.env = append(r.env, e)
		}
	}
	for _, n := range names {
		if present[n] {
			r.withheld = append(r.withheld, n)
		}
	}
	return r
}

// parts takes the equals signs in front off an entry.
func parts(e string) (name string, hasEquals bool, lead int) {
	rest := strings.TrimLeft(e, "=")
	name, _, hasEquals = strings.Cut(rest, "=")
	return name, hasEquals, len(e) - len(rest)
}

func (m model) selfNames() []string {
	var names []string
	for _, e := range m.Self {
		name, _, _ := strings.Cut(e, "=")
		names = append(names, name)
	}
	return names
}

func (m model) find(names []string, name string) string {
	for _, n := range names {
		if n == name || m.windows && strings.EqualFold(n, name) {
			return n
		}
	}
	return ""
}

func (m model) allows(name string) bool {
	list := append(append([]string{}, baseAllow...), m.Allow...)
	if m.windows {
		list = append(list, windowsAllow...)
		name = lowerASCII(name)
	}
	for _, p := range list {
		if m.windows {
			p = lowerASCII(p)
		}
		if prefix, ok := strings.CutSuffix(p, "*"); ok && strings.HasPrefix(name, prefix) || p == name {
			return true
		}
	}
	return false
}

func (m model) denies(name string) bool {
	for _, p := range m.Deny {
		prefix, ok := strings.CutSuffix(p, "*")
		if !ok && m.find([]string{p}, name) != "" {
			return true
		}
		for i := range len(name) + 1 {
			if ok && m.find([]string{prefix}, name[:i]) != "" {
				return true
			}
		}
	}
	return false
}

func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}
