package envguard

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

func wipeInitialBlock(names []string) error {
	start, end, err := initialBlock()
	if err != nil {
		return fmt.Errorf("envguard: wipe the initial environment: %w", err)
	}
	mem, err := os.OpenFile("/proc/self/mem", os.O_RDWR, 0)
	if err != nil {
		if errors.Is(err, os.ErrPermission) {
			err = fmt.Errorf("%w (a process that is not dumpable cannot open its own memory: call Forget before NonDumpable)", err)
		}
		return fmt.Errorf("envguard: wipe the initial environment: %w", err)
	}
	defer mem.Close()
	block := make([]byte, end-start)
	if _, err := io.ReadFull(io.NewSectionReader(mem, start, end-start), block); err != nil {
		return fmt.Errorf("envguard: read the initial environment: %w", err)
	}
	defer clear(block)
	for at := 0; at < len(block); {
		n := bytes.IndexByte(block[at:], 0)
		if n < 0 {
			n = len(block) - at
		}
		if entry := block[at : at+n]; namesAny(entry, names) {
			clear(entry)
			if _, err := mem.WriteAt(entry, start+int64(at)); err != nil {
				return fmt.Errorf("envguard: wipe the initial environment: %w", err)
			}
		}
		at += n + 1
	}
	return nil
}

func namesAny(entry []byte, names []string) bool {
	for _, name := range names {
		if rest, ok := bytes.CutPrefix(entry, []byte(name)); ok && (len(rest) == 0 || rest[0] == '=') {
			return true
		}
	}
	return false
}

// initialBlock returns where the kernel put the environment at exec: fields
// 50 and 51 of proc_pid_stat(5), counted from 1. The second field may hold
// spaces, so counting begins behind its closing bracket.
func initialBlock() (start, end int64, err error) {
	stat, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return 0, 0, err
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 49 {
		return 0, 0, fmt.Errorf("/proc/self/stat has %d fields, want 51", len(fields)+2)
	}
	if start, err = strconv.ParseInt(string(fields[47]), 10, 64); err != nil {
		return 0, 0, err
	}
	if end, err = strconv.ParseInt(string(fields[48]), 10, 64); err != nil {
		return 0, 0, err
	}
	if start <= 0 || end < start || end-start > 64<<20 {
		return 0, 0, errors.New("/proc/self/stat does not tell where the environment is")
	}
	return start, end, nil
}

func nonDumpable() error {
	return unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
}

func closeOnExec() error {
	err := unix.CloseRange(3, ^uint(0), unix.CLOSE_RANGE_CLOEXEC)
	if err == nil {
		return nil
	}
	// Before Linux 5.11, or under a filter that does not know the call.
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return err
	}
	for _, e := range open {
		if fd, err := strconv.Atoi(e.Name()); err == nil && fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
	return nil
}
