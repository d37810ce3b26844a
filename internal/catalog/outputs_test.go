package catalog

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/internal/page"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

var updateOutputs = flag.Bool("update-outputs", false, "write testdata/outputs anew from what the matcher says")

var outputRules = page.Rules{Prefix: "MGS", MinDigits: 4, MaxDigits: 4}

// catalogOf makes a catalog of pages that stand in memory.
func catalogOf(t testing.TB, files map[string]string) (*Catalog, map[*page.Page][][]outputRecord) {
	c := &Catalog{
		Config: &Config{
			Prefix: "MGS", MinDigits: 4, MaxDigits: 4, Ref: "v9.9.9",
			Link: "https://example.com/{ref}/{family}/{code}.md", Families: []Family{{Name: "box"}},
		},
		ref: "main", byCode: map[string]*page.Page{},
	}
	found := map[*page.Page][][]outputRecord{}
	for name, src := range files {
		p, errs := page.Parse(name, "box", []byte(src), outputRules)
		require.NoError(t, errs.Err())
		c.Pages = append(c.Pages, p)
		c.byCode[p.Code] = p
		found[p] = outputs(p, outputRules)
	}
	slices.SortFunc(c.Pages, func(a, b *page.Page) int { return strings.Compare(a.Code, b.Code) })
	return c, found
}

// TestOutputs checks the pages in testdata/outputs. An archive holds pages of
// one small catalog, and what is wrong with their output blocks in the file
// "want".
func TestOutputs(t *testing.T) {
	files, err := filepath.Glob("testdata/outputs/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			require.NoError(t, err)
			require.NotEmpty(t, bytes.TrimSpace(a.Comment), "say what the archive is about")
			pages := map[string]string{}
			want := ""
			for _, f := range a.Files {
				if f.Name == "want" {
					want = string(f.Data)
					continue
				}
				pages[f.Name] = string(f.Data)
			}
			c, found := catalogOf(t, pages)
			faults := c.checkOutputs(found, true)
			faults.Sort()
			got := strings.Join(c.Notes, "\n")
			if len(faults) > 0 {
				got = strings.TrimPrefix(got+"\n"+faults.Error(), "\n")
			}
			got = strings.TrimSpace(got) + "\n"
			if *updateOutputs {
				a.Files = slices.DeleteFunc(a.Files, func(f txtar.File) bool { return f.Name == "want" })
				a.Files = append(a.Files, txtar.File{Name: "want", Data: []byte(got)})
				require.NoError(t, os.WriteFile(file, txtar.Format(a), 0o644))
				return
			}
			require.Equal(t, want, got)
		})
	}
}

// kinds has events with fields of every type, in the message and beside it.
func kinds() *diag.Descriptor {
	field := func(name string, t diag.FieldType) diag.Field { return diag.Field{Name: name, Type: t} }
	d := &diag.Descriptor{Code: "MGS2008", Title: "title", URL: "https://example.com/MGS2008.md", Level: slog.LevelInfo, Events: []diag.Event{
		{Name: "placed", Level: slog.LevelWarn, Message: "s {s}, l {l}, n {n}, b {b}, d {d}, e {e}: {s}", Fields: []diag.Field{
			field("s", diag.String), field("l", diag.Strings), field("n", diag.Int), field("b", diag.Bool), field("d", diag.Duration), field("e", diag.Error),
		}},
		{Name: "beside", Level: slog.LevelDebug, Message: "beside", Fields: []diag.Field{
			field("path", diag.Path), field("url", diag.URL), field("list", diag.Strings), field("n", diag.Int), field("b", diag.Bool), field("d", diag.Duration), field("e", diag.Error), field("x", diag.Any),
		}},
		{Name: "both", Level: slog.LevelError, Message: "{a}{b} of {key}", Fields: []diag.Field{
			field("a", diag.String), field("b", diag.String), {Name: "key", Type: diag.String, Secret: true}, {Name: "token", Type: diag.Any, Secret: true}, field("event", diag.String), field("code", diag.String),
		}},
		{Name: "odd", Level: slog.LevelInfo, Message: "\"quoted\" (see {s}) \u2028", Fields: []diag.Field{field("s", diag.String), field("fields", diag.Any)}},
	}}
	d.Prepare()
	return d
}

// show prints events as a program would, on a fresh sink.
func show(d *diag.Descriptor, o diag.Options, emit func(context.Context)) string {
	var b bytes.Buffer
	level := new(slog.LevelVar)
	level.Set(slog.LevelDebug)
	o.Level, o.Color = level, diag.ColorNever
	emit(diag.WithHandler(context.Background(), diag.NewHandler(&b, o)))
	return b.String()
}

func faultsOf(d *diag.Descriptor, block string) page.Errors {
	p := &page.Page{BodyLine: 1, Body: []byte("~~~~~~~~text\n" + block + "~~~~~~~~\n"), Events: []page.Event{{}}}
	return matchOutputs("p.md", outputs(p, outputRules), func(code string) *diag.Descriptor {
		if code == d.Code {
			return d
		}
		return nil
	}, true)
}

func TestUnknownCodesOfBrokenCatalog(t *testing.T) {
	c, found := catalogOf(t, map[string]string{"docs/box/MGS2008.md": "---\ntitle: \"MGS2008: x\"\nlevel: info\nmessage: m\n---\n```text\n[MGS2009] y\n[MGS2008] n\n```\n"})
	require.Len(t, c.checkOutputs(found, true), 2)
	faults := c.checkOutputs(found, false)
	require.Len(t, faults, 1)
	require.Equal(t, page.Pos{Line: 8, Column: 11}, faults[0].Pos)
}

func emitKinds(ctx context.Context, d *diag.Descriptor, s, u string, n int64, b bool, x any) {
	c := outputCode{d}
	list := []string{s, u}
	dur := time.Duration(n)
	diag.EmitEvent(ctx, c, 0, slog.String("s", s), slog.Any("l", list), slog.Int64("n", n), slog.Bool("b", b), slog.Duration("d", dur), slog.Any("e", errors.New(u)))
	diag.EmitEvent(ctx, c, 1, slog.String("path", u), slog.String("url", s), slog.Any("list", list[:1]), slog.Int64("n", n), slog.Bool("b", b), slog.Duration("d", dur), slog.Any("e", errors.New(s)), slog.Any("x", x))
	diag.EmitEvent(ctx, c, 2, slog.String("a", s), slog.String("b", u), slog.String("key", s), slog.Any("token", x), slog.String("event", s), slog.String("code", u))
	diag.EmitEvent(ctx, c, 3, slog.String("s", s), slog.Any("fields", x))
}

var anyValues = []any{
	nil, 1, -1.5, true, "", "a b", []any{1, "b c", nil, []int{}}, map[string]any{"k": "v", "a b": []string{"="}}, struct{ A, b int }{1, 2},
	slog.GroupValue(slog.Int("k", 1), slog.Group("g", slog.String("a.b", "c d"))), time.Unix(0, 0), errors.New("a\nb"), []byte("x"),
	map[string]map[string]int{"{": {"}": 1}}, []string(nil), make(chan int),
}

// FuzzPrinted proves that whatever a program prints is taken.
func FuzzPrinted(f *testing.F) {
	f.Add("s", "u", int64(3), true, 0)
	f.Add("", "a b", int64(-3), false, 6)
	f.Add("a (see b)", "\"q\"", int64(1e12), false, 7)
	f.Add("[redacted]", "x=y {z} [", int64(0), true, 9)
	f.Add("\x1b[31m\u2028\xff", "[MGS2008] {s}: {s}", int64(1), true, 11)
	f.Add("l [a], n 1, b true", ", l ", int64(7), true, 13)
	f.Fuzz(func(t *testing.T, s, u string, n int64, b bool, x int) {
		if len(s)+len(u) > 1000 {
			return
		}
		d := kinds()
		for _, o := range []diag.Options{{}, {ShowLevel: true}, {Time: diag.TimeOn}, {Time: diag.TimeOn, ShowLevel: true}} {
			block := show(d, o, func(ctx context.Context) {
				emitKinds(ctx, d, s, u, n, b, anyValues[uint(x)%uint(len(anyValues))])
			})
			require.NoError(t, faultsOf(d, block).Err(), block)
		}
	})
}

// FuzzOutputs proves of any block that faults are in it, and that what a fault
// says is right is taken in place of what was wrong.
func FuzzOutputs(f *testing.F) {
	d := kinds()
	f.Add(show(d, diag.Options{}, func(ctx context.Context) { emitKinds(ctx, d, "s", "u", 1, true, 1) }))
	f.Add("[MGS2008] beside (see …/MGS2008.md)\n  path=x url=y\n")
	f.Add("[MGS2008] s a, l [b, n 007, b no, d 1, e x: y\n\tx=1\n  y=2\n[MGS2008] \n[MGS2008] beside\n")
	f.Add("2026-01-02T15:04:05Z INFO [MGS2008] \"beside\\n\" (see https://example.com/MGS2008.md)\n  list=[a \"b c\" {k=[]}] x.y.z=1\n")
	f.Add("[MGS2008] s 0, l , n ")
	f.Add("[MGS2009] x\nWARN+1 [MGS2008] of [redacted]\n  token=[redacted]\n")
	f.Fuzz(func(t *testing.T, block string) {
		if len(block) > 1000 || strings.ContainsAny(block, "\r\x00~") || strings.ToValidUTF8(block, "") != block {
			return
		}
		block = strings.TrimSuffix(block, "\n") + "\n"
		lines := strings.Split(block, "\n")
		for _, e := range faultsOf(d, block) {
			require.GreaterOrEqual(t, e.Pos.Line, 2)
			require.LessOrEqual(t, e.Pos.Line, len(lines))
			require.LessOrEqual(t, e.Pos.Column, len(lines[e.Pos.Line-2])+1)
			require.GreaterOrEqual(t, e.Pos.Column, 1)
		}
		p := &page.Page{BodyLine: 1, Body: []byte("~~~text\n" + block + "~~~\n"), Events: []page.Event{{}}}
		for _, records := range outputs(p, outputRules) {
			for i := range records {
				if records[i].code != d.Code {
					continue
				}
				records[i].time = ""
				records[i].line.Text = strings.TrimPrefix(records[i].line.Text, outputHead.FindStringSubmatch(records[i].line.Text)[1])
				want, ok := (&matcher{d: d, record: &records[i], first: i == 0}).match()
				if ok {
					continue
				}
				mended := outputRecord{code: d.Code, level: outputHead.FindStringSubmatch(want[0])[2]}
				mended.line.Text = want[0]
				for _, l := range want[1:] {
					mended.fields = append(mended.fields, page.FenceLine{Text: l})
				}
				_, ok = (&matcher{d: d, record: &mended, first: i == 0}).match()
				require.True(t, ok, "%q", want)
			}
		}
	})
}
