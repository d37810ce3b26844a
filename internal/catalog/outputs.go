package catalog

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/internal/catalog/internal/split"
	"github.com/egladman/magus/internal/page"
)

// maxOutputFaults bounds what is said about the output blocks of one page.
const maxOutputFaults = 20

// An outputRecord is one line of a page that shows what a code prints, and the
// line of fields below it.
type outputRecord struct {
	code   string
	time   string // in front of the code, with its space
	level  string // likewise
	line   page.FenceLine
	fields []page.FenceLine // more than one is too many
}

// The shape of a record: options can put time and level in front.
var (
	outputHead  = regexp.MustCompile(`^(\d{4}-\d\d-\d\d[T ]\S+ )?((?:DEBUG|INFO|WARN|ERROR)\S* )?\[([A-Z][A-Z0-9]*-?[0-9]+)\] `)
	outputField = regexp.MustCompile(`^[ \t]+[^ \t=]+=`)
)

// outputs returns the records in each fenced text block of a page: lines that
// begin with the code of a catalog, and lines of fields below them. All other
// lines are free. Pages without events have none. The texts are copies, so that
// the body of the page can go.
func outputs(p *page.Page, rules page.Rules) [][]outputRecord {
	if len(p.Events) == 0 || !bytes.Contains(p.Body, []byte("["+rules.Prefix)) {
		return nil
	}
	var blocks [][]outputRecord
	for f := range p.Fences() {
		if words := strings.Fields(f.Info); len(words) == 0 || words[0] != "text" {
			continue
		}
		if block := outputBlock(f.Lines, rules); len(block) > 0 {
			blocks = append(blocks, block)
		}
	}
	return blocks
}

func outputBlock(lines []page.FenceLine, rules page.Rules) []outputRecord {
	var block []outputRecord
	open := false // the last line belongs to the last record
	for _, l := range lines {
		if m := outputHead.FindStringSubmatch(l.Text); m != nil && rules.IsCode(m[3]) {
			block = append(block, outputRecord{time: m[1], level: m[2], code: m[3], line: l})
			open = true
			continue
		}
		if open = open && outputField.MatchString(l.Text); open {
			last := &block[len(block)-1]
			last.fields = append(last.fields, l)
		}
	}
	return block
}

// checkOutputs holds the records of each page to what their codes print on a
// sink that has seen nothing yet, with links as catalog.yaml makes them. Unless
// whole, pages are missing for other faults, and a code without a page is let
// pass.
func (c *Catalog) checkOutputs(found map[*page.Page][][]outputRecord, whole bool) page.Errors {
	committed := *c
	config := *c.Config
	config.Ref = c.ref
	committed.Config = &config
	parts := split.Parts(len(c.Pages))
	faults := make([]page.Errors, parts)
	split.Ranges(len(c.Pages), parts, func(part, lo, hi int) {
		descriptors := make(map[string]*diag.Descriptor)
		descriptor := func(code string) *diag.Descriptor {
			d, ok := descriptors[code]
			if p := c.Page(code); !ok && p != nil && !c.twins[code] {
				d = committed.Descriptor(p)
			}
			descriptors[code] = d
			return d
		}
		for _, p := range c.Pages[lo:hi] {
			if blocks := found[p]; len(blocks) > 0 {
				clear(descriptors)
				faults[part] = append(faults[part], matchOutputs(p.File, blocks, descriptor, whole && len(c.twins) == 0)...)
			}
		}
	})
	bare := 0
	for _, p := range c.Pages {
		if len(p.Events) == 0 && p.Status.State != "retired" {
			bare++
		}
	}
	if bare > 0 {
		c.Notes = append(c.Notes, count(bare, "page")+" without events: what their output blocks show is not proven")
	}
	return slices.Concat(faults...)
}
