package envguard

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// Start is the one call for the common case: it gives c the environment of an
// op, reports what was kept from it, and starts it. The caller waits.
// See [Policy.AppendOp] for base and overrides, [Policy.Apply] for what c
// must and must not bring along.
func (p *Policy) Start(ctx context.Context, c *exec.Cmd, base, overrides []string) error {
	r, err := p.Apply(c, base, overrides)
	if err != nil {
		return err
	}
	r.Log(ctx)
	if err := p.Verify(c); err != nil {
		return err
	}
	return c.Start()
}

// StartRecursive is Start for a command that [Self.Command] built, with the
// grant that came with it.
func (p *Policy) StartRecursive(ctx context.Context, c *exec.Cmd, g Grant, base, overrides []string) error {
	r, err := p.ApplyRecursive(c, g, base, overrides)
	if err != nil {
		return err
	}
	r.Log(ctx)
	if err := p.VerifyRecursive(c, g); err != nil {
		return err
	}
	return c.Start()
}

// Apply sets c.Env to the environment of an op. It refuses a command whose
// Env is set already, whose program was not found, or that was started. Set
// c.Dir before: PWD follows it. Nothing may be added to c.Env afterwards;
// what the op asks for goes in by overrides.
func (p *Policy) Apply(c *exec.Cmd, base, overrides []string) (Report, error) {
	return p.apply(c, base, overrides, nil, false)
}

// ApplyRecursive sets c.Env to the environment of a recursive run, which is
// that of an op and the captured pointers. c must be the command that g came
// with, and still start our own image; a grant serves one call. When the
// image could not be proven to be ours, the child runs without pointers and
// the report's Declined says why.
func (p *Policy) ApplyRecursive(c *exec.Cmd, g Grant, base, overrides []string) (Report, error) {
	if p == nil || p.c == nil {
		return Report{}, errNoPolicy
	}
	s, err := g.take(c)
	if err != nil {
		return Report{}, err
	}
	inject := s.pointers.list()
	if err := p.c.withholds(inject); err != nil {
		return Report{}, err
	}
	if s.declined != "" {
		inject = nil
	}
	r, err := p.apply(c, base, overrides, inject, true)
	if err != nil {
		return Report{}, err
	}
	r.cmd = filepath.Base(s.argv0)
	if len(s.pointers.list()) > 0 {
		r.declined = s.declined
	}
	return r, nil
}

// withholds fails unless the policy withholds each of pointers, for it would
// leave the others in the environment of every op.
func (p *compiled) withholds(pointers []pointer) error {
	for _, v := range pointers {
		if p.withheld(v.name) < 0 {
			return fmt.Errorf("envguard: pointer %s was captured but this policy does not withhold it: add it to Config.Withhold", quoteName(v.name))
		}
	}
	return nil
}

func (p *Policy) apply(c *exec.Cmd, base, overrides []string, inject []pointer, recursive bool) (Report, error) {
	if p == nil || p.c == nil {
		return Report{}, errNoPolicy
	}
	switch {
	case c == nil:
		return Report{}, errors.New("envguard: the command is nil")
	case c.Err != nil:
		return Report{}, c.Err
	case c.Path == "":
		return Report{}, errors.New("envguard: the command has no program")
	case c.Process != nil:
		return Report{}, errors.New("envguard: the command was started already: want a new one for each start")
	case c.Env != nil:
		return Report{}, errors.New("envguard: the command's Env is set already: hand its entries over as overrides")
	}
	pwd, err := p.c.pwd(c.Dir)
	if err != nil {
		return Report{}, err
	}
	env, r, err := p.c.build(nil, base, overrides, pwd, inject, recursive)
	if err != nil {
		return Report{}, err
	}
	c.Env = env
	r.cmd = filepath.Base(c.Path)
	return r, nil
}

// pwd returns the PWD of a child that starts in dir, "" when it keeps the one
// it inherits.
func (p *compiled) pwd(dir string) (string, error) {
	if dir == "" || p.windows {
		return "", nil
	}
	if strings.IndexByte(dir, 0) >= 0 {
		return "", errors.New("envguard: the command's Dir holds a NUL byte")
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("envguard: PWD of the child: %w", err)
	}
	return abs, nil
}

// Verify is for the moment before a start: it fails when c is no longer what
// Apply left behind, because Env became nil, which means to inherit all, or
// because something put a withheld variable in.
func (p *Policy) Verify(c *exec.Cmd) error { return p.verify(c, nil) }

// VerifyRecursive is Verify for a command with the grant that
// [Policy.ApplyRecursive] used up: the pointers must be there exactly once,
// with the captured values, and c must still start our own image.
func (p *Policy) VerifyRecursive(c *exec.Cmd, g Grant) error {
	s, err := g.check(c)
	if err != nil {
		return err
	}
	if s.declined != "" {
		return p.verify(c, nil)
	}
	return p.verify(c, s.pointers.list())
}

func (p *Policy) verify(c *exec.Cmd, granted []pointer) error {
	switch {
	case p == nil || p.c == nil:
		return errNoPolicy
	case c == nil:
		return errors.New("envguard: the command is nil")
	case c.Env == nil:
		return errors.New("envguard: the command's Env is nil, the child would inherit everything: call Apply first")
	}
	if err := p.c.withholds(granted); err != nil {
		return err
	}
	var seen nameSet
	for _, entry := range c.Env {
		if entry == "" || !p.c.gate[entry[0]] {
			continue
		}
		name, _ := splitName(entry)
		i := p.c.withheld(name)
		if i < 0 {
			continue
		}
		if seen.has(i) || !p.c.grants(granted, i, entry) {
			return fmt.Errorf("envguard: withheld variable %s was put into the command's Env after Apply: the child is not started", quoteName(name))
		}
		seen |= 1 << i
	}
	for _, v := range granted {
		if !seen.has(p.c.withheld(v.name)) {
			return fmt.Errorf("envguard: granted variable %s is missing from the command's Env: it was changed after ApplyRecursive", v.name)
		}
	}
	return nil
}

// grants reports whether entry is exactly the granted one for the withheld
// name at i, in the spelling under which it was captured.
func (p *compiled) grants(granted []pointer, i int, entry string) bool {
	for _, v := range granted {
		if p.withheld(v.name) == i {
			return entry == v.name+"="+v.value
		}
	}
	return false
}
