//go:build unix && !freebsd

package envguard

import "os/exec"

func chroot(c *exec.Cmd) string {
	if c.SysProcAttr == nil {
		return ""
	}
	return c.SysProcAttr.Chroot
}
