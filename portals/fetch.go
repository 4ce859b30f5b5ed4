package portals

import "gasnetgo/internal/cache"

// What follows is for a NAL that knows ahead of time what will happen, and has memory come until then: see internal/cache.

// Fetch fetches the operation.
func (o *Op) Fetch() { cache.Fetch3(o) }

// FetchMD fetches the descriptor of an operation that has come.
func (o *Op) FetchMD() { cache.Fetch2(o.md) }

// FetchOp fetches the memory of the next operation.
func (n *NI) FetchOp() { cache.Fetch3(n.spare) }

// FetchQueue fetches the first event queue, which most programs have no other than.
func (n *NI) FetchQueue() { cache.Fetch2(n.eqs.first) }

// FetchEvent fetches where its next event will be, when the queue has come.
func (n *NI) FetchEvent() {
	if n.eqs.first == nil {
		return
	}
	q := &n.eqs.first[0].object
	cache.Fetch(q.view)
	if len(q.ring) > 0 {
		cache.Fetch3(q.at(q.tail))
	}
}

// FetchEntry fetches the entry that a request will match and its descriptor, a step further each time, if it is among the first ones of its list.
func (n *NI) FetchEntry(step int, h *Header) (more bool) {
	const most = 4
	if int(h.PT) >= len(n.table) {
		return false
	}
	l := &n.table[h.PT]
	switch step {
	case 0:
		cache.Fetch(l)
		return true
	case 1:
		cache.Fetch(l.first)
		return true
	}
	e := l.first
	for i := 2; e != nil; i++ {
		if (h.MatchBits^e.bits)&^e.ignore == 0 {
			if i == step {
				cache.Fetch2(e.md)
			}
			return false
		}
		if i == step {
			cache.Fetch(e.next)
			return i < 1+most
		}
		e = e.next
	}
	return false
}

// Fetch fetches the oldest event that a view shows, when the view has come.
func (v *QueueView) Fetch() {
	if v.Ring != nil {
		cache.Fetch3(cache.Element(v.Ring, v.Head&v.Mask))
	}
}
