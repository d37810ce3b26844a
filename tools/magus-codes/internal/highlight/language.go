package highlight

import "strings"

// A language is what the scanner has to know of one.
type language struct {
	line     []string // starts of a comment that ends with the line
	block    [2]string
	quotes   string // strings with escapes that end with the line
	raw      string // strings without escapes that may span lines
	keywords string // separated by spaces, with one at each end
	keys     string // bytes that, after a word or string, make it a key
	vars     bool   // $name and ${name}
	prompt   bool   // a line's leading "$ " or "# " or "> " is a prompt
}

const (
	cLike  = " break case catch class const continue default do else enum export extends finally for from function if import in interface let new null return static super switch this throw true false try type typeof undefined var void while async await yield of as "
	shells = " if then else elif fi for in do done while until case esac function return export local set unset exit trap source sudo "
)

var languages = func() map[string]*language {
	sh := &language{line: []string{"#"}, quotes: `"`, raw: `'`, keywords: shells, vars: true}
	session := *sh
	session.prompt = true
	yaml := &language{line: []string{"#"}, quotes: `"`, raw: `'`, keywords: " true false null ", keys: ":"}
	js := &language{line: []string{"//"}, block: [2]string{"/*", "*/"}, quotes: `"'`, raw: "`", keywords: cLike}
	golang := &language{line: []string{"//"}, block: [2]string{"/*", "*/"}, quotes: `"'`, raw: "`",
		keywords: " break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var true false nil iota any bool byte error float64 int int64 rune string uint uint64 "}
	rust := &language{line: []string{"//"}, block: [2]string{"/*", "*/"}, quotes: `"`,
		keywords: " as async await break const continue crate else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while "}
	c := &language{line: []string{"//"}, block: [2]string{"/*", "*/"}, quotes: `"'`,
		keywords: " auto break case char const continue default do double else enum extern float for goto if inline int long register return short signed sizeof static struct switch typedef union unsigned void volatile while class namespace public private protected template this true false nullptr bool "}
	py := &language{line: []string{"#"}, quotes: `"'`,
		keywords: " and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield None True False self "}
	toml := &language{line: []string{"#", ";"}, quotes: `"`, raw: `'`, keywords: " true false ", keys: "="}
	json := &language{line: []string{"//"}, quotes: `"`, keywords: " true false null ", keys: ":"}
	docker := &language{line: []string{"#"}, quotes: `"`, raw: `'`, vars: true,
		keywords: " FROM RUN CMD LABEL EXPOSE ENV ADD COPY ENTRYPOINT VOLUME USER WORKDIR ARG ONBUILD STOPSIGNAL HEALTHCHECK SHELL AS "}
	sql := &language{line: []string{"--"}, block: [2]string{"/*", "*/"}, raw: `'"`,
		keywords: " SELECT FROM WHERE INSERT INTO VALUES UPDATE SET DELETE CREATE TABLE ALTER DROP JOIN LEFT RIGHT INNER ON AND OR NOT NULL AS ORDER BY GROUP LIMIT select from where insert into values update set delete create table alter drop join left right inner on and or not null as order by group limit "}
	return map[string]*language{
		"sh": sh, "bash": sh, "shell": sh, "zsh": sh, "fish": sh, "make": sh, "makefile": sh,
		"console": &session, "shell-session": &session, "sh-session": &session,
		"yaml": yaml, "yml": yaml, "json": json, "jsonc": json, "toml": toml, "ini": toml,
		"js": js, "javascript": js, "ts": js, "typescript": js, "buzz": js, "java": js,
		"go": golang, "golang": golang, "rust": rust, "rs": rust, "c": c, "cpp": c, "c++": c, "h": c,
		"py": py, "python": py, "dockerfile": docker, "docker": docker, "sql": sql,
	}
}()

func (l *language) scan(w *writer, s string) {
	start, i := 0, 0
	mark := func(class string, end int) {
		w.plain(s[start:i])
		w.span(class, s[i:end])
		start, i = end, end
	}
	for i < len(s) {
		switch c := s[i]; {
		case l.prompt && (c == '$' || c == '#' || c == '>') && lineStart(s, i) && strings.HasPrefix(s[i+1:], " "):
			mark("p", i+1)
		case l.comment(s, i) > 0:
			mark("c", l.comment(s, i))
		case strings.IndexByte(l.quotes, c) >= 0:
			end := quoted(s, i, c, true)
			mark(l.keyOr("s", s, end), end)
		case strings.IndexByte(l.raw, c) >= 0:
			end := len(s)
			if n := strings.IndexByte(s[i+1:], c); n >= 0 {
				end = i + n + 2
			}
			mark(l.keyOr("s", s, end), end)
		case l.vars && c == '$' && variable(s, i) > i+1:
			mark("v", variable(s, i))
		case isWord(c):
			end := i + 1
			for end < len(s) && (isWord(s[end]) || l.keys != "" && (s[end] == '-' || s[end] == '.')) {
				end++
			}
			word := s[i:end]
			switch {
			case l.keyOr("", s, end) != "":
				mark("a", end)
			case l.keywords != "" && strings.Contains(l.keywords, " "+word+" "):
				mark("k", end)
			case c >= '0' && c <= '9':
				mark("n", end)
			default:
				i = end
			}
		default:
			i++
		}
	}
	w.plain(s[start:])
}

// comment returns the end of the comment that starts at i, or 0.
func (l *language) comment(s string, i int) int {
	for _, start := range l.line {
		if strings.HasPrefix(s[i:], start) && (start[0] == '/' || i == 0 || s[i-1] == ' ' || s[i-1] == '\t' || s[i-1] == '\n') {
			if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
				return i + n
			}
			return len(s)
		}
	}
	if l.block[0] != "" && strings.HasPrefix(s[i:], l.block[0]) {
		if n := strings.Index(s[i+2:], l.block[1]); n >= 0 {
			return i + 2 + n + len(l.block[1])
		}
		return len(s)
	}
	return 0
}

// keyOr is "a" when what ends at end is followed by a sign of a key.
func (l *language) keyOr(class, s string, end int) string {
	if l.keys == "" {
		return class
	}
	rest := strings.TrimLeft(s[end:], " ")
	if rest != "" && strings.IndexByte(l.keys, rest[0]) >= 0 && (len(rest) == 1 || rest[0] == '=' || strings.IndexByte(" \n\t[{\"", rest[1]) >= 0) {
		return "a"
	}
	return class
}

func lineStart(s string, i int) bool { return i == 0 || s[i-1] == '\n' }

// longestName bounds what is taken for the name of a variable, in bytes.
const longestName = 256

// variable returns the end of the variable whose $ is at i.
func variable(s string, i int) int {
	j := i + 1
	if j < len(s) && s[j] == '{' {
		near := s[j:min(len(s), j+longestName)] // or a page full of ${ would be read again and again
		if n := strings.IndexAny(near, "}\n"); n > 0 && s[j+n] == '}' {
			return j + n + 1
		}
		return i
	}
	for j < len(s) && isWord(s[j]) && s[j] < 0x80 {
		j++
	}
	return j
}
