package explain

import (
	"fmt"
	"os/exec"
	"runtime"
	"strings"
)

// isHTTPS reports whether url is an https address in plain characters, the
// only kind that is handed to a browser or made a hyperlink: what a page or a
// catalog says must not start another program.
func isHTTPS(url string) bool {
	rest, ok := strings.CutPrefix(url, "https://")
	if !ok || rest == "" || len(url) > 2083 {
		return false
	}
	for i := 0; i < len(url); i++ {
		if url[i] < 0x21 || url[i] > 0x7e || strings.IndexByte("\"'<>\\^`{|}", url[i]) >= 0 {
			return false
		}
	}
	return true
}

// openPages opens the addresses of the codes by the means of the system.
func (a *app) openPages(hits []hit) error {
	for _, h := range hits {
		if !isHTTPS(h.d.URL) {
			return fmt.Errorf("the address of %s is %q; only https addresses are opened", h.d.Code, h.d.URL)
		}
	}
	for _, h := range hits {
		opener := openerOf(runtime.GOOS)
		// One argument, no shell: nothing in the address is a command.
		cmd := exec.Command(opener[0], append(opener[1:], h.d.URL)...)
		cmd.Stderr = a.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("cannot open %s: %w; open it by hand", h.d.URL, err)
		}
	}
	return nil
}

func openerOf(goos string) []string {
	switch goos {
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler"}
	case "darwin":
		return []string{"open"}
	}
	return []string{"xdg-open"}
}
