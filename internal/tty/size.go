package tty

import "os"

// Size returns the columns and rows of the terminal behind f, both 0 when f
// is no terminal or the terminal does not know.
func Size(f *os.File) (cols, rows int) {
	if f == nil {
		return 0, 0
	}
	return size(f)
}
