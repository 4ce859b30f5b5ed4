// Package ideal is a network that costs nothing: whatever is sent is there at once, in order. Only the order of events is that of a network. Programs
// are tested on it, and the simulator's own speed is measured with it.
package ideal

import (
	"gasnetgo/sim"
	"gasnetgo/sim/nal"
)

// Network connects any number of nodes. It implements nal.Fabric.
type Network struct {
	k     *sim.Kernel
	queue []*nal.Message // sent, not arrived, the oldest at first
	first int
}

var _ nal.Fabric = (*Network)(nil)

// New makes a network in which nothing is under way.
func New(k *sim.Kernel) *Network { return &Network{k: k} }

// Attach has no use for the CPU: nothing interrupts.
func (n *Network) Attach(int, *sim.CPU, func()) {}

// Ready is always true.
func (n *Network) Ready(int) bool { return true }

// Hops is 1 between nodes.
func (n *Network) Hops(a, b int) int {
	if a == b {
		return 0
	}
	return 1
}

// Transmit takes the payload, tells the sender, and has the message arrive at the present time, after what was sent before.
func (n *Network) Transmit(m *nal.Message) {
	m.From.Left(m)
	m.From.Sent(m)
	n.queue = append(n.queue, m)
	n.k.After(0, n, 0)
}

// Act delivers the message that has been under way for longest.
func (n *Network) Act(*sim.Kernel, uint64) {
	m := n.queue[n.first]
	n.queue[n.first] = nil
	if n.first++; n.first == len(n.queue) {
		n.queue, n.first = n.queue[:0], 0
	}
	to, from := m.To, m.From
	_, answer := to.Arrived(m)
	n.send(answer)
	n.send(to.Received(m))
	now := n.k.Now()
	to.Wake(now)
	from.Wake(now) // SEND_END
}

func (n *Network) send(m *nal.Message) {
	if m != nil {
		n.Transmit(m)
	}
}
