//go:build unix

// Command peak runs a program, its output thrown away, and prints the most
// memory it had resident, in bytes. It is a program of its own and small
// because on Linux the figure of a new program starts with the memory of the
// one that started it.
package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

func main() {
	cmd := exec.Command(os.Args[1], os.Args[2:]...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err == nil {
		_, err = io.Copy(io.Discard, out)
	}
	if err == nil {
		err = cmd.Wait()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "peak:", err)
		os.Exit(1)
	}
	size := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss
	if runtime.GOOS != "darwin" { // elsewhere it counts KiB
		size *= 1024
	}
	fmt.Println(size)
}
