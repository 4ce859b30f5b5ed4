package seastar

import "gasnetgo/internal/cache"

// What follows is sim.Fetcher's. The node and the pending have come: now what they lead to, and then what that leads to.

func (n *inHandler) Fetch(step int, a uint64) (more bool) {
	p := at(a)
	switch {
	case p.m == nil:
		return false
	case step == 0:
		n.cpu.FetchSets()
		cache.Fetch4(p.m)
		p.fetchOp(n.id)
		return true
	}
	n.cpu.Handler.Fetch()
	switch {
	case p.from == n.id: // or it has come from here to here, which is as good
		p.m.FetchSending()
	case p.posted != arrived:
		p.m.FetchReceiving()
	case p.source != nil && p.source.matched[0] != 0:
		p.source.matched.Fetch()
	}
	return false
}

// fetchOp fetches the operation of the host that an event is for.
func (p *pending) fetchOp(node int32) {
	switch {
	case p.from == node:
		cache.FetchAt(p.sending)
	case p.posted != arrived:
		cache.FetchAt(p.receiving)
	default:
		cache.Fetch(p.source)
	}
}

func (n *headerComes) Fetch(step int, a uint64) (more bool) {
	if step == 0 {
		cache.Fetch2(&n.sources)
		return true
	}
	for i, id := range n.sources.ids {
		if id == at(a).from && n.sources.last[i] != nil {
			cache.Fetch(n.sources.last[i])
			break
		}
	}
	return false
}

func (n *trainLeft) Fetch(step int, a uint64) (more bool) {
	p := at(a)
	switch {
	case p.m == nil:
		return false
	case step == 0:
		cache.Fetch4(p.m)
		p.fetchOp(p.from)
		return true
	}
	p.m.FetchSending()
	return false
}
