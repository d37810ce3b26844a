package explain

import (
	"strconv"
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/diag"
)

func TestLinkText(t *testing.T) {
	a := testApp(false)
	for target, want := range map[string]string{
		"ACM0043.md": "acme-explain ACM0043", "../net/ACM0100.md#why": "acme-explain ACM0100", "./ACM0042.md": "acme-explain ACM0042",
		"https://example.com/blob/v9/x/ACM0042.md":  "acme-explain ACM0042",
		"https://blog.example.com/about/ACM0042.md": "", "https://example.com/issues/2008": "", "https://example.com/DiskFull": "",
		"ACM7777.md": "", "README.md": "", "": "", "mailto:ACM0042@example.com": "",
	} {
		text, ok := a.linkText(target)
		assert.Equal(t, want, text, target)
		assert.Equal(t, want != "", ok, target)
	}
}

func TestAddressOfAPageIsLinkedWhenItIsSafe(t *testing.T) {
	a := testApp(false)
	good := "https://example.com/ACM0042.md"
	assert.Equal(t, "\x1b]8;;"+good+"\x1b\\"+good+"\x1b]8;;\x1b\\", a.linked(good, look{links: true}))
	assert.Equal(t, good, a.linked(good, look{}))
	for _, bad := range []string{"file:///etc/passwd", "javascript:alert(1)", "https://example.com/a b", "https://example.com/\u202e", "https://example.com/" + strings.Repeat("x", 3000)} {
		assert.Equal(t, bad, a.linked(bad, look{links: true}))
	}
}

func TestListOfTwoCatalogs(t *testing.T) {
	o := testOptions()
	o.Sources = append(o.Sources, Source{Catalog: secondCatalog()})
	_, out, _ := run(o)
	assert.Contains(t, out, "ACM fs: Files and disks\n  ACM0042    error  disk is full\n")
	assert.Contains(t, out, "ZED core\n  ZED-0042   info   zapped\n")
}

func TestOneCode(t *testing.T) {
	o := testOptions()
	o.Sources[0].Catalog.Codes = o.Sources[0].Catalog.Codes[:1]
	_, out, _ := run(o, "--version")
	assert.Contains(t, out, "catalog ACM: 1 code, ")
}

func TestSentenceOfStatus(t *testing.T) {
	for reason, want := range map[string]string{"gone": "gone.\n", "gone.": "gone.\n", "gone!": "gone!\n", "gone …": "gone …\n", "gone...": "gone...\n"} {
		o := testOptions()
		d := o.Sources[0].Catalog.Codes[0]
		d.Status, d.Reason = diag.Retired, reason
		_, out, _ := run(o, d.Code)
		assert.Contains(t, out, d.Code+" is retired: "+want)
	}
}

// What stands around the body is wrapped as the body is.
func TestHeaderFits(t *testing.T) {
	for _, width := range []string{"20", "33"} {
		o := testOptions()
		d := o.Sources[0].Catalog.Codes[0]
		d.Name, d.Family = "DiskOfTheWholeWorkspaceFull", "filesystems-of-the-workspace"
		d.Title = "cannot write github.com/acme/tools/internal/workspace/cache 磁盘空间已满请删除不需要的文件 e\u0301\u0301 now"
		d.Status, d.Reason = diag.Deprecated, "see_the_new_code_which_has_a_long_name"
		o.Getenv = func(key string) string { return map[string]string{"LANG": "C.UTF-8", "ACME_WIDTH": width}[key] }
		w, err := strconv.Atoi(width)
		require.NoError(t, err)
		for _, args := range [][]string{{d.Code}, {}, {"--search", "workspace"}} {
			_, out, _ := run(o, args...)
			for line := range strings.Lines(out) {
				if line = strings.TrimSuffix(line, "\n"); !strings.HasPrefix(line, "http") {
					assert.LessOrEqual(t, displaywidth.String(line), w, "%v at %s: %q", args, width, line)
				}
			}
			bare := strings.Join(strings.Fields(out), "")
			assert.Contains(t, bare, strings.Join(strings.Fields(d.Title), ""), "%v at %s", args, width)
		}
	}
}
