package topo

import "gasnetgo/sim"

// Config describes wires.
type Config struct {
	Shape
	Bandwidth sim.Rate // of a link, per direction, payload; 0 is unlimited
	Hop       sim.Time // from router to router
	Packet    uint64   // bytes; trains are whole packets. 0 is 1
	Buffer    uint64   // bytes of trains at the far end of a link, per virtual channel: at least the longest train. 0 is unlimited
	Inject    uint64   // bytes of trains that may wait for a node's router before Full is true. 0 is unlimited
	Errors    Errors
	Slab      int32 // nodes of a part that may be simulated by itself: no train is folded beyond it. 0 is all
}

// Nodes is what is connected by the wires.
type Nodes interface {
	// Accepts reports whether a node has space for a train with payload, which takes it, or else Retry is called when there is more.
	Accepts(node int32, payload uint64) bool

	// Arrives says when a train is at its node: its first packet and its last byte, at times that are not past. It is called after Accepts, if there is payload.
	// order, which is even, is for sim.Kernel.AtFrom, and order+1 for what comes behind the packet.
	Arrives(node int32, arg uint64, packet, tail sim.Time, order uint64)

	// Expects asks a node to have space for a train with payload that has not arrived: it is announced if the node says so, and nothing else that is accepted takes
	// that space before Arrives or Withdraw. Recall takes the train's number, until its first
	// packet is there.
	Expects(node int32, payload, arg, number uint64) bool

	// Announce says, before it is there, when a packet without payload arrives, or a train that the node expects. It is called in place of Accepts and Arrives.
	Announce(node int32, arg uint64, packet, tail sim.Time, order uint64)

	// Withdraw says that an announced train will be there later: it is announced again, or accepted and arrives.
	Withdraw(node int32, arg uint64)

	// Room says that a node for which Full was true may send again.
	Room(node int32)
}

// Torus is the wires of a network.
type Torus struct {
	Config
	kernel *sim.Kernel
	nodes  Nodes
	ports  []port
	gates  []gate
	links  []Link // the same as ports; nil unless link statistics are on
	places [][3]int32
	sizes  [3]int
	next   [3]neighbours
	parts  []part   // one for each slab
	folds  bool     // trains make several hops in one event where they can
	packet sim.Time // that one is on a link
	pace   sim.Pace // Bandwidth
	errors errors

	// Observe, if not nil, is called for every train on a link, with the time during which it occupies the link.
	Observe func(at Port, begin, end sim.Time, bytes uint64)
}

// Link is what one direction of a wire has carried.
type Link struct {
	Trains  uint64
	Bytes   uint64   // whole packets
	Busy    sim.Time // that it was used
	Waited  sim.Time // that trains stood in front of it
	Retries uint64   // packets that were sent again
}

// Directions is how many links begin at a node.
const Directions = 6

const (
	up   = 0 // to the larger coordinate
	down = 1
)

// New makes wires on which nothing is sent yet. Connect comes before Send.
func New(c Config) (*Torus, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	c.Packet = max(c.Packet, 1)
	t := &Torus{Config: c, ports: make([]port, c.Nodes()*Directions), gates: make([]gate, c.Nodes())}
	for i := range t.gates {
		t.gates[i].folded = -1
	}
	t.places = make([][3]int32, c.Nodes())
	for i := range t.places {
		for d, x := range c.At(i) {
			t.places[i][d] = int32(x)
		}
	}
	stride := 1
	t.sizes = [3]int{c.X, c.Y, c.Z}
	for d, size := range t.sizes {
		t.next[d] = newNeighbours(size, stride)
		stride *= size
	}
	t.parts = make([]part, t.Part(int32(c.Nodes()-1))+1)
	t.packet = c.Bandwidth.Take(c.Packet)
	t.pace.Rate = c.Bandwidth
	t.errors.start(c.Errors, len(t.ports), len(t.gates))
	t.folds = t.errors.links == nil && t.packet > 0 && c.Hop > 0
	return t, nil
}

// Part is the number of the slab in which a node is.
func (c *Config) Part(node int32) int32 {
	if c.Slab == 0 {
		return 0
	}
	return node / c.Slab
}

func (t *Torus) part(node int32) *part { return &t.parts[t.Part(node)] }

// Connect connects the nodes.
func (t *Torus) Connect(k *sim.Kernel, n Nodes) { t.kernel, t.nodes = k, n }

// Count switches link statistics on.
func (t *Torus) Count() { t.links = make([]Link, len(t.ports)) }

// Full reports whether so much waits for a node's router that the node should not send. Room is called when that is over.
func (t *Torus) Full(node int32) bool {
	g := &t.gates[node]
	g.wanted = t.Inject > 0 && g.waiting >= t.Inject
	return g.wanted
}

// Send sends a train from src to dst: its first packet enters the network at first, its last byte at last or later, both not past. first is later than that of the
// train before it, or now. bytes counts all packets, payload what the node at the other end has to have space for: a train without payload, a packet by itself, is
// always accepted. arg comes with Arrives.
func (t *Torus) Send(first, last sim.Time, src, dst int32, bytes, payload, arg uint64) {
	takes := t.packet
	if bytes != t.Packet {
		bytes = (bytes + t.Packet - 1) / t.Packet * t.Packet
		takes = t.pace.Take(bytes)
	}
	part := t.part(src)
	t.settle(part)
	r := part.allocate()
	r.head = head{node: src, via: injected, tail: max(last, first)}
	r.dst, r.bytes, r.payload, r.takes, r.arg = dst, bytes, payload, takes, arg
	g := &t.gates[src]
	g.sent++
	r.order, r.routed = order(src, g.sent), false
	if g.coming == 0 && !g.busy && g.folded < t.kernel.Now() && t.fold(r, first) {
		g.folded = first
		return
	}
	t.come(r, first)
}

// order is which of two trains is the first when both are somewhere at the same time: the one from the lower node, then the one that has been sent earlier. So it
// does not depend on anything else. It is even.
func order(src int32, sent uint32) uint64 {
	return 1<<(sim.OrderBits-1) | uint64(src)<<sentBits | uint64(sent<<1)&(1<<sentBits-1)
}

const (
	sentBits = sim.OrderBits - 1 - nodeBits // half a million trains of a node are never under way at the same time
	viaBits  = nodeBits + 4                 // of head.via: six links with two channels
)

// creditOrder is the order of a credit for the buffer behind a link: before that of trains, and not 0.
func creditOrder(via int32) uint64 { return 1 + uint64(via) }

// FirstOrder is more than the orders of credits for links. Those of trains are more than twice this and any number of a node.
const FirstOrder = 1 << (viaBits + 1)

// count counts a train on a link.
func (l *Link) count(bytes uint64, waited, busy sim.Time, again uint64) {
	l.Trains++
	l.Bytes += bytes
	l.Waited += waited
	l.Busy += busy
	l.Retries += again
}

// Port is where a link begins.
type Port struct {
	Node      int
	Direction int // 0 x up, 1 x down, 2 y up, 3 y down, 4 z up, 5 z down
}

// String is the direction's name.
func (p Port) String() string {
	return [Directions]string{"x+", "x-", "y+", "y-", "z+", "z-"}[p.Direction]
}

// Each calls yield for all links, with what they have carried since Count.
func (t *Torus) Each(yield func(Port, *Link) bool) {
	t.Settle()
	for i := range t.links {
		if p := (Port{i / Directions, i % Directions}); t.exists(p) && !yield(p, &t.links[i]) {
			return
		}
	}
}

// exists reports whether a link leads anywhere.
func (t *Torus) exists(p Port) bool {
	d, x := p.Direction/2, int(t.places[p.Node][p.Direction/2])
	switch {
	case t.sizes[d] == 1:
		return false
	case t.Wrap[d]:
		return true
	case p.Direction%2 == up:
		return x < t.sizes[d]-1
	}
	return x > 0
}

// Latency is the time from router to router between two nodes on an idle network.
func (t *Torus) Latency(src, dst int) sim.Time { return sim.Time(t.Hops(src, dst)) * t.Hop }
