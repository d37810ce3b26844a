package envguard

import "os/exec"

// chroot says in what other root c would run, "" when in ours. A jail has one
// of its own.
func chroot(c *exec.Cmd) string {
	switch {
	case c.SysProcAttr == nil:
		return ""
	case c.SysProcAttr.Jail != 0:
		return "jail"
	}
	return c.SysProcAttr.Chroot
}
