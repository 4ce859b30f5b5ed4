package seastar

import "gasnetgo/internal/cache"

// What follows is sim.Fetcher's. The node and the pending have come: now what they lead to, and then what that leads to.

// fetchHost fetches what every event in the host begins with.
func (n *Node) fetchHost(p *pending) (more bool) {
	n.cpu.FetchHandlerSets()
	cache.Fetch4(p.m)
	return true
}

func (n *sentInHost) Fetch(step int, a uint64) (more bool) {
	p := at(a)
	switch {
	case p.m == nil:
		return false
	case step == 0:
		cache.Fetch3At(p.sending)
		return (*Node)(n).fetchHost(p)
	}
	n.cpu.Handler.Fetch()
	n.cpu.Event.Fetch()
	p.m.FetchSending()
	return false
}

func (n *receivedInHost) Fetch(step int, a uint64) (more bool) {
	p := at(a)
	switch {
	case p.m == nil:
		return false
	case step == 0:
		cache.Fetch3At(p.receiving)
		return (*Node)(n).fetchHost(p)
	}
	n.cpu.Handler.Fetch()
	n.cpu.Event.Fetch()
	p.m.FetchReceiving()
	return false
}

func (n *arrivedInHost) Fetch(step int, a uint64) (more bool) {
	p := at(a)
	switch {
	case p.m == nil:
		return false
	case step == 0:
		cache.Fetch(p.source)
		return (*Node)(n).fetchHost(p)
	}
	n.cpu.Handler.Fetch()
	if p.source != nil && p.source.matched[0] != 0 {
		p.source.matched.Fetch()
	}
	return false
}

func (n *headerComes) Fetch(step int, a uint64) (more bool) {
	if step == 0 {
		cache.Fetch(&n.sources)
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
		cache.Fetch3At(p.sending)
		return true
	}
	p.m.FetchPayload()
	return false
}
