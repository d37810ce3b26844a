package explain

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/internal/termmd"
	"github.com/egladman/magus/internal/text"
)

// runCodes shows what the words mean.
func (a *app) runCodes(words []string) error {
	for _, w := range words {
		if strings.TrimSpace(w) == "" {
			return usagef("an argument is empty; want a code such as %s", a.example())
		}
	}
	f := a.find(words)
	if len(f.hits) > 0 && len(f.ignored) > 0 {
		a.hint("only codes count in a pasted line; ignored: %s", printable(strings.Join(f.ignored, " ")))
	}
	if err := a.show(f.hits); err != nil {
		return err
	}
	return a.reportMissing(f)
}

// example returns some code of the first catalog.
func (a *app) example() string {
	for i := range a.Sources {
		if codes := a.Sources[i].Catalog.Codes; len(codes) > 0 {
			return codes[0].Code
		}
	}
	return "ABC1234"
}

// show prints pages in the form asked for.
func (a *app) show(hits []hit) error {
	switch {
	case a.open:
		return a.openPages(hits)
	case len(hits) == 0 && a.format != "json":
		return nil
	case a.url:
		return a.printURLs(hits)
	case a.format == "json":
		return a.showJSON(hits)
	case a.format == "md":
		return a.showSource(hits)
	}
	l, err := a.look()
	if err != nil {
		return err
	}
	var out []byte
	for i, h := range hits {
		if i > 0 {
			out = append(out, '\n')
		}
		if out, err = a.page(out, h, l); err != nil {
			return err
		}
	}
	return a.deliver(out, l)
}

// page appends one page: what became of the code, header, text, address.
func (a *app) page(out []byte, h hit, l look) ([]byte, error) {
	for _, line := range a.news(h) {
		out = appendLines(out, termmd.Wrap(line, l.width), l, yellow)
	}
	if len(a.news(h)) > 0 {
		out = append(out, '\n')
	}
	d := h.d
	title := d.Code
	if d.Title != "" {
		title += ": " + printable(d.Title)
	}
	out = appendLines(out, termmd.Wrap(title, l.width), l, bold)
	out = appendLines(out, termmd.Wrap(facts(d, l), l.width), l, dim)

	src, err := readPage(h.src, d)
	switch {
	case errors.Is(err, errNoPage):
		src = nil
		if d.Description != "" {
			out = append(out, '\n')
			out = appendLines(out, termmd.Wrap(printable(d.Description), l.width), l)
		}
		out = append(out, '\n')
		out = appendLines(out, termmd.Wrap("This program was built without the page of this code.", l.width), l)
	case err != nil:
		return nil, err
	}
	if md := withoutTitle(body(src), d); len(bytes.TrimSpace(md)) > 0 {
		out = append(out, '\n')
		out = a.markdown(out, md, l)
	}
	if d.URL != "" {
		out = append(out, '\n')
		out = append(out, a.linked(printable(d.URL), l)...)
		out = append(out, '\n')
	}
	return out, nil
}

// linked makes an address a hyperlink of itself.
func (a *app) linked(url string, l look) string {
	if !l.links || !isHTTPS(url) {
		return url
	}
	return "\x1b]8;;" + url + "\x1b\\" + url + "\x1b]8;;\x1b\\"
}

func appendLines(out []byte, lines []string, l look, style ...string) []byte {
	for _, line := range lines {
		out = append(out, l.styled(line, style...)...)
		out = append(out, '\n')
	}
	return out
}

// facts is the line under the title: name, level, family, since.
func facts(d *diag.Descriptor, l look) string {
	parts := []string{}
	if d.Name != "" {
		parts = append(parts, printable(d.Name))
	}
	lv := levelName(d.Level)
	if most := d.MaxLevel(); most > d.Level {
		lv += " to " + levelName(most)
	}
	parts = append(parts, lv)
	if d.Family != "" {
		parts = append(parts, printable(d.Family))
	}
	if d.Since != "" {
		parts = append(parts, "since "+printable(d.Since))
	}
	if d.Status != diag.Active {
		parts = append(parts, d.Status.String())
	}
	if d.Draft {
		parts = append(parts, "draft")
	}
	sep := " · "
	if l.ascii {
		sep = " - "
	}
	return strings.Join(parts, sep)
}

// news tells what a reader must know before the page: that the code was
// found under an old name, and that it is on its way out or gone.
func (a *app) news(h hit) []string {
	d := h.d
	var lines []string
	if h.alias != "" {
		lines = append(lines, fmt.Sprintf("%s is now %s.", printable(h.alias), d.Code))
	}
	if h.fit != nil {
		lines = append(lines, "The text is "+h.fit.describe(d)+".")
	}
	if d.Status == diag.Active {
		return lines
	}
	line := d.Code + " is " + d.Status.String()
	if d.StatusSince != "" {
		line = d.Code + " has been " + d.Status.String() + " since " + printable(d.StatusSince)
	}
	if d.Reason != "" {
		line += ": " + printable(d.Reason)
	}
	lines = append(lines, text.Sentence(line))
	switch {
	case len(d.ReplacedBy) > 0:
		lines = append(lines, "Replaced by "+a.described(d.ReplacedBy)+".")
	case d.Status == diag.Retired:
		lines = append(lines, "Nothing replaces it.")
	}
	return lines
}

// described lists codes with their titles.
func (a *app) described(codes []string) string {
	var parts []string
	for _, c := range codes {
		part := printable(c)
		if hits := a.lookup(c); len(hits) == 1 && hits[0].d.Title != "" {
			part += " (" + printable(hits[0].d.Title) + ")"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// showSource prints pages as they were written. On a terminal the escapes of
// a hostile page are shown; a pipe gets the bytes.
func (a *app) showSource(hits []hit) error {
	l, err := a.look()
	if err != nil {
		return err
	}
	var out []byte
	for i, h := range hits {
		page, err := readPage(h.src, h.d)
		if errors.Is(err, errNoPage) {
			return fmt.Errorf("this program was built without the page of %s; see %s", h.d.Code, h.d.URL)
		}
		if err != nil {
			return err
		}
		if i > 0 {
			out = append(out, '\n')
		}
		out = append(out, page...)
		if len(page) > 0 && page[len(page)-1] != '\n' {
			out = append(out, '\n')
		}
	}
	if l.rows > 0 {
		out = harmless(out)
	}
	return a.deliver(out, l)
}

// harmless escapes what could drive a terminal, but for line ends and tabs.
func harmless(b []byte) []byte {
	var out []byte
	for line := range bytes.Lines(b) {
		for i, cell := range bytes.Split(bytes.TrimRight(line, "\r\n"), []byte("\t")) {
			if i > 0 {
				out = append(out, '\t')
			}
			out = append(out, printable(string(cell))...)
		}
		out = append(out, '\n')
	}
	return out
}

func (a *app) printURLs(hits []hit) error {
	var out []byte
	for _, h := range hits {
		if h.d.URL == "" {
			return nonef("%s has no address: its catalog gives no link", h.d.Code)
		}
		out = append(append(out, printable(h.d.URL)...), '\n')
	}
	return a.print(out)
}
