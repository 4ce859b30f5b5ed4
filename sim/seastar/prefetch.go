package seastar

import (
	"gasnetgo/internal/prefetch"
	"gasnetgo/sim/fabric"
)

// What follows implements sim.Prefetcher. The node and the pending are in the caches: step 0 prefetches what they lead to, step 1 what that leads to.

// fetchHost prefetches what every event in the host of a target begins with.
func (n *Node) fetchHost(p *pending) (more bool) {
	n.cpu.PrefetchForHandler()
	prefetch.Lines4(p.m)
	return true
}

func (n *sentInHost) Prefetch(step int, a uint64) (more bool) {
	x := leaving(a)
	switch {
	case x.rest.From == nil:
		return false
	case step == 0:
		prefetch.Lines3At(prefetch.In(x.rest.Work))
		n.cpu.PrefetchForHandler()
		return true
	}
	n.cpu.Plan().FetchHandler(true)
	x.rest.From.PrefetchRest(x.rest, false)
	return false
}

func (n *receivedInHost) Prefetch(step int, a uint64) (more bool) {
	p := at(a)
	switch {
	case p.m == nil:
		return false
	case step == 0:
		prefetch.Lines3At(p.receiving)
		return (*Node)(n).fetchHost(p)
	}
	n.cpu.Plan().FetchHandler(true)
	if who, matches := p.m.To.(fabric.Matcher); matches {
		who.Prefetch(p.m)
	}
	return false
}

func (n *arrivedInHost) Prefetch(step int, a uint64) (more bool) {
	p := at(a)
	switch {
	case p.m == nil:
		return false
	case step == 0:
		prefetch.Line(p.source)
		return (*Node)(n).fetchHost(p)
	}
	n.cpu.Plan().FetchHandler(false)
	if p.source != nil && p.source.matched[0] != 0 {
		p.source.matched.Fetch()
	}
	return false
}

func (n *headerComes) Prefetch(step int, a uint64) (more bool) {
	if step == 0 {
		prefetch.Line(&n.sources)
		return true
	}
	for i, id := range n.sources.ids {
		if id == at(a).from && n.sources.last[i] != nil {
			prefetch.Line(n.sources.last[i])
			break
		}
	}
	return false
}

func (n *trainLeft) Prefetch(step int, a uint64) (more bool) {
	x := leaving(a)
	switch {
	case x.rest.From == nil:
		return false
	case step == 0:
		prefetch.Lines3At(prefetch.In(x.rest.Work))
		return true
	}
	x.rest.From.PrefetchRest(x.rest, true)
	return false
}
