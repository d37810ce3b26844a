package export

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/internal/catalog"
	"github.com/egladman/magus/internal/text"
)

// man writes a section for a manual page, to be included with .so or pasted.
func man(b *bytes.Buffer, c *diag.Catalog) {
	b.WriteString(".SH \"DIAGNOSTIC CODES\"\n")
	for _, f := range families(c) {
		first := true
		for _, d := range c.Codes {
			if d.Family != f.Name {
				continue
			}
			if first {
				fmt.Fprintf(b, ".SS \"%s\"\n", strings.ReplaceAll(roff(f.Title), `"`, `\(dq`))
				first = false
			}
			manCode(b, d)
		}
	}
}

func manCode(b *bytes.Buffer, d *diag.Descriptor) {
	title := ""
	if t := text.Clause(oneLine(d.Title)); t != "" {
		title = line(roff(t)) + " "
	}
	fmt.Fprintf(b, ".TP\n.B %s\n%s(%s", roff(d.Code), title, catalog.LevelName(d.Level))
	if d.Status != diag.Active {
		b.WriteString(", " + d.Status.String())
	}
	if d.Exit != 0 {
		b.WriteString(", exit status " + strconv.Itoa(d.Exit))
	}
	b.WriteString(").\n")
	for _, s := range []string{d.Description, d.Reason, d.Hint} {
		if s = oneLine(s); s != "" {
			fmt.Fprintf(b, ".br\n%s\n", line(roff(s)))
		}
	}
	if d.URL != "" {
		fmt.Fprintf(b, ".br\n%s\n", line(roff(d.URL)))
	}
}

// roff spells text so that the formatter prints it as it is.
func roff(s string) string {
	var b strings.Builder
	for _, r := range visible(oneLine(s)) {
		switch {
		case r == '\\':
			b.WriteString(`\(rs`)
		case r == '-':
			b.WriteString(`\-`)
		case r == '\'':
			b.WriteString(`\(aq`)
		case r == '`':
			b.WriteString(`\(ga`)
		case r == '^':
			b.WriteString(`\(ha`)
		case r == '~':
			b.WriteString(`\(ti`)
		case r > '~':
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// line keeps text that starts with a dot from being a request.
func line(s string) string {
	if strings.HasPrefix(s, ".") {
		return `\&` + s
	}
	return s
}
