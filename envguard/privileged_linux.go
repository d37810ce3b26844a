package envguard

import (
	"os"

	"golang.org/x/sys/unix"
)

const atSecure = 23 // AT_SECURE of getauxval(3)

// privilegedByFile reports whether the process runs with more rights than the
// user who started it, which the kernel says by AT_SECURE.
func privilegedByFile() bool {
	if os.Getuid() != os.Geteuid() || os.Getgid() != os.Getegid() {
		return true
	}
	vec, err := unix.Auxv()
	if err != nil {
		return false
	}
	for _, kv := range vec {
		if kv[0] == atSecure {
			return kv[1] != 0
		}
	}
	return false
}
