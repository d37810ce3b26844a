//go:build !linux

package envguard

import (
	"errors"
	"fmt"
	"runtime"
)

func unsupported(what string) error {
	return fmt.Errorf("%s on %s: %w", what, runtime.GOOS, errors.ErrUnsupported)
}

func wipeInitialBlock([]string) error {
	return unsupported("envguard: wipe the initial environment")
}

func nonDumpable() error { return unsupported("make a process non-dumpable") }

func closeOnExec() error { return unsupported("mark inherited descriptors") }
