package envguard

import "github.com/egladman/magus/codes"

// CheckListen is for a process that is about to listen as a pool: when it
// inherited a pointer, and so runs inside another magus, the error is MGS2012
// and names the first in policy order. Connecting as a client needs no check.
func (p Pointers) CheckListen() error {
	if found := p.list(); len(found) > 0 {
		return codes.NewMGS2012(found[0].name)
	}
	return nil
}
