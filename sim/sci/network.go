package sci

import (
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// Network is adapters and the rings between them. It implements fabric.Device.
type Network struct {
	Config
	k        *sim.Kernel
	adapters []Adapter
	packets  pool
	observer fabric.PartObserver
}

var _ fabric.Device = (*Network)(nil)

// Place is memory of a node. What Key names there, and what Offset is relative to, is for the Memory of that node.
type Place struct {
	Node   int32
	Key    uint64
	Offset uint64 // bytes
}

// Memory is a node's memory as its adapter accesses it. Its methods take no time; they are called at the time at which the bytes are read, or become visible to
// processors of the node.
type Memory interface {
	// Write stores bytes. It does not keep data.
	Write(key, offset uint64, data []byte)

	// Read reads bytes. A request of another node may read a whole stream around what it wants (Bridge.Stream bytes, aligned): those that are no memory read as 0.
	Read(key, offset uint64, into []byte)
}

// Adapter is a node's adapter, and what a library does with it. Its methods are for the kernel's thread. They take no time and do not block: done is called in an event,
// later or now. A call that stands for an instruction of the processor says until when that is busy; the library has its rank wait for it.
//
// Stores and transfers may become visible in any order, those of a transfer, too: a Barrier is what orders them.
type Adapter struct {
	net    *Network
	id     int32
	place  [2]int32 // on its rings
	memory Memory
	cpu    *sim.CPU
	room   func()

	rings   [2]controller
	blink   blink
	bus     bus
	streams []stream
	starved []user // that wait for a stream, the first at first
	inbound int    // requests of others that the bridge holds
	mapped  int    // entries of the address translation table that are in use
	engine  engine
	driver  driver
	stats   stats
}

// rings of a node.
const (
	inX = iota
	inY
)

// New makes a network at rest.
func New(k *sim.Kernel, c Config) (*Network, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	switch {
	case c.Y == 0:
		c.Y = max(2, (c.Nodes+c.X-1)/c.X)
	case c.X*c.Y < c.Nodes:
		return nil, fabric.Wrong("torus.size", "[%d, %d] has %d nodes, but the job needs %d", c.X, c.Y, c.X*c.Y, c.Nodes)
	}
	n := &Network{Config: c, k: k, adapters: make([]Adapter, c.X*c.Y)}
	for i := range n.adapters {
		n.adapters[i].start(n, int32(i))
	}
	for y := range c.Y {
		join(n, inX, c.X, func(x int) int { return y*c.X + x })
	}
	for x := range c.X {
		join(n, inY, c.Y, func(y int) int { return y*c.X + x })
	}
	return n, nil
}

// start makes an adapter that is at rest and on no ring.
func (a *Adapter) start(n *Network, id int32) {
	a.net, a.id = n, id
	a.place = [2]int32{id % int32(n.X), id / int32(n.X)}
	a.blink.a, a.bus.a = a, a
	a.streams = make([]stream, n.Bridge.Streams)
	for i := range a.streams {
		s := &a.streams[i]
		s.a, s.index = a, int32(i)
		s.data, s.valid = make([]byte, n.Bridge.Stream), make([]uint16, n.Bridge.Stream/smallest)
	}
	a.engine.a = a
	a.driver.start(a)
}

// join connects the controllers of a ring.
func join(n *Network, dimension, size int, node func(i int) int) {
	ring := make([]*controller, size)
	for i := range ring {
		ring[i] = &n.adapters[node(i)].rings[dimension]
	}
	for i, c := range ring {
		c.a, c.dimension, c.at = &n.adapters[node(i)], int32(dimension), int32(i)
		c.ring, c.next = ring, ring[(i+1)%size]
		c.in[ofRequests].space, c.in[ofResponses].space = n.Controller.Requests, n.Controller.Responses
		c.others = make([]other, size)
	}
}

// Adapter is the adapter of a node.
func (n *Network) Adapter(node int) *Adapter { return &n.adapters[node] }

// Serve sets the memory of a node. Requests for a node without memory write nothing and read 0.
func (a *Adapter) Serve(m Memory) { a.memory = m }

// Node is the number of the adapter's node.
func (a *Adapter) Node() int32 { return a.id }

// Attach sets the CPU that messages of the driver interrupt, and the callback for when the driver accepts messages again after Ready was false.
func (n *Network) Attach(i int, cpu *sim.CPU, room func()) {
	n.adapters[i].cpu, n.adapters[i].room = cpu, room
}

// Stores implements fabric.Storer: programs store to maps of other nodes' memory.
func (n *Network) Stores() {}

// Hops is how many links a request takes. Links have one direction.
func (n *Network) Hops(a, b int) int {
	from, to := &n.adapters[a].place, &n.adapters[b].place
	return n.links(inX, from[inX], to[inX]) + n.links(inY, from[inY], to[inY])
}

// links is how many lie between two places of a ring.
func (n *Network) links(dimension int, from, to int32) int {
	size := [2]int{n.X, n.Y}[dimension]
	return (int(to-from) + size) % size
}

// Reserve enters memory of other nodes into the address translation table, and reports whether there was space for it.
func (a *Adapter) Reserve(bytes uint64) bool {
	entries := a.entries(bytes)
	if entries > uint64(a.net.Bridge.Entries-a.mapped) {
		return false
	}
	a.mapped += int(entries)
	return true
}

// Release removes from the table what Reserve has entered.
func (a *Adapter) Release(bytes uint64) { a.mapped -= int(a.entries(bytes)) }

func (a *Adapter) entries(bytes uint64) uint64 {
	page := a.net.Bridge.Page
	return bytes/page + min(bytes%page, 1)
}
