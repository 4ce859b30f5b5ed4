package sp

import (
	"math/rand/v2"

	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// Network is adapters and the switch between them, which move packets. It implements fabric.Device.
type Network struct {
	Config
	k        *sim.Kernel
	nodes    []node
	boards   int // links of nodes: those of boards are behind them
	links    []link
	observer fabric.PartObserver
}

// node is an adapter.
type node struct {
	room     func() // called when there is space in the send FIFO again
	waiting  int    // packets in the send FIFO
	sends    sim.Time
	receives sim.Time
	turns    []uint8 // of the routes to each node
	random   rand.PCG
	stats    stats
}

type stats struct {
	sent, received, lost, bytes uint64
	most                        int
}

// link is one direction of a wire.
type link struct {
	free           sim.Time
	packets, bytes uint64
	busy, waited   sim.Time
}

var _ fabric.Device = (*Network)(nil)

// New makes a network at rest.
func New(k *sim.Kernel, c Config) (*Network, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	n := &Network{Config: c, k: k, nodes: make([]node, c.Nodes), boards: c.Nodes * nodeLinks}
	n.links = make([]link, n.boards+2*boardLinks*n.switchBoards())
	for i := range n.nodes {
		n.nodes[i].random.Seed(c.Seed, uint64(i))
	}
	return n, nil
}

// Attach connects a node's host. The library interrupts it, not the network.
func (n *Network) Attach(i int, _ *sim.CPU, room func()) { n.nodes[i].room = room }

// Ready reports whether there is space in a node's send FIFO.
func (n *Network) Ready(i int) bool { return n.nodes[i].waiting < n.SendFIFO }

// flight is a packet on its way.
type flight struct {
	net   *Network
	m     *fabric.Message
	route route
	at    int8
	stage stage
}

type stage uint8

const (
	sending   stage = iota // the adapter has it
	passing                // its first byte is in front of a link
	receiving              // its last byte is at the target's adapter
	arriving               // it is in memory
)

// Transmit puts a packet into the send FIFO.
func (n *Network) Transmit(m *fabric.Message) {
	from := &n.nodes[m.Src]
	if from.turns == nil {
		from.turns = make([]uint8, n.Nodes)
	}
	turn := from.turns[m.Dst]
	from.turns[m.Dst] = (turn + 1) % routes
	f := &flight{net: n, m: m, route: n.route(int(m.Src), int(m.Dst), int(turn))}
	from.waiting++
	from.stats.sent++
	from.stats.bytes += m.Bytes
	from.stats.most = max(from.stats.most, from.waiting)
	begin := max(n.k.Now(), from.sends)
	from.sends = begin + n.Send + n.Read.Take(m.Bytes)
	n.span(int(m.Src), partSend, m, begin, from.sends)
	n.k.At(from.sends, f, 0)
}

// Act goes on with a packet.
func (f *flight) Act(k *sim.Kernel, _ uint64) {
	n, m := f.net, f.m
	switch f.stage {
	case sending:
		from := &n.nodes[m.Src]
		m.Leave()
		if from.waiting--; from.waiting == n.SendFIFO-1 && from.room != nil {
			from.room()
		}
		f.stage = passing
		f.pass(k)
	case passing:
		f.pass(k)
	case receiving:
		to := &n.nodes[m.Dst]
		begin := max(k.Now(), to.receives)
		to.receives = begin + n.Receive + n.Write.Take(m.Bytes)
		n.span(int(m.Dst), partReceive, m, begin, to.receives)
		f.stage = arriving
		k.At(to.receives, f, 0)
	case arriving:
		n.arrive(m)
	}
}

// pass has a packet take its next link. Chips hold packets that wait, so links in front of them are not kept.
func (f *flight) pass(k *sim.Kernel) {
	n := f.net
	l := &n.links[f.route.links[f.at]]
	begin := max(k.Now(), l.free)
	takes := n.Link.Take(f.m.Bytes)
	l.free = begin + takes
	l.packets++
	l.bytes += f.m.Bytes
	l.busy += takes
	l.waited += begin - k.Now()
	if f.at++; f.at == f.route.n {
		f.stage = receiving
		k.At(l.free, f, 0)
		return
	}
	k.At(begin+sim.Time(f.route.chips[f.at])*n.Chip, f, 0)
}

// arrive hands a packet to the library, unless it is lost. Those of the job's own barrier, which are not the library's, are not.
func (n *Network) arrive(m *fabric.Message) {
	to := &n.nodes[m.Dst]
	if n.Loss > 0 && m.To.Describe(m).Class != fabric.Barrier && float64(to.random.Uint64()>>11)/(1<<53) < n.Loss {
		to.stats.lost++
		return
	}
	to.stats.received++
	end := m.To
	end.Arrived(m)
	if answer := end.Received(m); answer != nil { // m is the library's again
		n.Transmit(answer)
	}
	end.Wake(n.k.Now())
}
