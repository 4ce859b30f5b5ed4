package topo

import "gasnetgo/sim"

// Most links are idle when a train comes. A train that finds the next links of its path idle claims them, each for the time when its head will be there, and makes
// these hops in one event. If another train reaches a claimed link earlier, the train gives back what it has not passed yet, and goes on from the router where its
// head is then. So the times are those of a train that reaches each router in an event of its own, also where two are at the same time: the order of trains decides
// there, whether they are folded or not.

// claim is the latest train that has claimed a link. It is stale when the train has been used for something else since.
type claim struct {
	train  *train
	use    uint64
	before sim.Time // free, without the claim
}

// folded is the end of the hops that a train makes in one event.
type folded Torus

// NodeOf implements sim.Placed.
func (x *folded) NodeOf(a uint64) int { return int(at(a).node) }

// fold has a train claim links from a time on, when its head is where it is, and reports whether it has claimed any.
func (t *Torus) fold(r *train, since sim.Time) bool {
	if !t.folds {
		return false
	}
	h, at, hops, last := r.head, since, int32(0), int32(0)
	for h.node != r.dst {
		i := t.aim(&h, r.dst)
		p := &t.ports[i]
		if t.crosses(&h) || !t.vacant(p, i, r, &h, at) {
			break
		}
		p.claim = claim{r, r.use, p.free}
		p.free = at + r.takes
		t.cross(&h, i, p.free)
		at += t.Hop
		last = i
		hops++
	}
	if hops == 0 {
		return false
	}
	r.origin, r.head, r.since, r.folded, r.last = r.head, h, since, hops, last
	switch r.awaited = r.payload > 0 && t.awaited(r); {
	case r.awaited:
		t.part(r.node).gone.push(r)
		t.nodes.Announce(r.dst, r.arg, at+t.packet, max(at, r.tail), r.order)
	case t.announced(r):
		t.part(r.node).gone.push(r)
		there := max(at+t.packet, r.tail)
		t.nodes.Announce(r.dst, r.arg, there, there, r.order)
	default:
		t.kernel.AtFrom(at, (*folded)(t), address(r), r.order)
	}
	return true
}

// crosses reports whether the next link of a head leads out of its slab.
func (t *Torus) crosses(h *head) bool {
	return t.Slab > 0 && h.node/t.Slab != t.beyond(h)/t.Slab
}

// beyond is the node at the other end of the next link.
func (t *Torus) beyond(h *head) int32 {
	return h.node + t.next[h.dim][h.dir][t.places[h.node][h.dim]].stride
}

// announced reports whether the node has been notified of when a folded train arrives: it does not wait at the end of its path, because it is a packet without payload, or
// because the node has space for it.
func (t *Torus) announced(r *train) bool { return r.awaited || r.payload == 0 && r.node == r.dst }

// awaited reports whether a node expects a folded train at the end of its path. The observer would see it late, as
// it does packets without payload.
func (t *Torus) awaited(r *train) bool {
	return r.node == r.dst && t.Observe == nil && t.gates[r.dst].leaving.empty() && t.nodes.Expects(r.dst, r.payload, r.arg, address(r))
}

// Recall withdraws the train with a number, which a node expects, if it is not there yet. The node calls it before it accepts a train for which there is no other
// space.
func (t *Torus) Recall(number uint64) {
	if r := at(number); !t.passed(r, t.end(r)) {
		t.unfold(r)
	}
}

// end is when the head of a folded train is at the end of its hops.
func (t *Torus) end(r *train) sim.Time { return r.since + sim.Time(r.folded)*t.Hop }

// frees is when nothing needs an announced train any more: no link or buffer that it has passed, and not the node that expects its first packet.
func (t *Torus) frees(r *train) sim.Time {
	if r.awaited {
		return t.end(r) + max(t.Hop, t.packet)
	}
	return t.end(r)
}

// ends reports whether a link is the last one of a folded train that comes to its end in an event of its own.
func (t *Torus) ends(r *train, link int32) bool { return link == r.last && !r.awaited }

// vacant reports whether a train can claim a link for a time: it is idle then, has space, and all trains that have claimed it are out of the way now.
func (t *Torus) vacant(p *port, i int32, r *train, h *head, at sim.Time) bool {
	switch {
	case p.free > at || p.wakes || !p.waiting[0].empty() || !p.waiting[1].empty():
		return false
	case r.payload == 0 && p.used[h.channel] != 0 && t.beyond(h) == r.dst:
		return false // it may have to wait for trains that the node does not accept
	}
	if !t.space(p, h.channel, r.bytes) || t.claimed(p, i) || t.creditDue(p, i, at) {
		return false
	}
	if t.creditDue(p, i, t.kernel.Now()) { // the claim is what the credit would have been known by, if another train came before it
		t.sendCredits(p.train, i)
	}
	return t.space(p, h.channel, r.bytes)
}

// passed reports whether what a train does at a time is over, even if that is now.
func (t *Torus) passed(r *train, at sim.Time) bool {
	now := t.kernel.Now()
	return at < now || at == now && (r.order < t.kernel.Order() || r.routed && at == r.since)
}

// claimed reports whether a train has claimed a link and is not beyond the buffer at its end yet.
func (t *Torus) claimed(p *port, i int32) bool {
	if p.train == nil || p.free+t.Hop < t.kernel.Now() {
		return false // long ago
	}
	r := p.train
	if r.use != p.use {
		return false
	}
	begin := p.free - r.takes
	if t.ends(r, i) {
		return !t.announced(r) || !t.passed(r, begin)
	}
	return !t.passed(r, begin+t.Hop)
}

// creditDue reports whether the credit for the latest train that has claimed a link, and has passed it and the next one, too, may come back later than at a time.
func (t *Torus) creditDue(p *port, i int32, at sim.Time) bool {
	if p.train == nil || p.free+2*t.Hop < at {
		return false // long ago
	}
	r := p.train
	return r.use == p.use && !t.ends(r, i) && !t.over(p.free-r.takes+2*t.Hop, at, i)
}

// over reports whether a credit for a link that comes at a time has come at another, which is now or later.
func (t *Torus) over(credit, at sim.Time, i int32) bool {
	return credit < at || credit == at && at == t.kernel.Now() && t.kernel.Order() >= creditOrder((i+1)*channels-1)
}

// sendCredits has the credits come for links that a folded train has passed and has the latest claim of, or for only one of them, but for those that have come already and
// that of the buffer where it is.
func (t *Torus) sendCredits(r *train, only int32) {
	now := t.kernel.Now()
	h, at := r.origin, r.since
	for range r.folded {
		i := t.aim(&h, r.dst)
		t.cross(&h, i, at+r.takes)
		p := &t.ports[i]
		if due := at + 2*t.Hop; (only < 0 || only == i) && p.train == r && p.use == r.use && !t.ends(r, i) && t.passed(r, at+t.Hop) && !t.over(due, now, i) {
			p.train = nil
			p.used[h.channel] += uint32(r.bytes)
			t.credit(h.via, r.bytes, due)
		}
		at += t.Hop
	}
}

// contest is for a train that has reached a link which another one has claimed. Who is there first takes it.
func (t *Torus) contest(p *port, i int32) {
	switch {
	case t.claimed(p, i):
		t.unfold(p.train)
	case t.creditDue(p, i, t.kernel.Now()):
		t.sendCredits(p.train, i)
	}
	p.train = nil
}

// unfold has a folded train reach the next router in an event of its own. Another train takes its place, as the event at the end of its hops cannot be taken back.
func (t *Torus) unfold(r *train) {
	t.sendCredits(r, -1)
	s := t.part(r.node).allocate()
	s.head, s.dst, s.bytes, s.payload, s.takes, s.arg = r.origin, r.dst, r.bytes, r.payload, r.takes, r.arg
	s.order, s.routed, s.awaited = r.order, false, false
	h, at, left := r.origin, r.since, r.since
	for range r.folded {
		i := t.aim(&h, r.dst)
		p := &t.ports[i]
		if !t.passed(r, at) {
			if p.train == r && p.use == r.use {
				p.free, p.train = p.before, nil
			}
			t.cross(&h, i, at+r.takes)
		} else {
			t.count(i, r, at, 0, r.takes, 0)
			t.cross(&h, i, at+r.takes)
			s.head, left = h, at+t.Hop
		}
		at += t.Hop
	}
	r.use++
	r.folded = 0
	if t.announced(r) {
		t.nodes.Withdraw(r.dst, r.arg)
	} else {
		r.dead = true
	}
	if s.via == injected {
		t.come(s, left)
		return
	}
	t.ports[s.via/channels].used[s.via%channels] += uint32(s.bytes)
	t.kernel.AtFrom(left, (*reaches)(t), address(s), s.order)
}

// come has a train reach its node's router.
func (t *Torus) come(r *train, first sim.Time) {
	t.turn(&r.head, r.dst)
	t.gates[r.node].coming++
	t.kernel.AtFrom(first, (*reaches)(t), address(r), r.order)
}

// Act has a train go on behind its folded hops.
func (x *folded) Act(_ *sim.Kernel, a uint64) {
	t, r := (*Torus)(x), at(a)
	if r.dead {
		r.dead = false
		t.part(r.node).free(r)
		return
	}
	t.countFolded(r)
	r.use++
	t.ports[r.last].used[r.via%channels] += uint32(r.bytes)
	t.route(r)
}

// countFolded is count for all links of a folded train.
func (t *Torus) countFolded(r *train) {
	if t.links == nil && t.Observe == nil {
		return
	}
	h, at := r.origin, r.since
	for range r.folded {
		i := t.aim(&h, r.dst)
		t.count(i, r, at, 0, r.takes, 0)
		t.cross(&h, i, at+r.takes)
		at += t.Hop
	}
}

// Settle counts announced trains that have passed their links, those of a slab that were announced before others first. Statistics and the observer see announced
// trains only then.
func (t *Torus) Settle() {
	for i := range t.parts {
		t.settle(&t.parts[i])
	}
}

func (t *Torus) settle(part *part) {
	now := t.kernel.Now()
	for !part.gone.empty() {
		r := part.gone.first()
		if r.folded > 0 && t.frees(r) >= now {
			return // another may be at a link at the same time, and precede it, or not have its credit yet
		}
		part.gone.pop()
		t.countFolded(r)
		part.free(r)
	}
}
