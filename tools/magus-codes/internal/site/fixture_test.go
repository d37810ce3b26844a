package site

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/egladman/magus/diag"
)

// fixture is a small catalog with one code in each state.
func fixture() Input {
	codes := []*diag.Descriptor{
		{Code: "TST1001", Name: "SocketKept", Title: "socket kept", Description: "A pointer stayed where it was.",
			Family: "sandbox", URL: "https://example.org/docs/sandbox/TST1001.md", Level: slog.LevelDebug, Since: "v0.1.0",
			Aliases: []string{"TST0999", "OldSocket", "no way/../x"}, Related: []string{"TST1002", "TST9999"},
			Tags: []string{"TST1001", "daemon", "C++ & <b>"}, Hint: "nothing to do", Exit: 3, Once: true,
			Events: []diag.Event{
				{Name: "kept", Level: slog.LevelDebug, Message: "kept {vars} from {who", Fields: []diag.Field{
					{Name: "vars", Type: diag.Strings, Doc: "names | of <variables>", Secret: true}}},
				{Name: "bare", Level: slog.LevelError, Message: "</script><script>alert(1)</script>"},
			}},
		{Code: "TST1002", Title: `"><img src=x onerror=alert(1)>`, Family: "sandbox", Level: slog.LevelWarn, Status: diag.Retired,
			StatusSince: "v0.2.0", Reason: "it <i>lied</i>", ReplacedBy: []string{"TST1001", "TST7777"}, URL: "https://example.org/docs/sandbox/TST1002.md"},
		{Code: "TST2001", Title: "naïve résumé 日本", Family: "net", Level: slog.LevelError, Status: diag.Deprecated, Draft: true,
			URL: "https://example.org/docs/net/TST2001.md"},
	}
	return Input{
		Catalog: &diag.Catalog{Prefix: "TST", MinDigits: 4, MaxDigits: 4, Codes: codes,
			Families: []diag.Family{{Name: "sandbox", Title: "Sandbox & <children>"}, {Name: "net"}, {Name: "empty"}}},
		Bodies: map[string][]byte{"TST1001": []byte(body), "TST1002": nil, "TST2001": []byte("## Only a heading\n")},
		Files: fstest.MapFS{
			"sandbox/shot.png": {Data: icon()},
			"sandbox/fake.png": {Data: []byte("<script>alert(1)</script>")},
			"sandbox/x.svg":    {Data: []byte("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")},
		},
	}
}

func icon() []byte {
	data, err := assets.ReadFile("assets/icon.png")
	if err != nil {
		panic(err)
	}
	return data
}

const body = "# TST1001: socket kept\n\nGeneric text `Map[string, T any]` stays, so does <T any> and a | pipe.\n\n" +
	"## Why\n\n## Why\n\n## `code` & *more* [link](TST1002.md)\n\n## Messages\n\n" +
	"See [two](TST1002.md#top), [net](../net/TST2001.md), [index](../README.md), [family](../net/README.md), [arch](../../architecture.md), [up](#why-1).\n\n" +
	"[js](javascript:alert(1)) [ent](&#106;avascript:alert(2)) [tab](java&#9;script:alert(3)) [data](data:text/html,x) [vb](VBSCRIPT:x) [rel](//evil.example/x) <javascript:alert(4)> <me@example.org>\n\n" +
	"![shot](shot.png \"t\") ![svg](x.svg) ![fake](fake.png) ![far](https://example.org/a.png) ![out](../../../etc/passwd.png) [![in link](https://example.org/b.png)](TST1002.md)\n\n" +
	"<script>alert('block')</script>\n\n<!-- a comment\nof two lines -->\n\n<a id=\"old-place\"></a>[there](#old-place) [why](#tst1001-socket-kept)\n\ninline <img src=x onerror=alert(5)> html <!-- gone --> end\n\n" +
	"| left | right | mid |\n|:--|--:|:-:|\n| a \\| b | 1 | `x | y` |\n\n| lone |\n|---|\n\n- [x] done\n- [ ] open\n\n~~gone~~ https://example.org/auto\n\n" +
	"```go\n// comment </code>\nfunc main() { fmt.Println(\"<&>\", 42) }\n```\n\n```text\n[TST1001] kept vars (see https://example.org/docs/sandbox/TST1001.md)\n  vars=[A] q=\"x y\"\n```\n\n" +
	"```\"><script>alert(6)</script>\nodd language\n```\n\n    indented <b>\n\n> quote\n\n1. one\n   - nested\n\n" +
	"> [!NOTE]\n> A *note* with a [link](TST1002.md).\n\n> [!TIP]\n>\n> - a list\n\n> [!IMPORTANT]\n> one\n>\n> two\n\n> [!WARNING]\n> `code`\n\n> [!CAUTION]\n> last\n\n" +
	"A note[^1], two[^b] and the first again[^1].\n\n[^1]: word\n[^b]: some words with a [link](TST1002.md)\n\n    ```text\n    code\n    ```\n"

// many is a catalog of n codes with ordinary pages.
func many(n int) Input {
	in := Input{Catalog: &diag.Catalog{Prefix: "BIG", MinDigits: 5, MaxDigits: 5}, Bodies: map[string][]byte{}}
	for f := range 20 {
		in.Catalog.Families = append(in.Catalog.Families, diag.Family{Name: fmt.Sprintf("f%02d", f), Title: fmt.Sprintf("Family %d", f)})
	}
	for i := range n {
		code := fmt.Sprintf("BIG%05d", i+10000)
		in.Catalog.Codes = append(in.Catalog.Codes, &diag.Descriptor{Code: code, Title: fmt.Sprintf("thing %d went wrong", i),
			Family: in.Catalog.Families[i*20/n].Name, Description: "What happens when a thing goes wrong.", Tags: []string{code, fmt.Sprintf("t%d", i%50)},
			URL: "https://example.org/" + code + "/", Level: slog.LevelWarn})
		in.Bodies[code] = []byte("# " + code + "\n\n## What happened\n\nA thing went *wrong*, see [next](" + code + ".md).\n\n```text\n[" + code +
			"] thing went wrong\n  a=1\n```\n\n## Why\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n## What to do\n\n```sh\nmake it right # now\n```\n")
	}
	return in
}

func build(t testing.TB, in Input) (string, Stats) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "site")
	stats, err := Build(t.Context(), in, out)
	require.NoError(t, err)
	return out, stats
}

func read(t testing.TB, elem ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(elem...))
	require.NoError(t, err)
	return string(data)
}
