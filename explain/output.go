package explain

import (
	"os"
	"strconv"
	"strings"

	"github.com/egladman/magus/internal/termmd"
	"github.com/egladman/magus/internal/text"
	"github.com/egladman/magus/internal/tty"
)

// printable shows text from outside on one line of a terminal or log.
func printable(s string) string { return text.Visible(s) }

// look is how output is laid out, settled once a run.
type look struct {
	width int // for prose
	wide  int // for tables and lists
	rows  int // of the terminal, also of one that does not know; 0 when output goes elsewhere
	color bool
	links bool
	ascii bool
	pager []string // command line, nil for none
}

const (
	proseWidth   = 100 // longer lines are hard to read
	defaultWidth = 80
	defaultRows  = 24
)

// look settles the layout. Nothing is written to the terminal for it.
func (a *app) look() (look, error) {
	var l look
	l.ascii = !tty.UTF8(a.Getenv)
	want, err := a.wantedWidth()
	if err != nil {
		return l, err
	}
	if !tty.IsTerminal(a.stdout) {
		l.width = want
		if l.width == 0 {
			l.width = a.columns()
		}
		l.wide = l.width
	} else {
		if l.wide, l.rows = a.screen(); l.rows == 0 {
			l.rows = defaultRows
		}
		l.width = want
		if l.width == 0 {
			l.width = min(l.wide, proseWidth)
		}
		l.wide = max(l.wide, l.width)
		l.pager = a.pager()
	}
	if a.format != "plain" {
		l.color = tty.Color(a.color, a.stdout, a.Getenv)
		l.links = tty.Hyperlinks(a.hyperlinks, a.stdout, a.Getenv)
	}
	if l.pager != nil {
		a.settlePager(&l)
	}
	return l, nil
}

// wantedWidth reads <prefix>_WIDTH; 0 is unset.
func (a *app) wantedWidth() (int, error) {
	name := a.EnvPrefix + "_WIDTH"
	v := a.Getenv(name)
	if v == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 {
		return 0, usagef("%s=%q: want a number of columns, such as 100", name, v)
	}
	return n, nil
}

// columns reads COLUMNS, which shells export now and then.
func (a *app) columns() int {
	if n, err := strconv.Atoi(a.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	return defaultWidth
}

// screen returns the size of the terminal: standard output is asked first,
// then what else leads to it.
func (a *app) screen() (cols, rows int) {
	files := []*os.File{a.stdout}
	if f, ok := a.Stderr.(*os.File); ok {
		files = append(files, f)
	}
	for _, f := range files {
		if cols, rows = tty.Size(f); cols > 0 {
			return cols, rows
		}
	}
	if f, err := os.Open("/dev/tty"); err == nil {
		defer f.Close()
		if cols, rows = tty.Size(f); cols > 0 {
			return cols, rows
		}
	}
	return a.columns(), 0
}

// markdown lays out md.
func (a *app) markdown(dst, md []byte, l look) []byte {
	return termmd.Render(dst, md, termmd.Options{
		Width:      l.width,
		WideWidth:  l.wide,
		Color:      l.color,
		Hyperlinks: l.links,
		ASCII:      l.ascii,
		LinkText:   a.linkText,
	})
}

// linkText tells the command that shows the page to which a link of a page
// leads, when it leads to one: a file beside it, or an address on the site of
// the catalog's own pages.
func (a *app) linkText(target string) (string, bool) {
	hits, _ := a.address(target)
	if len(hits) != 1 || !strings.Contains(target, hits[0].d.Code) {
		return "", false
	}
	if strings.Contains(target, "://") && site(target) != site(hits[0].d.URL) {
		return "", false
	}
	return a.Name + " " + hits[0].d.Code, true
}

// site is a URL up to its path.
func site(url string) string {
	scheme, rest, _ := strings.Cut(url, "://")
	host, _, _ := strings.Cut(rest, "/")
	return strings.ToLower(scheme + "://" + host)
}
