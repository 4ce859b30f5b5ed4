package portals

import "gasnetgo/internal/prefetch"

// What follows says where objects are, for a NAL that prefetches: see internal/prefetch.

// Prefetch prefetches an operation's descriptor, when the operation is in the caches.
func (o *Op) Prefetch() {
	if o.md != nil { // nil: it is over
		prefetch.Lines2(o.md)
	}
}

// PrefetchRegion prefetches the memory of an operation that is in the caches.
func (o *Op) PrefetchRegion() {
	if o.md != nil && o.Region.Vec == nil && o.Length > 0 {
		prefetch.Ends(o.Region.Addr, o.Length)
	}
}

// Descriptor is the place of an operation's descriptor. Those of one program lie one behind the other.
func (o *Op) Descriptor() uintptr { return prefetch.All(o.md) }

// Matched is the places that a target's operation has been matched at: the descriptor, the list, the entry and the two before it.
func (n *NI) Matched(o *Op) prefetch.SmallSet {
	if o.md == nil || o.md.me == nil {
		return prefetch.SmallSet{}
	}
	e := o.md.me
	at := prefetch.Begin(e)
	f := prefetch.SmallSet{prefetch.All(o.md), prefetch.Begin(&n.table[e.pt]), at, at, at}
	if e = e.prev; e != nil {
		f[3] = prefetch.Begin(e)
		if e.prev != nil {
			f[4] = prefetch.Begin(e.prev)
		}
	}
	return f
}

// QueueMoved reports whether the memory of the first event queue has moved since the last call: then Queue has other addresses.
func (n *NI) QueueMoved() bool {
	if n.eqs.first == nil || !n.eqs.first[0].object.moved {
		return false
	}
	n.eqs.first[0].object.moved = false
	return true
}

// Queue returns the addresses of the first event queue (most programs have only one), of its view, and of its first event, or the place of the next one.
func (n *NI) Queue() prefetch.SmallSet {
	if n.eqs.first == nil || len(n.eqs.first[0].object.ring) == 0 {
		at := prefetch.Begin(n)
		return prefetch.SmallSet{at, at, at, at, at}
	}
	q := &n.eqs.first[0].object
	queue := prefetch.All(q)
	f := prefetch.SmallSet{queue, prefetch.All(&q.ring[0]), prefetch.Begin(&q.ring[0].HdrData), queue, queue}
	if q.view != nil {
		f[3] = prefetch.All(q.view)
	}
	return f
}
