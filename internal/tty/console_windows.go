package tty

import (
	"os"
	"syscall"
)

// virtualTerminal is ENABLE_VIRTUAL_TERMINAL_PROCESSING of the Windows
// console: without it escape sequences are shown as text.
const virtualTerminal = 0x4

var setConsoleMode = syscall.NewLazyDLL("kernel32.dll").NewProc("SetConsoleMode")

// understands reports whether the console behind f obeys escape sequences,
// after it was told to.
func understands(f *os.File) bool {
	var mode uint32
	if syscall.GetConsoleMode(syscall.Handle(f.Fd()), &mode) != nil {
		return false
	}
	if mode&virtualTerminal != 0 {
		return true
	}
	ok, _, _ := setConsoleMode.Call(f.Fd(), uintptr(mode|virtualTerminal))
	return ok != 0
}
