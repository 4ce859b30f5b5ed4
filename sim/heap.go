package sim

import (
	"cmp"
	"math/bits"
)

// event is an entry of a heap: its time, then its sequence number, then the slot of the call.
type event struct {
	at  uint64
	key uint64 // sequence number<<slotBits | slot, or foreign | order<<slotBits | slot
}

// Four million events at a time, two thousand billion in a run.
const slotBits = 22

// foreign is the bit in the key of an event that another node causes.
const foreign = 1 << 63

// OrderBits is how many bits the order of AtFrom has.
const OrderBits = 63 - slotBits

func (e event) slot() uint32 { return uint32(e.key) & (1<<slotBits - 1) }

// before is 1 if e comes before f. It is a subtraction of 128 bits: a branch would be mispredicted half of the time.
func (e event) before(f event) uint64 {
	_, borrow := bits.Sub64(e.key, f.key, 0)
	_, borrow = bits.Sub64(e.at, f.at, borrow)
	return borrow
}

// compare is for sorting.
func (e event) compare(f event) int {
	return cmp.Or(cmp.Compare(e.at, f.at), cmp.Compare(e.key, f.key))
}

// heap is a heap in which every entry has four children, which share a cache line.
type heap []event

func (h *heap) push(e event) {
	q := append(*h, e)
	*h = q
	i := len(q) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if e.before(q[parent]) == 0 {
			break
		}
		q[i] = q[parent]
		i = parent
	}
	q[i] = e
}

func (h *heap) pop() event {
	q := *h
	top := q[0]
	last := len(q) - 1
	e := q[last]
	q = q[:last]
	*h = q
	if last == 0 {
		return top
	}
	i := 0
	for {
		child := 4*i + 1
		if child+3 >= len(q) {
			break
		}
		c := q[child : child+4 : child+4]
		// The smaller ones of two pairs, then the smaller of those.
		a := c[1].before(c[0])
		b := 2 + c[3].before(c[2])
		least := a + (b-a)*c[b&3].before(c[a&3])
		if c[least&3].before(e) == 0 {
			q[i] = e
			return top
		}
		q[i] = c[least&3]
		i = child + int(least)
	}
	if child := 4*i + 1; child < len(q) { // the last children, fewer than four
		least := child
		for c := child + 1; c < len(q); c++ {
			if q[c].before(q[least]) != 0 {
				least = c
			}
		}
		if q[least].before(e) != 0 {
			q[i] = q[least]
			i = least
		}
	}
	q[i] = e
	return top
}
