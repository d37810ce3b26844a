package registry

import "math/bits"

// A hashTable is how Descriptor finds a code: an open-addressed table of the
// codes' digits, with a multiplier that was sought so that no two codes want
// the same slot. Where there is one, Descriptor is so short and straight that
// Go inlines it into the method that an interface calls, which is where a
// disabled diag.Enabled spends its time. Large catalogs may have none; their
// table is probed linearly.
type hashTable struct {
	width      int // bits of a key: 32 or 64
	bits       int // of a slot's number
	multiplier uint64
	probed     bool  // a code may stand behind the slot it wants
	slots      []int // index of a key, or -1; 1<<bits of them
}

// seekCost bounds the search for a multiplier, in keys that are hashed. It
// takes about a millisecond.
const seekCost = 1 << 18

// newHashTable makes the table of keys that differ. The same keys give the same
// table anywhere.
func newHashTable(keys []uint64, width int) *hashTable {
	t := &hashTable{width: width}
	half := bits.Len(uint(2*max(len(keys), 1) - 1)) // slots of which half are used, or less
	for t.bits = half; t.bits <= half+2; t.bits++ {
		if t.seek(keys) {
			t.fill(keys, -1)
			return t
		}
	}
	t.bits, t.probed = half, true
	best, least := uint64(0), -1
	for i := range max(seekCost/4/len(keys), 4) {
		t.multiplier = multiplier(i)
		if steps := t.fill(keys, least); least < 0 || steps < least {
			best, least = t.multiplier, steps
		}
	}
	t.multiplier = best
	t.fill(keys, -1)
	return t
}

// seek finds a multiplier that gives each key a slot of its own. Numbers that
// follow each other have one more often than chance has it, so that many codes
// are no reason not to try.
func (t *hashTable) seek(keys []uint64) bool {
	user := make([]int, 1<<t.bits) // the last try that used a slot, from 1
	for try, cost := 1, 0; cost <= seekCost; try++ {
		t.multiplier = multiplier(try - 1)
		apart := 0
		for _, k := range keys {
			at := t.want(k)
			if user[at] == try {
				break
			}
			user[at] = try
			apart++
		}
		if apart == len(keys) {
			return true
		}
		cost += apart + 1
	}
	return false
}

// multiplier returns the i-th one to try: an odd number of 64 bits that look
// random (the finalizer of SplitMix64, https://doi.org/10.1145/2660193.2660195).
func multiplier(i int) uint64 {
	z := uint64(i+1) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return (z ^ z>>31) | 1
}

// fill puts the keys into their slots, or behind those that are taken, and
// returns how many steps that makes. It gives up past limit, unless that is
// negative.
func (t *hashTable) fill(keys []uint64, limit int) (steps int) {
	if len(t.slots) != 1<<t.bits {
		t.slots = make([]int, 1<<t.bits)
	}
	for i := range t.slots {
		t.slots[i] = -1
	}
	for i, k := range keys {
		at := t.want(k)
		for t.slots[at] >= 0 {
			if steps++; limit >= 0 && steps > limit {
				return steps
			}
			at = (at + 1) % len(t.slots)
		}
		t.slots[at] = i
	}
	return steps
}

// want returns the slot that a key would be in if it were alone.
func (t *hashTable) want(key uint64) int {
	return int(key * t.multiplier << (64 - t.width) >> (64 - t.bits))
}

// factor is the multiplier as the generated code writes it.
func (t *hashTable) factor() uint64 {
	return t.multiplier << (64 - t.width) >> (64 - t.width)
}
