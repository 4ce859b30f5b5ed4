package topo

import (
	"gasnetgo/internal/prefetch"
	"gasnetgo/sim"
)

// channels is how many virtual channels a link has.
const channels = 2

// port is the beginning of a link, with what is in the buffers at its end. It is one cache line.
type port struct {
	free    sim.Time         // the link has carried all that it was given
	waiting [channels]queue  // trains for it
	used    [channels]uint32 // bytes of the buffers at its end
	wakes   bool             // an event will have it serve trains when it is free
	claim
}

// gate is where a node and its router meet. A node's trains enter one after the other: one that waits for its link stops those behind it.
type gate struct {
	waiting  uint64   // bytes of trains that wait for a link
	entering queue    // trains behind the one that waits for its link
	leaving  queue    // trains that the node does not accept yet
	folded   sim.Time // when the latest one that was folded when it was sent enters
	coming   int32    // trains that will reach the router in events of their own
	busy     bool     // a train waits for its link
	wanted   bool     // Full was true
	sent     uint32   // trains, modulo 2^32
}

// Events.
type (
	reaches Torus // the head of a train has reached a router
	credits Torus // the credit for a buffer has come back over its link
	enters  Torus // a train is the first at its node's router
	serves  Torus // a link may be free, or a buffer at its end
)

// The events implement sim.Placed: a link belongs to the node where it begins.

func (x *reaches) NodeOf(a uint64) int { return int(at(a).node) }
func (x *enters) NodeOf(a uint64) int  { return int(at(a).node) }
func (x *serves) NodeOf(a uint64) int  { return int(a / Directions) }
func (x *credits) NodeOf(a uint64) int { return int(a & (1<<viaBits - 1) / channels / Directions) }

// Act has a train go on.
func (x *reaches) Act(k *sim.Kernel, a uint64) {
	t, r := (*Torus)(x), at(a)
	if r.via == injected {
		g := &t.gates[r.node]
		g.coming--
		g.waiting += r.bytes
		if g.busy {
			g.entering.push(r)
			return
		}
		g.busy = true
	}
	t.route(r)
}

// route has a train go through the router where it is.
func (t *Torus) route(r *train) {
	r.since, r.routed = t.kernel.Now(), true
	if r.node == r.dst {
		t.leave(r)
		return
	}
	if t.fold(r, r.since) {
		t.release(&r.origin, r.bytes)
		return
	}
	i := t.aim(&r.head, r.dst)
	p := &t.ports[i]
	if p.claim.train != nil {
		t.contest(p, i)
	}
	if p.free <= r.since && !p.wakes && p.waiting[r.channel].empty() && t.space(p, r.channel, r.bytes) {
		t.pass(p, i, r)
		return
	}
	p.waiting[r.channel].push(r)
	t.wake(p, i)
}

// Prefetch fetches a train, then the port that it is likely to go through.
func (x *reaches) Prefetch(step int, a uint64) (more bool) {
	t, r := (*Torus)(x), at(a)
	if step == 0 {
		prefetch.Lines2(r)
		return true
	}
	if i := int(r.node)*Directions + 2*int(r.dim) + int(r.dir); i < len(t.ports) {
		prefetch.Line(&t.ports[i])
	}
	if r.via == injected {
		prefetch.Line(&t.gates[r.node])
	}
	return false
}

// aim is the link that a train takes next, when it is not where it has to be.
func (t *Torus) aim(h *head, dst int32) (link int32) {
	if h.steps == 0 {
		t.turn(h, dst)
	}
	if x, last := t.places[h.node][h.dim], int32(t.sizes[h.dim]-1); h.dir == up && x == last || h.dir == down && x == 0 {
		h.channel = 1 // the link connects the ends of the dimension
	}
	return h.node*Directions + 2*int32(h.dim) + int32(h.dir)
}

// turn has a train go along the next dimension in which it is not where it has to be.
func (t *Torus) turn(h *head, dst int32) {
	from, to := &t.places[h.node], &t.places[dst]
	for d := range from {
		if from[d] == to[d] {
			continue
		}
		steps, rising := t.way(d, t.sizes[d], int(from[d]), int(to[d]))
		h.steps, h.dim, h.dir, h.channel = int32(steps), uint8(d), down, 0
		if rising {
			h.dir = up
		}
		return
	}
}

// cross has a train be at the other end of a link, which has carried its last byte at a time.
func (t *Torus) cross(h *head, link int32, carried sim.Time) {
	h.via = link*channels + int32(h.channel)
	h.node = t.beyond(h)
	h.steps--
	h.tail = max(h.tail, carried) + t.Hop
}

// space reports whether there is room for a train at the end of a link. An empty buffer has room for any.
func (t *Torus) space(p *port, channel uint8, bytes uint64) bool {
	used := p.used[channel]
	return t.Buffer == 0 || used == 0 || uint64(used)+bytes <= t.Buffer
}

// pass has a train go over a link.
func (t *Torus) pass(p *port, i int32, r *train) {
	now := t.kernel.Now()
	occupied, again := r.takes, uint64(0)
	if t.errors.links != nil {
		if again = t.errors.damaged(i, r.bytes/t.Packet); again > 0 {
			occupied += sim.Time(again) * (t.errors.rates.Retry + t.packet)
		}
	}
	p.free = now + occupied
	t.count(i, r, now, now-r.since, occupied, again)
	t.release(&r.head, r.bytes)
	t.cross(&r.head, i, now+occupied)
	head := now + t.Hop
	if r.payload == 0 && r.node == r.dst && p.used[r.channel] == 0 { // it does not wait there, and there is none that it could overtake
		t.nodes.Arrives(r.dst, r.arg, max(head+t.packet, r.tail), r.tail, r.order)
		t.part(i / Directions).free(r)
		return
	}
	p.used[r.channel] += uint32(r.bytes)
	t.kernel.AtFrom(head, (*reaches)(t), address(r), r.order)
}

// count has the statistics and the observer see a train on a link.
func (t *Torus) count(i int32, r *train, begin, waited, occupied sim.Time, again uint64) {
	if t.links != nil {
		t.links[i].count(r.bytes, waited, occupied, again)
	}
	if t.Observe != nil {
		t.Observe(Port{int(i / Directions), int(i % Directions)}, begin, begin+occupied, r.bytes)
	}
}

// release frees the buffer that a train has occupied in its router. At the other end of the wire it is free a hop later: the credit crosses the wire.
func (t *Torus) release(h *head, bytes uint64) {
	if h.via == injected {
		t.enter(h.node, bytes)
		return
	}
	t.credit(h.via, bytes, t.kernel.Now()+t.Hop)
}

// credit has a buffer become free at a time.
func (t *Torus) credit(via int32, bytes uint64, at sim.Time) {
	t.kernel.AtFrom(at, (*credits)(t), bytes<<viaBits|uint64(via), creditOrder(via))
}

// Act has trains go on that have waited for the buffer.
func (x *credits) Act(k *sim.Kernel, a uint64) {
	t, via := (*Torus)(x), a&(1<<viaBits-1)
	p := &t.ports[via/channels]
	p.used[via%channels] -= uint32(a >> viaBits)
	if !p.waiting[via%channels].empty() {
		(*serves)(t).Act(k, via/channels)
	}
}

// Prefetch fetches the port.
func (x *credits) Prefetch(_ int, a uint64) (more bool) {
	if i := a & (1<<viaBits - 1) / channels; i < uint64(len(x.ports)) {
		prefetch.Line(&x.ports[i])
	}
	return false
}

// enter has the next train of a node enter the network, when one has left its router.
func (t *Torus) enter(node int32, bytes uint64) {
	g := &t.gates[node]
	g.busy = false
	if !g.entering.empty() {
		g.busy = true
		t.kernel.At(t.kernel.Now(), (*enters)(t), address(g.entering.pop()))
	}
	if g.waiting -= bytes; g.wanted && g.waiting < t.Inject {
		g.wanted = false
		t.nodes.Room(node)
	}
}

// Act has a train enter.
func (x *enters) Act(_ *sim.Kernel, a uint64) { (*Torus)(x).route(at(a)) }

// Act has a link carry the next train, if it can.
func (x *serves) Act(k *sim.Kernel, a uint64) {
	t, i := (*Torus)(x), int32(a)
	p := &t.ports[i]
	now := k.Now()
	if p.free <= now {
		p.wakes = false
		var best *queue
		for c := range p.waiting {
			q := &p.waiting[c]
			if !q.empty() && t.space(p, q.first().channel, q.first().bytes) && (best == nil || q.first().since < best.first().since) {
				best = q
			}
		}
		if best == nil {
			return // until space is released
		}
		t.pass(p, i, best.pop())
	}
	if !p.waiting[0].empty() || !p.waiting[1].empty() {
		t.wake(p, i)
	}
}

// wake has a link serve trains when it is free. A link that is free waits for space, and is woken when that is released.
func (t *Torus) wake(p *port, i int32) {
	if !p.wakes && p.free > t.kernel.Now() {
		p.wakes = true
		t.kernel.At(p.free, (*serves)(t), uint64(i))
	}
}

// leave has a train leave the network, when its node accepts it.
func (t *Torus) leave(r *train) {
	g := &t.gates[r.node]
	if !g.leaving.empty() || r.payload > 0 && !t.nodes.Accepts(r.node, r.payload) {
		g.leaving.push(r)
		return
	}
	t.left(r)
}

func (t *Torus) left(r *train) {
	now := t.kernel.Now()
	t.release(&r.head, r.bytes)
	tail := max(r.tail, now)
	if r.since < now { // it has waited, and comes out of the buffer at the pace of a link
		tail = max(tail, now+r.takes)
	}
	if r.via == injected { // to the node itself, through no link
		tail = max(tail, now+r.takes)
	}
	t.nodes.Arrives(r.dst, r.arg, now+t.packet, tail, r.order)
	t.part(r.node).free(r)
}

// Retry has a node accept trains that have waited for space. The node calls it when it has released some.
func (t *Torus) Retry(node int32) {
	g := &t.gates[node]
	for !g.leaving.empty() && (g.leaving.first().payload == 0 || t.nodes.Accepts(node, g.leaving.first().payload)) {
		t.left(g.leaving.pop())
	}
}
