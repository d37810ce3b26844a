package diag

import (
	"io"
	"log/slog"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/egladman/magus/internal/text"
)

// ExitStatus returns the exit status of a run that ends with err: 0 for nil,
// else what the outermost code that declares an exit status declares, else 1.
func ExitStatus(err error) int {
	if err == nil {
		return 0
	}
	for c := range Codes(err) {
		if d := safely(c); d != nil && d.Exit >= 1 && d.Exit <= 125 {
			return d.Exit
		}
	}
	return 1
}

// Report writes err for people and returns its exit status, so that a main
// can end with os.Exit(diag.Report(os.Stderr, run())). Every error of the chain
// stands on a line of its own, each text once, with its fields, and with the
// link and the hint of its code where that code stands first:
//
//	[MGS2010] workspace /w is not declared to this daemon (see https://…)
//	  hint: restart the daemon
//	caused by: open /w: no such file or directory
//
// A code that was returned as it is stands with its title.
// The code is coloured when w is a terminal. A nil err writes nothing. After
// 100,000 errors, or 1,000 each of which wraps the next, the rest is left out,
// and a line says so.
func Report(w io.Writer, err error) int {
	if err == nil {
		return 0
	}
	r := reporter{style: styleOf(w, ColorAuto, os.Getenv), left: maxErrors}
	r.print(err, "")
	_, _ = w.Write(r.buf) // there is no one left to tell
	return ExitStatus(err)
}

// maxChain is how deep a report follows errors that wrap each other.
const maxChain = 1000

type reporter struct {
	buf   []byte
	style style
	left  int                  // errors that may still be shown
	depth int                  // of the chain that print is inside of
	path  []error              // pointers in that chain
	shown map[*Descriptor]bool // codes whose link and hint stand already
}

// print appends err and what it wraps.
func (r *reporter) print(err error, lead string) {
	if err == nil || r.full() {
		return
	}
	r.depth++
	defer func() { r.depth-- }()
	if r.depth > maxChain {
		r.more()
		return
	}
	if reflect.TypeOf(err).Kind() == reflect.Pointer {
		if slices.Contains(r.path, err) {
			return
		}
		r.path = append(r.path, err)
		defer func() { r.path = r.path[:len(r.path)-1] }()
	}
	one, many := unwrap(err)
	if one != nil && reflect.TypeOf(one).Kind() == reflect.Pointer && slices.Contains(r.path, one) {
		one = nil
	}
	if e, ok := err.(*codedError); ok && e.cause != nil && one != nil {
		if _, m := unwrap(one); m != nil && e.holds { // Errorf with several %w
			one, many = nil, m
		}
	}
	full := linkless(err)
	own, held := full, false // held: own holds the texts of what err wraps
	switch {
	case one != nil:
		cause := linkless(one)
		if visible := text.Visible(cause); strings.HasSuffix(full, ": "+visible) {
			cause = visible
		}
		if own, held = strings.CutSuffix(full, ": "+cause); held {
			held = false
		} else {
			held = strings.Contains(full, cause)
			if full == cause && r.left > 0 && r.depth < maxChain { // says nothing of its own
				r.print(one, lead)
				return
			}
		}
	case len(many) > 0:
		if full == joined(many) {
			for _, e := range many {
				r.print(e, lead)
			}
			return
		}
		held = true
	}
	r.line(err, own, lead)
	r.rest(one, many, held)
}

// full counts one more error and reports whether it is too many.
func (r *reporter) full() bool {
	if r.left--; r.left == -1 {
		r.more()
	}
	return r.left < 0
}

func (r *reporter) more() { r.buf = append(r.buf, "more errors are not shown\n"...) }

func joined(errs []error) string {
	var texts []string
	for _, e := range errs {
		if e != nil {
			texts = append(texts, linkless(e))
		}
	}
	return strings.Join(texts, "\n")
}

// line appends one error, with link, fields and hint.
func (r *reporter) line(err error, own, lead string) {
	r.buf = append(r.buf, lead...)
	e, _ := err.(*codedError)
	d := describe(err)
	switch {
	case e != nil:
		head := string(appendBracket(nil, e.id()))
		r.code(head, e.level(), d)
		own = strings.TrimPrefix(own, head)
		r.buf = append(r.buf, own...)
	case d != nil: // a code that is returned as it is: its text, the code alone, tells people too little
		r.code(string(appendBracket(nil, d.Code)), d.Level, d)
		r.buf = append(r.buf, ' ')
		r.buf = appendMessage(r.buf, d.Title)
	default:
		r.buf = text.AppendVisible(r.buf, own)
	}
	first := r.first(d)
	if first {
		r.link(d)
	}
	r.buf = append(r.buf, '\n')
	if e != nil {
		n := len(r.buf)
		if r.buf = e.appendFields(r.buf, false); len(r.buf) > n {
			r.buf = append(r.buf, '\n')
		}
	}
	if first {
		r.hint(d)
	}
}

// first reports whether a code stands for the first time.
func (r *reporter) first(d *Descriptor) bool {
	if d == nil || r.shown[d] {
		return false
	}
	if r.shown == nil {
		r.shown = map[*Descriptor]bool{}
	}
	r.shown[d] = true
	return true
}

func (r *reporter) code(head string, l slog.Level, d *Descriptor) {
	url := ""
	if d != nil {
		url = cleanURL(d.URL)
	}
	r.buf = r.style.appendCode(r.buf, head, l, url)
}

func (r *reporter) link(d *Descriptor) { r.buf = appendLink(r.buf, d) }

func (r *reporter) hint(d *Descriptor) {
	if d.Hint == "" {
		return
	}
	r.buf = append(r.buf, "  hint: "...)
	r.buf = text.AppendVisible(r.buf, d.Hint)
	r.buf = append(r.buf, '\n')
}

// rest appends what an error wraps. Texts that are held in the line above are
// not repeated: of them only the links and hints of their codes follow.
func (r *reporter) rest(one error, many []error, held bool) {
	if one != nil {
		many = []error{one}
	}
	for _, e := range many {
		if !held {
			r.print(e, "caused by: ")
			continue
		}
		for c := range tree(e) {
			d := describe(c)
			if !r.first(d) {
				continue
			}
			if r.full() {
				return
			}
			level := d.Level
			if coded, ok := c.(*codedError); ok {
				level = coded.level()
			}
			r.buf = append(r.buf, "caused by: "...)
			r.code(string(appendBracket(nil, d.Code)), level, d)
			r.link(d)
			r.buf = append(r.buf, '\n')
			r.hint(d)
		}
	}
}

// describe returns the descriptor of the code that err itself carries.
func describe(err error) *Descriptor {
	switch e := err.(type) {
	case *codedError:
		return e.d
	case Code:
		return safely(e)
	}
	return nil
}
