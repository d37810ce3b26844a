package envguard

import (
	"errors"
	"fmt"
	"strings"
	"unsafe"
)

// errNoPolicy answers a Policy that Compile did not make.
var errNoPolicy = errors.New("envguard: the Policy is nil or zero: want one made by Compile")

// AppendOp appends the environment of an op subprocess to dst and returns it,
// never nil, with a report of what was kept from the child. base is the
// environment that the runner got, unfiltered; overrides are the NAME=value
// entries that the op asks for, which the lists of the policy do not judge
// but its withheld names do. Entries keep their order: base, then the
// policy's Self, then overrides; the last entry for a name counts.
//
// Entries without a name or without "=", and inherited ones that hold a NUL
// byte, are dropped and counted. An override or a policy that would put a NUL
// byte into the child is an error. dst may be base[:0]; when it shares memory
// with base or overrides otherwise, a new slice is made.
//
// Most callers want [Policy.Start], or [Policy.Apply], which also see to PWD.
func (p *Policy) AppendOp(dst, base, overrides []string) ([]string, Report, error) {
	if p == nil || p.c == nil {
		return nil, Report{}, errNoPolicy
	}
	return p.c.build(dst, base, overrides, "", nil, false)
}

// build makes every environment of this package.
func (p *compiled) build(dst, base, overrides []string, pwd string, inject []pointer, recursive bool) ([]string, Report, error) {
	r := Report{p: p}
	self := p.self()
	more := len(self) + 1 + len(overrides) + len(inject)
	start := len(dst)
	switch {
	case dst == nil && p.mode == Rebuild:
		dst = p.newAllowed(base, pwd != "", more, &r)
	default:
		dst = withRoom(dst, base, overrides, len(base)+more)
		if p.mode == Rebuild {
			dst, _ = p.appendAllowed(dst, base, pwd != "", &r)
		} else {
			dst = p.appendAll(dst, base, pwd != "", &r)
		}
	}
	dst = append(dst, self...)
	if pwd != "" {
		dst = append(dst, "PWD="+pwd)
	}
	dst, err := p.appendOverrides(dst, overrides, recursive, &r)
	if err != nil {
		return nil, Report{}, err
	}
	if p.echoes != nil {
		dst = p.dropEchoes(dst, start, &r)
	}
	if p.dedup {
		dst = p.dropShadowed(dst, start)
	}
	for _, v := range inject {
		dst = append(dst, v.name+"="+v.value)
		r.injected |= 1 << p.withheld(v.name)
	}
	r.withheld &^= r.injected
	return dst, r, nil
}

// withRoom returns dst, or a copy of it when it has no room for need entries
// or is not safe to append to while base and overrides are read.
func withRoom(dst, base, overrides []string, need int) []string {
	shares := overlap(dst, base)
	if dst != nil && !overlap(dst, overrides) && (shares && startsAt(dst, base) && cap(dst) >= len(base) || !shares && cap(dst)-len(dst) >= need) {
		return dst
	}
	return append(make([]string, 0, len(dst)+need), dst...)
}

// newAllowed is appendAllowed into a new slice with room for more entries
// than pass: most bases shrink to a few, so room for all would be a waste.
func (p *compiled) newAllowed(base []string, hasPWD bool, more int, r *Report) []string {
	var buf [48]string
	few, done := p.appendAllowed(buf[:0], base, hasPWD, r)
	dst := append(make([]string, 0, len(few)+len(base)-done+more), few...)
	dst, _ = p.appendAllowed(dst, base[done:], hasPWD, r)
	return dst
}

// appendAll filters base in Inherit mode.
func (p *compiled) appendAll(dst, base []string, hasPWD bool, r *Report) []string {
	for _, entry := range base {
		if entry == "" {
			r.malformed++
			continue
		}
		if p.gate[entry[0]] {
			switch p.judge(entry, hasPWD, r) {
			case drop:
				continue
			case hidden:
				dst = append(dst, entry)
				continue
			}
		}
		if strings.IndexByte(entry, '=') < 0 || strings.IndexByte(entry, 0) >= 0 {
			r.malformed++
			continue
		}
		dst = append(dst, entry)
	}
	return dst
}

// appendAllowed filters base in Rebuild mode. It stops where dst has no room
// for an entry that passes, and returns how many entries it has done.
func (p *compiled) appendAllowed(dst, base []string, hasPWD bool, r *Report) ([]string, int) {
	for i, entry := range base {
		if entry == "" {
			r.malformed++
			continue
		}
		if p.gate[entry[0]] {
			switch p.judge(entry, hasPWD, r) {
			case drop:
				continue
			case hidden:
				r.stripped++
				continue
			}
		}
		eq := strings.IndexByte(entry, '=')
		if eq < 0 || strings.IndexByte(entry, 0) >= 0 {
			r.malformed++
			continue
		}
		if name := entry[:eq]; !p.allow.match(name) || p.denies(name) {
			r.stripped++
			continue
		}
		if len(dst) == cap(dst) {
			return dst, i
		}
		dst = append(dst, entry)
	}
	return dst, len(base)
}

type verdict uint8

const (
	judgeOn verdict = iota // an ordinary entry as far as judge can tell
	drop                   // counted and done with
	hidden                 // a well-formed "=C:=C:\src" of Windows
)

// judge handles the base entries whose first byte is in the gate: spellings of
// withheld names, entries that Self or PWD replace, and those that begin with
// an equals sign. entry is not empty.
func (p *compiled) judge(entry string, hasPWD bool, r *Report) verdict {
	name, hasName := splitName(entry)
	if i := p.withheld(name); i >= 0 {
		r.withheld |= 1 << i
		return drop
	}
	if entry[0] == '=' {
		if p.windows && hasName && name[1] != '=' && strings.IndexByte(entry, 0) < 0 {
			return hidden
		}
		r.malformed++
		return drop
	}
	if hasName && (p.selfIndex(name) >= 0 || hasPWD && p.same(name, "PWD")) {
		return drop
	}
	return judgeOn
}

// splitName returns what stands before the equals sign that ends the name,
// all of the entry when there is none, and whether there is one. Equals signs
// in front belong to the name.
func splitName(entry string) (name string, ok bool) {
	from := 0
	for from < len(entry) && entry[from] == '=' {
		from++
	}
	if i := strings.IndexByte(entry[from:], '='); i >= 0 {
		return entry[:from+i], true
	}
	return entry, false
}

func (p *compiled) appendOverrides(dst, overrides []string, recursive bool, r *Report) ([]string, error) {
	for i, entry := range overrides {
		if entry == "" {
			r.malformed++
			continue
		}
		name, ok := splitName(entry)
		if p.withheld(name) >= 0 {
			r.refused = append(r.refused, quoteName(name))
			continue
		}
		if !ok || name[0] == '=' {
			r.malformed++
			continue
		}
		if strings.IndexByte(entry, 0) >= 0 {
			return nil, fmt.Errorf("envguard: override %d %s holds a NUL byte: no system can pass it on", i, quoteName(name))
		}
		if at := p.selfIndex(name); at >= 0 && !p.overridable[at] {
			if p.strict {
				return nil, fmt.Errorf("envguard: override %d %s: the runner sets this variable itself, remove the override", i, quoteName(name))
			}
			r.dropped = append(r.dropped, quoteName(name))
			continue
		}
		if recursive && p.loader.longest > 0 && p.loader.match(name) {
			r.dropped = append(r.dropped, quoteName(name))
			continue
		}
		dst = append(dst, entry)
	}
	if p.strict && len(r.refused) > 0 {
		return nil, refusedError(r.refused)
	}
	return dst, nil
}

// dropEchoes removes from dst[start:] what repeats a pointer in its value.
func (p *compiled) dropEchoes(dst []string, start int, r *Report) []string {
	kept, needles := dst[:start], p.echoes()
	for _, entry := range dst[start:] {
		name, _ := splitName(entry)
		if holdsAny(entry[len(name):], needles) {
			r.echoes = append(r.echoes, quoteName(name))
			continue
		}
		kept = append(kept, entry)
	}
	return kept
}

// dropShadowed leaves the last entry for each name in dst[start:].
func (p *compiled) dropShadowed(dst []string, start int) []string {
	seen := make(map[string]struct{}, len(dst)-start)
	to := len(dst)
	for i := len(dst) - 1; i >= start; i-- {
		key, _ := splitName(dst[i])
		if p.windows {
			key = string(appendASCIIFold(nil, key))
		}
		if _, ok := seen[key]; ok {
			continue
		}
		seen[key] = struct{}{}
		to--
		dst[to] = dst[i]
	}
	return append(dst[:start], dst[to:]...)
}

func holdsAny(value string, needles []string) bool {
	for _, n := range needles {
		if strings.Contains(value, n) {
			return true
		}
	}
	return false
}

// overlap reports whether what append could write to dst shares memory with s.
func overlap(dst, s []string) bool {
	if cap(dst) == 0 || len(s) == 0 {
		return false
	}
	const size = unsafe.Sizeof("")
	d, b := uintptr(unsafe.Pointer(unsafe.SliceData(dst))), uintptr(unsafe.Pointer(unsafe.SliceData(s)))
	return d < b+uintptr(len(s))*size && b < d+uintptr(cap(dst))*size
}

// startsAt reports whether dst is s[:0], so that filtering s into it never
// overtakes the reading.
func startsAt(dst, s []string) bool {
	return len(dst) == 0 && unsafe.SliceData(dst) == unsafe.SliceData(s)
}
