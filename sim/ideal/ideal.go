// Package ideal is a network on which nothing takes time: messages arrive at once, in order. Only the order of events is that of a network. It is used to test
// programs and to measure the simulator's own speed.
package ideal

import (
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// Network connects any number of nodes. It implements fabric.Network.
type Network struct {
	k     *sim.Kernel
	queue []*fabric.Message // sent, not arrived, the oldest at first
	first int
}

var _ fabric.Network = (*Network)(nil)

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

// Transmit takes the payload, notifies the sender, and delivers the message at the present time, after messages sent before.
func (n *Network) Transmit(m *fabric.Message) {
	m.Leave()
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

func (n *Network) send(m *fabric.Message) {
	if m != nil {
		n.Transmit(m)
	}
}

// Kind is this kind of network.
type Kind struct{}

// Name is its name in machine files.
func (Kind) Name() string { return "ideal" }

// Sections are none.
func (Kind) Sections() fabric.Sections { return new(Sections) }

// Sections are the sections of a machine file that this kind of network has: none.
type Sections struct{}

// Check has nothing to check.
func (*Sections) Check(*fabric.Host) error { return nil }

// Costs are what the machine file says.
func (*Sections) Costs(h *fabric.Host) fabric.Costs { return h.Costs() }

// packetBytes is a large packet.
const packetBytes = 8 << 10

// Packets are large and are not lost.
func (*Sections) Packets(int) fabric.Packets { return fabric.Packets{Bytes: packetBytes, Free: true} }

// Build makes the network.
func (*Sections) Build(s fabric.Site) (fabric.Network, error) { return New(s.Kernel), nil }
