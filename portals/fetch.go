package portals

import "gasnetgo/internal/cache"

// What follows is for a NAL that knows ahead of time what will happen, and has memory come until then: see internal/cache. Most of it says where things are.

// Fetch fetches an operation's descriptor and its memory, when it has come itself.
func (o *Op) Fetch() {
	if o.md == nil { // it is over
		return
	}
	cache.Fetch2(o.md)
}

// FetchRegion fetches the memory of an operation that has come.
func (o *Op) FetchRegion() {
	if o.md == nil {
		return
	}
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
	at := cache.Begin(e)
	f := cache.Few{cache.All(o.md), cache.Begin(&n.table[e.pt]), at, at, at}
	if e = e.prev; e != nil {
		f[3] = cache.Begin(e)
		if e.prev != nil {
			f[4] = cache.Begin(e.prev)
		}
	}
	return f
}

// Source is the descriptor of the next put, if that is as far from the last one's as it was from the one before.
func (n *NI) Source() uintptr {
	i := 2*n.latest - n.before
	if n.mds.first == nil || i >= chunkSize {
		return cache.Begin(n)
	}
	return cache.All(&n.mds.first[i])
}

// Queue is where the first event queue is, which most programs have no other than, its view, and the first of its events: where the next one will be if there is none.
func (n *NI) Queue() cache.Few {
	if n.eqs.first == nil || len(n.eqs.first[0].object.ring) == 0 {
		at := cache.Begin(n)
		return cache.Few{at, at, at, at, at}
	}
	q := &n.eqs.first[0].object
	queue := cache.All(q)
	f := cache.Few{queue, cache.All(&q.ring[0]), cache.Begin(&q.ring[0].HdrData), queue, queue}
	if q.view != nil {
		f[3] = cache.All(q.view)
	}
	return f
}
