package tty

import (
	"runtime"
	"strings"
)

// UTF8 reports whether the locale that getenv tells can show more than ASCII:
// the first of LC_ALL, LC_CTYPE and LANG that is not empty decides. Without
// any of them only Windows and macOS are taken to.
func UTF8(getenv func(string) string) bool {
	for _, key := range [...]string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := getenv(key); v != "" {
			v = strings.ToLower(v)
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return runtime.GOOS == "windows" || runtime.GOOS == "darwin"
}
