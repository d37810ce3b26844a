package tty

import (
	"os"
	"syscall"
	"unsafe"
)

var screenBufferInfo = syscall.NewLazyDLL("kernel32.dll").NewProc("GetConsoleScreenBufferInfo")

func size(f *os.File) (cols, rows int) {
	var info struct {
		sizeX, sizeY, cursorX, cursorY int16
		attributes                     uint16
		left, top, right, bottom       int16
		maxX, maxY                     int16
	}
	ok, _, _ := screenBufferInfo.Call(f.Fd(), uintptr(unsafe.Pointer(&info)))
	if ok == 0 {
		return 0, 0
	}
	return int(info.right-info.left) + 1, int(info.bottom-info.top) + 1
}
