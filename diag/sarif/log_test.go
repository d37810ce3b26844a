package sarif_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	check "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/diag/internal/testcat"
	"github.com/egladman/magus/diag/sarif"
	"github.com/egladman/magus/internal/text"
)

func options() sarif.Options {
	o := sarif.Options{Tool: "runner", Version: "v1.2.3", ToolURI: "https://example.com/runner"}
	o.Catalogs = []*diag.Catalog{testcat.Catalog()}
	o.Level = new(slog.LevelVar)
	o.Level.Set(slog.LevelDebug)
	return o
}

// valid validates a log against the 2.1.0 schema and returns its run.
func valid(t *testing.T, log []byte) *check.Run {
	t.Helper()
	r, err := check.FromBytes(log)
	require.NoError(t, err)
	require.NoError(t, r.Validate(), "%.2000s", log)
	require.Len(t, r.Runs, 1)
	for _, line := range strings.Split(strings.TrimSuffix(string(log), "\n"), "\n") {
		require.True(t, text.Printable(line), "%q", line)
	}
	return r.Runs[0]
}

func TestLogOfARun(t *testing.T) {
	var b bytes.Buffer
	log := sarif.New(&b, options())
	ctx := diag.WithHandler(context.Background(), log.Handler())
	diag.EmitContext(ctx, testcat.Note, slog.String("file", "a b/c.go"), slog.Int("line", 7), slog.String("detail", "d"))
	diag.EmitContext(ctx, testcat.Warn, slog.Any("what", map[string]any{"k": []int{1}}), slog.String("token", "hunter2"))
	diag.EmitContext(ctx, testcat.Fail)
	diag.EmitContext(ctx, testcat.Trace)
	diag.EmitContext(ctx, testcat.Unknown)
	diag.EmitContext(ctx, testcat.Code(""))
	slog.New(log.Handler()).Info("no code, no result")
	assert.Empty(t, b.String(), "nothing is written before Close")
	require.NoError(t, log.Close())
	require.NoError(t, log.Close(), "a second time does nothing")
	assert.NotContains(t, b.String(), "hunter2")

	run := valid(t, b.Bytes())
	driver := run.Tool.Driver
	assert.Equal(t, "runner", *driver.Name)
	assert.Len(t, driver.Rules, 4)
	require.Len(t, run.Results, 6)

	type row struct {
		id, level, kind, text string
		index                 int
	}
	var rows []row
	for _, r := range run.Results {
		id := ""
		if r.RuleID != nil {
			id = *r.RuleID
		}
		rows = append(rows, row{id, r.Level, r.Kind, *r.Message.Text, r.RuleIndex})
	}
	assert.Equal(t, []row{
		{"TST1001", "note", "", "noted a thing", 0},
		{"TST1002", "warning", "", "doubt about {{k=[1]}}", 1},
		{"TST1003", "error", "", "thing gone wrong", 2},
		{"TST1004", "none", "informational", "thing traced", 3},
		{"TST9999", "error", "", "!unknown", rows[4].index},
		{"", "error", "", "!unknown", rows[5].index},
	}, rows)
	for i, r := range run.Results[:4] {
		assert.Equal(t, *r.RuleID, *driver.Rules[i].ID, "the index leads to the rule")
	}
	assert.Contains(t, b.String(), `{"ruleId":"TST9999","level":"error"`, "an unknown code has no rule to lead to")
	at := run.Results[0].Locations[0].PhysicalLocation
	assert.Equal(t, "a%20b/c.go", *at.ArtifactLocation.URI)
	assert.Equal(t, 7, *at.Region.StartLine)
	assert.Empty(t, run.Results[1].Locations)
}

func TestLogWithoutAnything(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, sarif.New(&b, sarif.Options{}).Close())
	run := valid(t, b.Bytes())
	assert.Empty(t, run.Results)
	assert.NotEmpty(t, *run.Tool.Driver.Name)
}

func TestBoundedResults(t *testing.T) {
	o := options()
	o.MaxResults = 10
	var b bytes.Buffer
	log := sarif.New(&b, o)
	ctx := diag.WithHandler(context.Background(), log.Handler())
	for range 1000 {
		diag.EmitContext(ctx, testcat.Fail)
	}
	assert.Equal(t, 990, log.Dropped())
	require.NoError(t, log.Close())
	run := valid(t, b.Bytes())
	assert.Len(t, run.Results, 10)
	assert.Contains(t, *run.Invocations[0].ToolExecutionNotifications[0].Message.Text, "990 results were dropped")
}

func TestBoundedBytes(t *testing.T) {
	o := options()
	o.MaxBytes = 64 << 10
	var b bytes.Buffer
	log := sarif.New(&b, o)
	ctx := diag.WithHandler(context.Background(), log.Handler())
	for range 20 {
		diag.EmitContext(ctx, testcat.Warn, slog.String("what", strings.Repeat("x", 1<<20)), slog.String("token", ""))
	}
	require.NoError(t, log.Close())
	assert.Less(t, b.Len(), 80<<10)
	assert.Equal(t, 20, log.Dropped()+len(valid(t, b.Bytes()).Results))
}

func TestRecordAfterClose(t *testing.T) {
	log := sarif.New(&bytes.Buffer{}, options())
	require.NoError(t, log.Close())
	r := slog.Record{Level: slog.LevelError}
	r.AddAttrs(slog.Any("code", testcat.Fail))
	require.ErrorContains(t, log.Handler().Handle(context.Background(), r), "after Close")
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }

// emitting is a writer that emits a diagnostic.
type emitting struct{ ctx context.Context }

func (e emitting) Write(b []byte) (int, error) {
	diag.EmitContext(e.ctx, testcat.Fail)
	return len(b), nil
}

func TestWriterOfCloseMayEmit(t *testing.T) {
	var told []error
	o := options()
	o.OnError = func(err error) { told = append(told, err) }
	w := &emitting{}
	l := sarif.New(w, o)
	w.ctx = diag.WithHandler(t.Context(), l.Handler())
	done := make(chan error)
	go func() { done <- l.Close() }()
	select {
	case err := <-done:
		require.NoError(t, err)
		require.Len(t, told, 1)
		assert.ErrorContains(t, told[0], "record after Close")
	case <-time.After(time.Minute):
		t.Fatal("deadlock")
	}
}

func TestCloseTellsWriteErrors(t *testing.T) {
	log := sarif.New(failing{}, options())
	require.ErrorContains(t, log.Close(), "disk full")
	require.ErrorContains(t, log.Close(), "disk full")
}

func TestCreateWritesWholeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.sarif")
	require.NoError(t, os.WriteFile(path, []byte("before"), 0o600))
	log, err := sarif.Create(path, options())
	require.NoError(t, err)
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "before", string(got))

	require.NoError(t, log.Close())
	got, err = os.ReadFile(path)
	require.NoError(t, err)
	valid(t, got)
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o600), info.Mode().Perm()&0o600)
	left, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	assert.Len(t, left, 1, "no temporary file is left")
}

func TestCreateFailsEarlyAndLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	_, err := sarif.Create(filepath.Join(dir, "none", "run.sarif"), options())
	require.ErrorIs(t, err, fs.ErrNotExist)

	path := filepath.Join(dir, "run.sarif")
	log, err := sarif.Create(path, options())
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(path, 0o755)) // in the way of the rename
	require.NoError(t, os.WriteFile(filepath.Join(path, "x"), nil, 0o644))
	require.Error(t, log.Close())
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 1)
}

func TestManyAtOnce(t *testing.T) {
	var b bytes.Buffer
	log := sarif.New(&b, options())
	ctx := diag.WithHandler(context.Background(), log.Handler())
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				diag.EmitContext(ctx, testcat.Fail)
			}
		})
	}
	wg.Wait()
	require.NoError(t, log.Close())
	assert.Len(t, valid(t, b.Bytes()).Results, 400)
}

func FuzzLogIsValid(f *testing.F) {
	f.Add("msg", "key", "value", "file.go", int64(1))
	f.Add("[a](1) {0} }{", "\x1b[2J", "\u202e\u009b\xff\x00", "C:\\a b\\c.go", int64(-1))
	f.Add("a\r\n", "fields", "</script>", "/x/%zz?#:", int64(1<<40))
	f.Add("", "", "", "a:b", int64(0))
	f.Fuzz(func(t *testing.T, msg, key, value, file string, line int64) {
		var b bytes.Buffer
		log := sarif.New(&b, options())
		r := slog.Record{Level: slog.LevelError, Message: msg}
		r.AddAttrs(slog.Any("code", testcat.Code(value)), slog.String("file", file), slog.Int64("line", line),
			slog.Int64("end_line", line-1), slog.String(key, value))
		require.NoError(t, log.Handler().Handle(t.Context(), r))
		require.NoError(t, log.Close())
		require.Len(t, valid(t, b.Bytes()).Results, 1)
	})
}
