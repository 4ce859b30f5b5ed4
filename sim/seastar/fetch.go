package seastar

import (
	"gasnetgo/internal/cache"
	"gasnetgo/sim/nal"
)

// What follows is sim.Fetcher's. The node and the pending have come: now what they lead to.

func (n *inHandler) Fetch(step int, p uint64) (more bool) {
	switch step {
	case 0:
		n.cpu.FetchSets()
	case 1:
		n.cpu.Handler.Fetch()
	}
	return at(p).fetch(step, n.id)
}

// fetch fetches what a node's host will touch when it is told of a pending.
func (p *pending) fetch(step int, node int32) (more bool) {
	due := nal.DueReceived
	switch {
	case p.m == nil:
		return false
	case p.from == node: // or it has come from here to here, which is as good
		due = nal.DueSent
	case p.posted == arrived:
		due = nal.DueArrived
	}
	return p.m.Fetch(step, due)
}

func (n *headerComes) Fetch(step int, p uint64) (more bool) {
	if step == 0 {
		cache.Fetch2(&n.sources)
		return true
	}
	for i, id := range n.sources.ids {
		if id == at(p).from {
			cache.Fetch(n.sources.last[i])
			break
		}
	}
	return false
}

func (n *trainLeft) Fetch(step int, p uint64) (more bool) {
	m := at(p).m
	return m != nil && m.Fetch(step, nal.DueLeft)
}
