//go:build !windows

package tty

import "os"

func understands(*os.File) bool { return true }
