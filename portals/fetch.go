package portals

import "gasnetgo/internal/cache"

// What follows is for a NAL that knows ahead of time what will happen, and has memory come until then: see internal/cache. Most of it says where things are.

// Fetch fetches an operation's descriptor and its memory, when it has come itself.
func (o *Op) Fetch() {
	if o.md == nil { // it is over
		return
	}
	cache.Fetch2(o.md)
	if o.Region.Vec == nil && o.Length > 0 {
		cache.Ends(o.Region.Addr, o.Length)
	}
}

// Matched is where a target's operation has come by: the descriptor, the list, the entry and the two before it. The next one from there may come by the same.
func (n *NI) Matched(o *Op) cache.Few {
	if o.md == nil || o.md.me == nil {
		return cache.Few{}
	}
	e := o.md.me
	f := cache.Few{cache.At(o.md), cache.At(&n.table[e.pt]), cache.At(e), cache.At(e), cache.At(e)}
	if e = e.prev; e != nil {
		f[3], f[4] = cache.At(e), cache.At(e)
		if e.prev != nil {
			f[4] = cache.At(e.prev)
		}
	}
	return f
}

// Source is the descriptor of the next put, if that is as far from the last one's as it was from the one before.
func (n *NI) Source() uintptr {
	i := 2*n.latest - n.before
	if n.mds.first == nil || i >= chunkSize {
		return cache.At(n)
	}
	return cache.At(&n.mds.first[i])
}

// Queue is where the first event queue is, which most programs have no other than, its view, and the first of its events: where the next one will be if there is none.
func (n *NI) Queue() (queue, view, event uintptr) {
	if n.eqs.first == nil || len(n.eqs.first[0].object.ring) == 0 {
		return cache.At(n), cache.At(n), cache.At(n)
	}
	q := &n.eqs.first[0].object
	queue, event = cache.At(q), cache.At(&q.ring[0])
	view = queue
	if q.view != nil {
		view = cache.At(q.view)
	}
	return queue, view, event
}
