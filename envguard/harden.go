package envguard

import (
	"errors"
	"fmt"
	"os"
)

// Forget removes the captured names from the process environment and, on
// Linux, overwrites them in the block that the process got at its start, where
// os.Unsetenv leaves them for every process of the same user to read from
// /proc/<pid>/environ. Elsewhere it removes them only and returns an error
// that is errors.ErrUnsupported.
//
// Price: nothing in the process finds the variables any more, C code
// included, and an os.Environ taken later is no raw base, so keep one from
// before. Call it before [NonDumpable].
func (p Pointers) Forget() error {
	if p.get == nil {
		return errors.New("envguard: forget: the Pointers is zero: want one made by Capture")
	}
	names := p.get().names
	for _, name := range names {
		if err := os.Unsetenv(name); err != nil {
			return fmt.Errorf("envguard: forget %s: %w", quoteName(name), err)
		}
	}
	return wipeInitialBlock(names)
}

// NonDumpable closes /proc/<pid>/environ, mem and the like of this process to
// other processes of the same user, and with them ptrace. Linux only. Root
// reads on.
//
// Price: no core dumps and no debugger of the same user; the process cannot
// read its own /proc/self/environ, set its oom_score_adj, or start children in
// a new user namespace with id maps; and [Self.CheckPeer] of another process
// refuses it unless that one is root, since /proc/<pid>/exe is closed too. So a program whose
// nested runs must pass a peer check uses NonDumpable in its daemon only.
// Children are dumpable again.
func NonDumpable() error {
	if err := nonDumpable(); err != nil {
		return fmt.Errorf("envguard: %w", err)
	}
	return nil
}

// CloseOnExec marks every open descriptor above standard error, so that none
// that this process inherited, a launcher's socket say, reaches a child. Call
// it first in main; exec.Cmd.ExtraFiles is not touched. Linux only.
//
// Price: descriptors that were handed down on purpose, such as those of a make
// job server, stop here.
func CloseOnExec() error {
	if err := closeOnExec(); err != nil {
		return fmt.Errorf("envguard: %w", err)
	}
	return nil
}
