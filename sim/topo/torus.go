package topo

import (
	"math/rand/v2"

	"gasnetgo/sim"
)

// Config describes the wires.
type Config struct {
	Shape
	Bandwidth sim.Rate // of a link, per direction, payload; 0 is unlimited
	Hop       sim.Time // from router to router
	Packet    uint64   // bytes; trains are whole packets. 0 is 1
	Errors    Errors
}

// Torus is routers and the links between them.
type Torus struct {
	Config
	free   []sim.Time // of the links: nothing more is on one from then on
	links  []Link     // the same; nil unless link statistics are on
	places [][3]int32 // of the nodes
	sizes  [3]int
	next   [3]neighbours
	latest []int32  // the latest path
	packet sim.Time // that one is on a link
	pace   sim.Pace // Bandwidth
	errors errors

	// Observe, if not nil, is called for every train on a link, with the time during which it occupies the link.
	Observe func(at Port, begin, end sim.Time, bytes uint64)
}

// Link counts the traffic on one direction of a wire.
type Link struct {
	Trains  uint64
	Bytes   uint64   // whole packets
	Busy    sim.Time // that it was used
	Waited  sim.Time // that trains stood in front of it
	Retries uint64   // packets that were sent again
}

// Directions is how many links a node has: x up, x down, y up, ...
const Directions = 6

// In a dimension.
const (
	up   = 0 // to the larger coordinate
	down = 1
)

// New makes a network at rest.
func New(c Config) (*Torus, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	c.Packet = max(c.Packet, 1)
	t := &Torus{Config: c, free: make([]sim.Time, c.Nodes()*Directions)}
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
	t.packet = c.Bandwidth.Take(c.Packet)
	t.pace.Rate = c.Bandwidth
	t.errors.rates = c.Errors
	t.errors.random = rand.New(rand.NewPCG(c.Errors.Seed, 0x7375726f74))
	t.errors.start()
	return t, nil
}

// Count has the links counted from now on, for Each.
func (t *Torus) Count() { t.links = make([]Link, len(t.free)) }

// Send sends a train of so many bytes from src to dst: its first packet leaves at first, its last not before last. head is when the first packet begins to
// arrive, and tail when the last one has arrived.
//
// Calls must be made in the order of first, or nearly: the first call is served first.
func (t *Torus) Send(first, last sim.Time, src, dst int, bytes uint64) (head, tail sim.Time) {
	packets, takes := uint64(1), t.packet
	if bytes != t.Packet {
		packets = (bytes + t.Packet - 1) / t.Packet
		bytes = packets * t.Packet
		takes = t.pace.Take(bytes)
	}
	head, tail = first, max(last, first)
	if src == dst {
		return head, max(tail, head+takes)
	}
	for _, link := range t.path(src, dst) {
		free := &t.free[link]
		start := max(head, *free)
		occupied, again := takes, uint64(0)
		if t.errors.left != 0 {
			if again = t.errors.damaged(packets); again > 0 {
				occupied += sim.Time(again) * (t.errors.rates.Retry + t.packet)
			}
		}
		*free = start + occupied
		if t.links != nil {
			t.links[link].count(bytes, start-head, occupied, again)
		}
		if t.Observe != nil {
			t.Observe(Port{int(link) / Directions, int(link) % Directions}, start, start+occupied, bytes)
		}
		head = start + t.Hop
		tail = max(tail, start+occupied) + t.Hop
	}
	return head, tail
}

// path is the links from src to dst, in order: valid until it is asked for the next one.
func (t *Torus) path(src, dst int) []int32 {
	links := t.latest[:0]
	node := src
	from, to := &t.places[src], &t.places[dst]
	for d := range from {
		at := from[d]
		if at == to[d] {
			continue
		}
		steps, rising := t.way(d, t.sizes[d], int(at), int(to[d]))
		direction := down
		if rising {
			direction = up
		}
		next := t.next[d][direction]
		for range steps {
			links = append(links, int32(node*Directions+2*d+direction))
			node += int(next[at].stride)
			at = next[at].at
		}
	}
	t.latest = links
	return links
}

// SendTwo is Send for a packet, at first, and for a train right behind it, of so many bytes, from begin until end: when the last of each is there. It takes half of the
// time for finding the way.
func (t *Torus) SendTwo(first, begin, end sim.Time, src, dst int, bytes uint64) (packet, train sim.Time) {
	if src == dst || t.errors.left != 0 || t.links != nil || t.Observe != nil {
		_, packet = t.Send(first, first, src, dst, t.Packet)
		_, train = t.Send(begin, end, src, dst, bytes)
		return packet, train
	}
	takes := t.packet
	if bytes != t.Packet {
		takes = t.pace.Take((bytes + t.Packet - 1) / t.Packet * t.Packet)
	}
	packet, train = first, max(end, begin)
	for _, link := range t.path(src, dst) {
		free := &t.free[link]
		start := max(first, *free)
		passed := start + t.packet
		first, packet = start+t.Hop, max(packet, passed)+t.Hop
		start = max(begin, passed)
		passed = start + takes
		begin, train = start+t.Hop, max(train, passed)+t.Hop
		*free = passed
	}
	return packet, train
}

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

// String is the direction's name: "x+", "x-", ...
func (p Port) String() string {
	return [Directions]string{"x+", "x-", "y+", "y-", "z+", "z-"}[p.Direction]
}

// Each yields all links that have carried something since Count.
func (t *Torus) Each(yield func(Port, *Link) bool) {
	for i := range t.links {
		if t.links[i].Trains > 0 && !yield(Port{i / Directions, i % Directions}, &t.links[i]) {
			return
		}
	}
}

// Latency is what the links between two nodes take from a packet that waits for nothing.
func (t *Torus) Latency(src, dst int) sim.Time { return sim.Time(t.Hops(src, dst)) * t.Hop }

// neighbours is where the links of a dimension lead to, by direction and coordinate.
type neighbours [2][]neighbour

// neighbour is a coordinate, and how much larger the number of the node is there.
type neighbour struct{ at, stride int32 }

func newNeighbours(size, stride int) (n neighbours) {
	for direction, step := range [2]int{up: 1, down: size - 1} {
		n[direction] = make([]neighbour, size)
		for at := range size {
			to := (at + step) % size
			n[direction][at] = neighbour{int32(to), int32((to - at) * stride)}
		}
	}
	return n
}
