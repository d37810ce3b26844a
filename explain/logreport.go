package explain

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/egladman/magus/diag"
)

// A spot is a line of a log.
type spot struct {
	file string
	line int64
}

func (p spot) String() string { return fmt.Sprintf("%s:%d", p.file, p.line) }

// markdown is the spot for people.
func (p spot) markdown() string {
	if p.file == "-" {
		return fmt.Sprintf("line %d of standard input", p.line)
	}
	return codeSpan(p.String())
}

// A logEntry is what the logs say about one code.
type logEntry struct {
	code        string
	known       *logCode // nil for an unknown code of a known prefix
	catalog     *diag.Catalog
	count       int64
	first, last spot
	level       slog.Level
	values      []fieldValues
}

// runLog reports the codes in the logs that --log names.
func (a *app) runLog() error {
	s := newLogScan(a.Sources)
	t := &logTotals{scan: s, known: make([]logEntry, len(s.codes)), unknown: map[string]*logEntry{}}
	var failed []string // logs that could be read in part
	for _, name := range a.logs {
		r, done, err := a.openLog(name)
		if err != nil {
			return err
		}
		t.file, t.line = name, 1
		err = s.readBlocks(r, t.merge)
		done()
		if err != nil {
			failed = append(failed, fmt.Sprintf("--log %s: %v; the report ends there", name, plainError(err)))
		}
	}
	entries := t.entries()
	if err := a.printLog(entries); err != nil {
		return err
	}
	if len(failed) > 0 {
		return errors.New(strings.Join(failed, "; "))
	}
	if a.failOn != nil {
		for _, e := range entries {
			if e.level >= *a.failOn {
				return status{code: exitNone}
			}
		}
	}
	return nil
}

// logTotals adds up the results of blocks in the order of the logs.
type logTotals struct {
	scan    *logScan
	known   []logEntry
	unknown map[string]*logEntry
	file    string
	line    int64 // on which the next block begins
}

func (t *logTotals) merge(b *blockResult) {
	for i := range b.known {
		if r := &b.known[i]; r.count > 0 {
			e := &t.known[i]
			if e.count == 0 {
				e.level = noLevel
			}
			t.add(e, r)
			c := t.scan.codes[i]
			if c.complete(e) {
				c.done.Store(true)
			}
		}
	}
	for code, r := range b.unknown {
		e := t.unknown[code]
		if e == nil {
			if len(t.unknown) >= maxUnknown {
				continue
			}
			e = &logEntry{code: code, level: slog.LevelError}
			t.unknown[code] = e
		}
		t.add(e, r)
	}
	t.line += b.lines
}

func (t *logTotals) add(e *logEntry, r *codeResult) {
	if e.count == 0 {
		e.first = spot{t.file, t.line + r.first}
	}
	e.last = spot{t.file, t.line + r.last}
	e.count += r.count
	e.level = max(e.level, r.level)
	for _, f := range r.values {
		i := slices.IndexFunc(e.values, func(g fieldValues) bool { return g.name == f.name })
		if i < 0 {
			e.values = append(e.values, fieldValues{name: f.name})
			i = len(e.values) - 1
		}
		for _, v := range f.values {
			e.values[i].add(v)
		}
		e.values[i].more = e.values[i].more || f.more
	}
}

// complete reports whether no record can add anything but its count.
func (c *logCode) complete(e *logEntry) bool {
	if len(c.events) == 0 || e.level < c.d.MaxLevel() || len(e.values) < len(c.fields) {
		return false
	}
	return !slices.ContainsFunc(e.values, func(f fieldValues) bool { return !f.more })
}

// entries returns what was found, the most severe first, then the most
// frequent.
func (t *logTotals) entries() []logEntry {
	var list []logEntry
	for i, e := range t.known {
		if e.count == 0 {
			continue
		}
		e.known = t.scan.codes[i]
		e.code, e.catalog = e.known.d.Code, e.known.src.Catalog
		if e.level == noLevel {
			e.level = e.known.d.Level
		}
		slices.SortStableFunc(e.values, func(x, y fieldValues) int {
			return cmp.Compare(slices.Index(e.known.fields, x.name), slices.Index(e.known.fields, y.name))
		})
		list = append(list, e)
	}
	for code, e := range t.unknown {
		for _, n := range t.scan.needles {
			if n.catalog != nil && n.fits(code) {
				e.catalog = n.catalog
			}
		}
		list = append(list, *e)
	}
	slices.SortFunc(list, func(x, y logEntry) int {
		return cmp.Or(cmp.Compare(y.level, x.level), cmp.Compare(y.count, x.count), cmp.Compare(x.code, y.code))
	})
	return list
}

func (a *app) printLog(entries []logEntry) error {
	if a.format == "json" {
		return a.logJSON(entries)
	}
	if len(entries) == 0 {
		names := slices.Clone(a.logs)
		if i := slices.Index(names, "-"); i >= 0 {
			names[i] = "standard input"
		}
		fmt.Fprintf(a.Stderr, "%s: no code in %s\n", a.Name, printable(strings.Join(names, ", ")))
		return nil
	}
	md, err := a.logMarkdown(entries)
	if err != nil {
		return err
	}
	if a.format == "md" {
		return a.print(md)
	}
	l, err := a.look()
	if err != nil {
		return err
	}
	return a.deliver(a.markdown(nil, md, l), l)
}

// maxListed is how many unknown codes a report for people lists: noise may
// hold thousands.
const maxListed = 50

// logMarkdown writes the report: a table of all codes, what is known of each,
// and the unknown ones.
func (a *app) logMarkdown(entries []logEntry) ([]byte, error) {
	var known, unknown []logEntry
	for _, e := range entries {
		if e.known != nil {
			known = append(known, e)
		} else {
			unknown = append(unknown, e)
		}
	}
	var b bytes.Buffer
	if len(known) > 0 {
		b.WriteString("| code | level | count | title |\n|---|---|--:|---|\n")
	}
	for _, e := range known {
		fmt.Fprintf(&b, "| %s | %s | %d | %s |\n", e.code, levelName(e.level), e.count, escapeMarkdown(e.title()))
	}
	for _, e := range known {
		fmt.Fprintf(&b, "\n## %s: %s\n\n", e.code, escapeMarkdown(e.title()))
		fmt.Fprintf(&b, "%s, %s\n", levelName(e.level), e.where())
		if len(e.values) > 0 {
			b.WriteByte('\n')
		}
		for _, f := range e.values {
			fmt.Fprintf(&b, "- %s: %s\n", escapeMarkdown(printable(f.name)), f.markdown())
		}
		advice, err := a.advice(e)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "\n%s\n", advice)
	}
	writeUnknown(&b, unknown)
	return b.Bytes(), nil
}

// writeUnknown lists codes of a known prefix that the catalog lacks.
func writeUnknown(b *bytes.Buffer, unknown []logEntry) {
	if len(unknown) == 0 {
		return
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	b.WriteString("## Unknown codes\n\nThis version of the program does not have these; another one may.\n\n")
	for i, e := range unknown {
		if i == maxListed {
			fmt.Fprintf(b, "- and %d more\n", len(unknown)-i)
			break
		}
		fmt.Fprintf(b, "- %s: %s\n", e.code, e.where())
	}
}

func (e *logEntry) title() string {
	return printable(e.known.d.Title) + mark(e.known.d)
}

func (e *logEntry) where() string {
	if e.count == 1 {
		return "once, at " + e.first.markdown()
	}
	return fmt.Sprintf("%d times, first at %s, last at %s", e.count, e.first.markdown(), e.last.markdown())
}

func (f *fieldValues) markdown() string {
	parts := make([]string, len(f.values), len(f.values)+1)
	for i, v := range f.values {
		parts[i] = codeSpan(v)
	}
	if f.more {
		parts = append(parts, "and more")
	}
	return strings.Join(parts, ", ")
}

// codeSpan is text from outside as code in Markdown, on one line.
func codeSpan(s string) string {
	s = printable(s)
	if s == "" {
		return `""`
	}
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if len(fence) > 1 || s[0] == ' ' || s[len(s)-1] == ' ' {
		s = " " + s + " "
	}
	return fence + s + fence
}

// advice is what to do about a known code: that section of its page, its hint, or
// where to read on.
func (a *app) advice(e logEntry) (string, error) {
	d := e.known.d
	page, err := readPage(e.known.src, d)
	if err != nil && !errors.Is(err, errNoPage) {
		return "", err
	}
	if s := section(body(page)); s != "" {
		return "### What to do\n\n" + s, nil
	}
	if d.Hint != "" {
		return escapeMarkdown(printable(d.Hint)), nil
	}
	return codeSpan(a.Name+" "+d.Code) + " tells more.", nil
}
