package detour

import (
	"gasnetgo/internal/prefetch"
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// trip is a message on a detour, and the endpoint at both ends that the network beneath sees.
type trip struct {
	net      *Network
	m        *fabric.Message
	from, to fabric.Endpoint
	rest     fabric.Rest
	route    Route
	read     bool
	over     bool // it has been delivered: the message may be another one
}

// matching is a trip to a target that matches.
type matching struct {
	*trip
	matcher fabric.Matcher
}

var (
	_ fabric.Endpoint = (*trip)(nil)
	_ fabric.Matcher  = matching{}
)

// What a trip does in its events.
const (
	reads uint64 = iota
	delivers
	repeats
)

// start takes a message from its sender, and gives it to the network beneath unless it is lost.
func (n *Network) start(m *fabric.Message, r Route) {
	t := &trip{net: n, m: m, from: m.From, to: m.To, route: r}
	t.rest = m.From.Leave(m)
	n.k.After(r.Read, t, reads)
	if r.Lost {
		return
	}
	t.hide()
	n.Network.Transmit(m)
}

// hide puts the trip in place of the endpoints, and restore undoes that while the library's own code has the message.
func (t *trip) hide() {
	t.m.From, t.m.To = t, t
	if matcher, ok := t.to.(fabric.Matcher); ok {
		t.m.To = matching{t, matcher}
	}
}

func (t *trip) restore() { t.m.From, t.m.To = t.from, t.to }

// Act reads the payload, or delivers the message.
func (t *trip) Act(k *sim.Kernel, what uint64) {
	switch what {
	case reads:
		t.readNow()
	case delivers:
		t.deliver()
	case repeats:
		t.net.answers(t.to.Received(t.m))
		t.to.Wake(k.Now())
	}
}

// readNow has the sender's memory read and the sender notified, if that has not happened yet.
func (t *trip) readNow() {
	if t.read {
		return
	}
	t.read = true
	if t.rest.From != nil {
		t.rest.Read()
		t.rest.From.Sent(t.rest)
	}
	t.from.Wake(t.net.k.Now())
}

// deliver puts the message into the target's memory.
func (t *trip) deliver() {
	t.readNow()
	t.restore()
	t.over = true
	t.m.Damaged = t.m.Damaged || t.route.Damaged
	d, any := t.to.(fabric.Datagrams)
	again := t.route.Twice && any && d.Repeats()
	t.net.answers(t.to.Received(t.m))
	t.to.Wake(t.net.k.Now())
	if again {
		t.net.k.After(t.route.Deliver, t, repeats)
	}
}

// Leave retains nothing beneath: the trip has it.
func (t *trip) Leave(*fabric.Message) (r fabric.Rest) { return r }

// Depart is not called: the message has departed.
func (t *trip) Depart(*fabric.Message) {}

// Arrived has the library find out what the message is for.
func (t *trip) Arrived(m *fabric.Message) (accept uint64, answer *fabric.Message) {
	t.restore()
	accept, answer = t.to.Arrived(m)
	t.hide()
	t.net.answers(answer)
	return accept, nil
}

// Received has it delivered at its time.
func (t *trip) Received(*fabric.Message) *fabric.Message {
	t.net.k.After(t.route.Deliver, t, delivers)
	return nil
}

// Wake wakes the endpoint that the network beneath has called last: the target, or the sender before that. Both may look, whatever has happened.
func (t *trip) Wake(at sim.Time) {
	t.to.Wake(at)
	t.from.Wake(at)
}

// Describe is the sender's description.
func (t *trip) Describe(m *fabric.Message) fabric.Description {
	if t.over {
		return fabric.Description{}
	}
	t.restore()
	d := t.from.Describe(m)
	t.hide()
	return d
}

// Walk, like those that follow, is the target's.
func (t matching) Walk(m *fabric.Message) int { return t.matcher.Walk(m) }

// Walked is the target's.
func (t matching) Walked() int { return t.matcher.Walked() }

// Freed is the target's.
func (t matching) Freed() int { return t.matcher.Freed() }

// Operation names none: memory is not prefetched for messages on detours.
func (t matching) Operation(*fabric.Message) uintptr { return 0 }

// Matched names nothing.
func (t matching) Matched(*fabric.Message) (s prefetch.SmallSet) { return s }

// Prefetch does nothing.
func (t matching) Prefetch(*fabric.Message) {}
