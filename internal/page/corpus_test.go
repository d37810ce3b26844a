package page_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/egladman/magus/internal/page"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the corpus anew from what the parser says")

// TestCorpus parses the pages in testdata. An archive holds one behaviour: a
// page, and what comes of it in the file "want". A name that ends in .quoted
// is a page in Go string literals, one a line, for bytes that text cannot
// hold. The comment says what it is about; words of it that begin with "rules:" change the
// rules.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			require.NoError(t, err)
			require.NotEmpty(t, bytes.TrimSpace(a.Comment), "say what the archive is about")
			var got strings.Builder
			var want string
			for _, f := range a.Files {
				if f.Name == "want" {
					want = string(f.Data)
					continue
				}
				name, src := source(t, f)
				p, errs := page.Parse(name, filepath.Base(filepath.Dir(name)), src, corpusRules(string(a.Comment)))
				got.WriteString(dump(t, p, errs))
			}
			if *update {
				a.Files = slices.DeleteFunc(a.Files, func(f txtar.File) bool { return f.Name == "want" })
				a.Files = append(a.Files, txtar.File{Name: "want", Data: []byte(got.String())})
				require.NoError(t, os.WriteFile(file, txtar.Format(a), 0o644))
				return
			}
			require.Equal(t, want, got.String())
		})
	}
}

func source(t testing.TB, f txtar.File) (string, []byte) {
	name, quoted := strings.CutSuffix(f.Name, ".quoted")
	if !quoted {
		return name, f.Data
	}
	var src []byte
	for line := range strings.Lines(string(f.Data)) {
		s, err := strconv.Unquote(strings.TrimSpace(line))
		require.NoError(t, err, line)
		src = append(src, s...)
	}
	return name, src
}

func corpusRules(comment string) page.Rules {
	r := rules
	debug := slog.LevelDebug
	if strings.Contains(comment, "rules:level") {
		r.Level = &debug
	}
	if strings.Contains(comment, "rules:five") {
		r.MaxDigits = 5
	}
	if strings.Contains(comment, "rules:dash") {
		r.Prefix, r.Separator = "ACME", "-"
	}
	return r
}

// dump shows the faults of a page, or all of it.
func dump(t *testing.T, p *page.Page, errs page.Errors) string {
	if len(errs) > 0 {
		return errs.Error() + "\n"
	}
	at := map[string]string{}
	for k, pos := range p.At {
		at[k] = strconv.Itoa(pos.Line) + ":" + strconv.Itoa(pos.Column)
	}
	all := map[string]any{"At": at, "Body": string(p.Body)}
	v := reflect.ValueOf(*p)
	for i := range v.NumField() {
		if name := v.Type().Field(i).Name; !v.Field(i).IsZero() && all[name] == nil {
			all[name] = v.Field(i).Interface()
		}
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	require.NoError(t, enc.Encode(all))
	return b.String()
}
