package detour

import (
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// Route is what happens to a message besides what the network does with it. The zero value is nothing.
type Route struct {
	Follow  bool     // guides are also asked about the answers to it
	Hold    sim.Time // before the network takes it. Later messages between the two nodes wait, too
	Read    sim.Time // until the payload is read and the sender is notified; at the latest when it is delivered
	Deliver sim.Time // after it has arrived, until it is in the target's memory and the target can see that

	Lost    bool // it does not arrive
	Twice   bool // it arrives a second time, if that is the library's concern: see fabric.Datagrams
	Damaged bool // its own CRC is wrong when it arrives
}

// and is both of two routes.
func (r Route) and(o Route) Route {
	return Route{
		r.Follow || o.Follow, r.Hold + o.Hold, r.Read + o.Read, r.Deliver + o.Deliver,
		r.Lost || o.Lost, r.Twice || o.Twice, r.Damaged || o.Damaged,
	}
}

// Sent is a message that a guide is asked about.
type Sent struct {
	*fabric.Message
	Describe fabric.Description
	Answer   bool // to a message on a detour
}

// Guide decides about messages.
type Guide interface {
	// Route is asked once for each message, when the network would take it.
	Route(s Sent) Route

	// Ready reports whether a node accepts messages. A guide that has refused calls the function of Join when it does so again.
	Ready(node int) bool
}

// Network is a network whose messages take detours. It implements fabric.Network.
type Network struct {
	fabric.Network
	k      *sim.Kernel
	guides []Guide
	pairs  map[pair]*line
	room   map[int]func()
}

var _ fabric.Network = (*Network)(nil)

// pair is two nodes, from one to the other.
type pair struct{ from, to int32 }

// line is the messages of a pair that the network has not taken yet.
type line struct {
	until  sim.Time
	queued int
}

// New makes a network around another one.
func New(k *sim.Kernel, beneath fabric.Network, guides ...Guide) *Network {
	return &Network{Network: beneath, k: k, guides: guides, pairs: map[pair]*line{}, room: map[int]func(){}}
}

// Beneath is the network without detours.
func (n *Network) Beneath() fabric.Network { return n.Network }

// Attach passes on.
func (n *Network) Attach(node int, cpu *sim.CPU, room func()) {
	n.room[node] = room
	n.Network.Attach(node, cpu, room)
}

// Room tells a node's ranks that the node accepts messages again. A guide calls it, in an event.
func (n *Network) Room(node int) {
	if room := n.room[node]; room != nil {
		room()
	}
}

// Ready is what the network and all guides agree on.
func (n *Network) Ready(node int) bool {
	for _, g := range n.guides {
		if !g.Ready(node) {
			return false
		}
	}
	return n.Network.Ready(node)
}

// Transmit asks the guides about a message.
func (n *Network) Transmit(m *fabric.Message) { n.transmit(m, false) }

func (n *Network) transmit(m *fabric.Message, answer bool) {
	s := Sent{Message: m, Describe: m.From.Describe(m), Answer: answer}
	var r Route
	for _, g := range n.guides {
		r = r.and(g.Route(s))
	}
	l := n.line(m, r.Hold)
	if l == nil {
		n.begin(m, r)
		return
	}
	l.queued++
	l.until = max(l.until, n.k.Now()+r.Hold)
	n.k.At(l.until, &held{n, m, r, l}, 0)
}

// line is where a message waits; nil if the network takes it at once.
func (n *Network) line(m *fabric.Message, hold sim.Time) *line {
	if d, ok := m.To.(fabric.Datagrams); ok && d.AnyOrder() {
		if hold == 0 {
			return nil
		}
		return new(line)
	}
	p := pair{m.Src, m.Dst}
	l := n.pairs[p]
	switch {
	case l != nil && (l.queued > 0 || hold > 0):
		return l
	case hold == 0:
		return nil
	}
	l = new(line)
	n.pairs[p] = l
	return l
}

// held is a message that waits for the network to take it.
type held struct {
	net   *Network
	m     *fabric.Message
	route Route
	line  *line
}

// Act has the network take it.
func (h *held) Act(*sim.Kernel, uint64) {
	h.line.queued--
	h.net.begin(h.m, h.route)
}

// begin has the network take a message, on a detour if there is something to do about it.
func (n *Network) begin(m *fabric.Message, r Route) {
	r.Hold = 0
	if r == (Route{}) {
		n.Network.Transmit(m)
		return
	}
	n.start(m, r)
}

// answers transmits an answer in an event of its own: the network beneath may be in the middle of what led to it.
func (n *Network) answers(m *fabric.Message) {
	if m != nil {
		n.k.After(0, &answer{n, m}, 0)
	}
}

type answer struct {
	net *Network
	m   *fabric.Message
}

// Act transmits it.
func (a *answer) Act(*sim.Kernel, uint64) { a.net.transmit(a.m, true) }
