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

// packet is a message on its way.
type packet struct {
	net   *Network
	m     *fabric.Message
	order uint64 // for sim.Kernel.AtFrom
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
	p := &packet{net: n, m: m, order: order(m.Src, from.stats.sent), route: n.route(int(m.Src), int(m.Dst), int(turn))}
	from.waiting++
	from.stats.sent++
	from.stats.bytes += m.Bytes
	from.stats.most = max(from.stats.most, from.waiting)
	begin := max(n.k.Now(), from.sends)
	from.sends = begin + n.Send + n.Read.Take(m.Bytes)
	n.span(int(m.Src), partSend, m, begin, from.sends)
	n.k.At(from.sends, p, 0)
}

// order is which of two packets comes first when both are somewhere at the same time: the one from the lower node, then the one that has been sent earlier. So it does not
// depend on which of them has been simulated first.
func order(src int32, sent uint64) uint64 {
	return uint64(src)<<sentBits | sent&(1<<sentBits-1)
}

const sentBits = 20 // a million packets of a node are never under way at the same time

// NodeOf implements sim.Placed. Links behind the first have events of AtFrom alone, which no node orders, so it is no matter whose they are.
func (p *packet) NodeOf(uint64) int {
	if p.stage == sending {
		return int(p.m.Src)
	}
	return int(p.m.Dst)
}

// Act goes on with a packet.
func (p *packet) Act(k *sim.Kernel, _ uint64) {
	n, m := p.net, p.m
	switch p.stage {
	case sending:
		from := &n.nodes[m.Src]
		m.Leave()
		if from.waiting--; from.waiting == n.SendFIFO-1 && from.room != nil {
			from.room()
		}
		p.stage = passing
		p.pass(k)
	case passing:
		p.pass(k)
	case receiving:
		to := &n.nodes[m.Dst]
		begin := max(k.Now(), to.receives)
		to.receives = begin + n.Receive + n.Write.Take(m.Bytes)
		n.span(int(m.Dst), partReceive, m, begin, to.receives)
		p.stage = arriving
		k.At(to.receives, p, 0)
	case arriving:
		n.arrive(m)
	}
}

// pass has a packet take its next link. Chips hold packets that wait, so links in front of them are not kept. Behind its first link, which is its own node's, a packet meets those
// of others, so what it does there is ordered by AtFrom.
func (p *packet) pass(k *sim.Kernel) {
	n := p.net
	l := &n.links[p.route.links[p.at]]
	begin := max(k.Now(), l.free)
	takes := n.Link.Take(p.m.Bytes)
	l.free = begin + takes
	l.packets++
	l.bytes += p.m.Bytes
	l.busy += takes
	l.waited += begin - k.Now()
	if p.at++; p.at == p.route.n {
		p.stage = receiving
		k.AtFrom(l.free, p, 0, p.order)
		return
	}
	k.AtFrom(begin+sim.Time(p.route.chips[p.at])*n.Chip, p, 0, p.order)
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
