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
	used    [channels]uint64 // bytes of the buffers at its end
	wakes   bool             // an event will have it serve trains when it is free
}

// gate is where a node and its router meet. A node's trains enter one after the other: one that waits for its link stops those behind it.
type gate struct {
	waiting  uint64 // bytes of trains that the node has sent and that are not on a link yet
	entering queue  // trains behind the one that waits for its link
	leaving  queue  // trains that the node does not accept yet
	busy     bool   // a train waits for its link
	wanted   bool   // Full was true
}

// Events.
type (
	reaches Torus // the head of a train has reached a router
	enters  Torus // a train is the first at its node's router
	serves  Torus // a link may be free, or a buffer at its end
)

// Act has a train go on.
func (x *reaches) Act(k *sim.Kernel, a uint64) {
	t, r := (*Torus)(x), at(a)
	if r.via == injected {
		g := &t.gates[r.node]
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
	r.since = t.kernel.Now()
	if r.node == r.dst {
		t.leave(r)
		return
	}
	if r.steps == 0 {
		t.turn(r)
	}
	if r.wraps(t) {
		r.channel = 1
	}
	i := int(r.node)*Directions + 2*int(r.dim) + int(r.dir)
	p := &t.ports[i]
	if p.free <= r.since && !p.wakes && p.waiting[r.channel].first == nil && t.space(p, r) {
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

// turn has a train go along the next dimension in which it is not where it has to be.
func (t *Torus) turn(r *train) {
	from, to := &t.places[r.node], &t.places[r.dst]
	for d := range from {
		if from[d] == to[d] {
			continue
		}
		steps, rising := t.way(d, t.sizes[d], int(from[d]), int(to[d]))
		r.steps, r.dim, r.dir, r.channel = int32(steps), uint8(d), down, 0
		if rising {
			r.dir = up
		}
		return
	}
}

// wraps reports whether the next link connects the ends of the dimension.
func (r *train) wraps(t *Torus) bool {
	x, last := t.places[r.node][r.dim], int32(t.sizes[r.dim]-1)
	return r.dir == up && x == last || r.dir == down && x == 0
}

// space reports whether there is room for a train at the end of a link. An empty buffer has room for any.
func (t *Torus) space(p *port, r *train) bool {
	used := p.used[r.channel]
	return t.Buffer == 0 || used == 0 || used+r.bytes <= t.Buffer
}

// pass has a train go over a link.
func (t *Torus) pass(p *port, i int, r *train) {
	now := t.kernel.Now()
	occupied, again := r.takes, uint64(0)
	if t.errors.left != 0 {
		if again = t.errors.damaged(r.bytes / t.Packet); again > 0 {
			occupied += sim.Time(again) * (t.errors.rates.Retry + t.packet)
		}
	}
	p.free = now + occupied
	if t.links != nil {
		t.links[i].count(r.bytes, now-r.since, occupied, again)
	}
	if t.Observe != nil {
		t.Observe(Port{i / Directions, i % Directions}, now, now+occupied, r.bytes)
	}
	t.release(r)
	next := &t.next[r.dim][r.dir][t.places[r.node][r.dim]]
	r.node += next.stride
	r.steps--
	r.tail = max(r.tail, now+occupied) + t.Hop
	head := now + t.Hop
	if r.payload == 0 && r.node == r.dst && p.used[r.channel] == 0 { // it does not wait there, and there is none that it could overtake
		t.nodes.Arrives(r.dst, r.arg, max(head+t.packet, r.tail), r.tail)
		t.trains.free(r)
		return
	}
	r.via = int32(i*channels) + int32(r.channel)
	p.used[r.channel] += r.bytes
	t.kernel.At(head, (*reaches)(t), address(r))
}

// release frees the buffer that a train has occupied in its router. Trains that wait for that buffer, at the other end of the wire, see it free a hop later: the credit
// crosses the wire.
func (t *Torus) release(r *train) {
	if r.via == injected {
		t.enter(r)
		return
	}
	i, channel := r.via/channels, r.via%channels
	p := &t.ports[i]
	p.used[channel] -= r.bytes
	if p.waiting[channel].first != nil {
		t.kernel.After(t.Hop, (*serves)(t), uint64(i))
	}
}

// enter has the next train of a node enter the network, when one has left its router.
func (t *Torus) enter(r *train) {
	node := r.node
	g := &t.gates[node]
	g.busy = false
	if g.entering.first != nil {
		g.busy = true
		t.kernel.At(t.kernel.Now(), (*enters)(t), address(g.entering.pop()))
	}
	if g.waiting -= r.bytes; g.wanted && g.waiting < t.Inject {
		g.wanted = false
		t.nodes.Room(node)
	}
}

// Act has a train enter.
func (x *enters) Act(_ *sim.Kernel, a uint64) { (*Torus)(x).route(at(a)) }

// Act has a link carry the next train, if it can.
func (x *serves) Act(k *sim.Kernel, a uint64) {
	t, i := (*Torus)(x), int(a)
	p := &t.ports[i]
	now := k.Now()
	if p.free <= now {
		p.wakes = false
		var best *queue
		for c := range p.waiting {
			q := &p.waiting[c]
			if q.first != nil && t.space(p, q.first) && (best == nil || q.first.since < best.first.since) {
				best = q
			}
		}
		if best == nil {
			return // until space is released
		}
		t.pass(p, i, best.pop())
	}
	if p.waiting[0].first != nil || p.waiting[1].first != nil {
		t.wake(p, i)
	}
}

// wake has a link serve trains when it is free. A link that is free waits for space, and is woken when that is released.
func (t *Torus) wake(p *port, i int) {
	if !p.wakes && p.free > t.kernel.Now() {
		p.wakes = true
		t.kernel.At(p.free, (*serves)(t), uint64(i))
	}
}

// leave has a train leave the network, when its node accepts it.
func (t *Torus) leave(r *train) {
	g := &t.gates[r.node]
	if g.leaving.first != nil || r.payload > 0 && !t.nodes.Accepts(r.node, r.payload) {
		g.leaving.push(r)
		return
	}
	t.left(r)
}

func (t *Torus) left(r *train) {
	now := t.kernel.Now()
	t.release(r)
	tail := max(r.tail, now)
	if r.since < now { // it has waited, and comes out of the buffer at the pace of a link
		tail = max(tail, now+r.takes)
	}
	if r.via == injected { // to the node itself, through no link
		tail = max(tail, now+r.takes)
	}
	t.nodes.Arrives(r.dst, r.arg, now+t.packet, tail)
	t.trains.free(r)
}

// Retry has a node accept trains that have waited for space. The node calls it when it has released some.
func (t *Torus) Retry(node int32) {
	g := &t.gates[node]
	for g.leaving.first != nil && (g.leaving.first.payload == 0 || t.nodes.Accepts(node, g.leaving.first.payload)) {
		t.left(g.leaving.pop())
	}
}
