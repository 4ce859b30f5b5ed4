package seastar

import (
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/topo"
)

// Network is SeaStars on the nodes of a torus. It implements fabric.Device.
type Network struct {
	Config
	k        *sim.Kernel
	wires    *topo.Torus
	nodes    []Node
	pools    []pool   // one for each slab of the wires
	transmit sim.Pace // TransmitRate
	deposit  sim.Pace // DepositRate
	train    uint64   // bytes: half of a FIFO, so that one can move while another is waited for
	head     sim.Time // that the TX DMA engine needs for a packet
	enter    sim.Time
	leave    sim.Time
	handlers [works]sim.Time // what the firmware takes for them
	fail     func(node int, why string)
	observer fabric.PartObserver
	sizes    [65]uint64
}

// New makes a network at rest. fail ends the simulation: a node has panicked.
func New(k *sim.Kernel, c Config, wires *topo.Torus, fail func(node int, why string)) (*Network, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	leave := sim.Time(float64(c.Interrupt) * c.InterruptReturn)
	n := &Network{
		Config: c, k: k, wires: wires, fail: fail,
		nodes:    make([]Node, wires.Nodes()),
		train:    c.FIFO / 2 / c.Packet * c.Packet,
		head:     c.TransmitRate.Take(c.Packet),
		transmit: sim.Pace{Rate: c.TransmitRate}, deposit: sim.Pace{Rate: c.DepositRate},
		enter: c.Interrupt - leave, leave: leave, handlers: c.costs(),
	}
	n.pools = make([]pool, wires.Part(int32(wires.Nodes()-1))+1)
	wires.Connect(k, n)
	for i := range n.nodes {
		n.nodes[i] = Node{net: n, id: int32(i), transmitPending: int32(c.TransmitPending), receivePending: int32(c.ReceivePending)}
	}
	return n, nil
}

func (n *Node) pool() *pool { return &n.net.pools[n.net.wires.Part(n.id)] }

// Attach connects a node's host.
func (n *Network) Attach(node int, cpu *sim.CPU, room func()) {
	n.nodes[node].cpu, n.nodes[node].room = cpu, room
}

// Hops is the number of links between two nodes.
func (n *Network) Hops(a, b int) int { return n.wires.Hops(a, b) }

// Wires are the links.
func (n *Network) Wires() *topo.Torus { return n.wires }

// Node is one of the network's nodes.
func (n *Network) Node(i int) *Node { return &n.nodes[i] }

// Node is a node: its SeaStar and its host's part in driving it. What every message needs comes first.
type Node struct {
	net *Network
	cpu *sim.CPU
	id  int32

	transmitPending, receivePending int32 // left

	scarce   bool // a transmit pending is awaited: wanted or backlog
	refusing bool // there is something in refused

	host     host
	firmware firmware
	tx       transmitter
	rx       receiver
	Stats    Stats
	sources  sources // begins where a line does

	wanted  bool               // a transmit pending was requested in vain
	room    func()             // called when a transmit pending is free again
	backlog []*fabric.Message  // answers that wait for one
	answers []*fabric.Message  // that the interrupt handler makes
	woken   []fabric.Endpoint  // processes whose events it has posted besides host.lately
	refused map[int32]*refusal // by node

	_ [32]byte // nodes begin where cache lines do
}

// Stats counts what a node has done.
type Stats struct {
	Firmware       sim.Time // that the embedded processor was busy
	Sent, Received uint64   // messages
	BytesSent      uint64   // of payload
	Interrupts     uint64
	Events         uint64 // in the generic event queue: those beyond Interrupts came with another one's interrupt

	MostTransmit, MostReceive, MostStreams int32 // pendings and receive streams that were in use at the same time

	Refused uint32 // messages for which there was no room
}

// MostSources is how many source structures have been in use at the same time, at most.
func (n *Node) MostSources() int {
	if n.sources.table == nil {
		return 0
	}
	return len(n.sources.table.all)
}
