//go:build !linux

package envguard

import "os"

// privilegedByFile reports whether the process runs with more rights than the
// user who started it. On Windows all four are -1.
func privilegedByFile() bool {
	return os.Getuid() != os.Geteuid() || os.Getgid() != os.Getegid()
}
