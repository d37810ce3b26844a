//go:build unix && !aix && !solaris && !illumos

package tty

import (
	"os"
	"syscall"
	"unsafe"
)

func size(f *os.File) (cols, rows int) {
	var w struct{ rows, cols, x, y uint16 }
	_, _, e := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&w)))
	if e != 0 {
		return 0, 0
	}
	return int(w.cols), int(w.rows)
}
