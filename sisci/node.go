package sisci

// Config is what a node must know. All fields are needed.
type Config struct {
	Node    uint32 // the own id
	Version uint32 // of the driver: a process of another version cannot open descriptors
	Adapter Adapter
	Limits  Limits
	Network Network
}

// Adapter describes the node's adapters, which are equal.
type Adapter struct {
	Count uint32 // numbers 0 to Count-1

	// What offsets and sizes must be multiples of, in bytes; 1: of nothing.
	SegmentSize, MapOffset, MapSize, CopyOffset, CopySize, DMAOffset, DMASize uint64

	DMABytes    uint32 // the longest transfer that queries name; longer ones work
	SuggestDMA  uint32 // bytes from which on queries suggest DMA
	Streams     uint32 // buffers that gather stores
	StreamBytes uint32 // of one
}

// Limits are how many of a thing there may be.
type Limits struct {
	Objects      int    // handles of a process
	Connections  int    // with one segment or interrupt
	Events       int    // of one handle that wait; older ones are forgotten
	Messages     int    // of a data interrupt, for each origin, that nothing has waited for
	MessageBytes uint64 // of one
}

// Adapters is how many adapters a node can have: a higher number is illegal, not absent.
const Adapters = 16

// importer is the origin of a connection with something of this node.
type importer struct {
	node uint32
	id   uint64
}

// target is what connections lead to: a segment or an interrupt.
type target interface {
	// accepts says whether there is one more connection; if so answer is completed.
	accepts(from importer, adapter uint32, answer *Packet) Code

	// left says that an importer has ended its connection, or has died.
	left(from importer, reason Reason)

	// triggered is an interrupt.
	triggered(from importer, data []byte)

	// operational says that the link to an importer has gone down or up.
	operational(from importer, reason Reason)
}

// place names a target.
type place struct {
	what   What
	number uint32
}

// Node is the driver of a node. Its methods do not block; the caller holds a lock around every call, and afterwards carries out what Effects returns.
type Node struct {
	config    Config
	out       []Effect
	segments  map[uint32]*segment
	numbers   map[place]*number      // interrupts
	origins   map[uint64]*connection // of this node, by id
	order     []uint64               // of origins, in which they were made
	targets   map[importer]target
	importers []importer // of targets, in the order of their connections
	last      uint64     // id of a connection
	token     uint64
	copies    map[uint64]func(Code)
	automatic uint32          // the latest id that AutoID gave
	down      map[uint32]bool // nodes, because of the link
}

// NewNode makes the driver of a node.
func NewNode(c Config) *Node {
	return &Node{config: c, segments: map[uint32]*segment{}, numbers: map[place]*number{}, origins: map[uint64]*connection{}, targets: map[importer]target{},
		copies: map[uint64]func(Code){}, down: map[uint32]bool{}}
}

// Effects is what there is to do since it was called last.
func (n *Node) Effects() []Effect {
	out := n.out
	n.out = nil
	return out
}

// HasEffects reports whether there is something to do.
func (n *Node) HasEffects() bool { return len(n.out) > 0 }

// Unfinished counts connections of this node and of others with it, and copies that have not been reported.
func (n *Node) Unfinished() int { return len(n.origins) + len(n.targets) + len(n.copies) }

func (n *Node) emit(e Effect) { n.out = append(n.out, e) }

func (n *Node) send(to uint32, p Packet) { n.emit(Send{to, &p}) }

// adapter checks the number of an adapter.
func (n *Node) adapter(number uint32) Code {
	switch {
	case number >= Adapters:
		return IllegalAdapter
	case number >= n.config.Adapter.Count:
		return NoSuchAdapter
	}
	return OK
}

// copy begins a copy, whose report calls then.
func (n *Node) copy(c Copy, then func(Code)) {
	n.token++
	c.Token = n.token
	n.copies[c.Token] = then
	n.emit(c)
}

// Copied reports a Copy: OK, or TransferFailed.
func (n *Node) Copied(token uint64, code Code) {
	then, ok := n.copies[token]
	if !ok {
		return
	}
	delete(n.copies, token)
	then(code)
}

// Arrive deals with a packet. It retains the packet's data.
func (n *Node) Arrive(from uint32, p *Packet) {
	who := importer{from, p.ID}
	switch p.Kind {
	case KindConnect:
		n.connect(who, p)
	case KindDisconnect:
		n.leave(who, Disconnected)
	case KindLeft:
		if s, ok := n.targets[who].(*segment); ok {
			s.stays(who)
		} else {
			n.leave(who, Disconnected)
		}
	case KindTrigger:
		if t := n.targets[who]; t != nil {
			t.triggered(who, p.Data)
		}
	default:
		if c := n.origins[p.ID]; c != nil && c.node == from {
			c.arrive(p)
		}
	}
}

// connect answers a packet that asks for a connection.
func (n *Node) connect(from importer, p *Packet) {
	answer := Packet{Kind: KindConnected, What: p.What, ID: p.ID, Number: p.Number}
	t, code := n.target(p.What, p.Number)
	if n.targets[from] != nil {
		code = ConnectionRefused
	}
	if code == OK {
		code = t.accepts(from, p.Adapter, &answer)
	}
	if code == OK {
		n.targets[from] = t
		n.importers = append(n.importers, from)
	} else {
		answer.Kind, answer.Code = KindRefused, code
	}
	n.send(from.node, answer)
}

// target finds what a connection is to lead to.
func (n *Node) target(what What, at uint32) (target, Code) {
	if what == ToSegment {
		if s := n.segments[at]; s != nil {
			return s, OK
		}
		return nil, NoSuchSegment
	}
	if i := n.numbers[place{what, at}]; i != nil {
		return i, OK
	}
	return nil, NoSuchInterrupt
}

// forget ends a connection with something of this node.
func (n *Node) forget(from importer) {
	delete(n.targets, from)
	n.importers = without(n.importers, from)
}

// leave is forget for the target, too.
func (n *Node) leave(from importer, reason Reason) {
	if t := n.targets[from]; t != nil {
		n.forget(from)
		t.left(from, reason)
	}
}

// Lost says that a node has died.
func (n *Node) Lost(node uint32) {
	for _, c := range n.to(node) {
		c.lost()
	}
	for _, i := range n.from(node) {
		n.leave(i, Lost)
	}
}

// Link says that the link to a node has gone down or up.
func (n *Node) Link(node uint32, up bool) {
	if n.down[node] == !up {
		return
	}
	reason := Operational
	if delete(n.down, node); !up {
		n.down[node], reason = true, NotOperational
	}
	for _, c := range n.to(node) {
		c.link(up)
	}
	for _, i := range n.from(node) {
		n.targets[i].operational(i, reason)
	}
}

// to is the connections with things of a node, in the order in which they were made.
func (n *Node) to(node uint32) (all []*connection) {
	for _, id := range n.order {
		if c := n.origins[id]; c.node == node {
			all = append(all, c)
		}
	}
	return all
}

// from is the connections of a node with things of this one.
func (n *Node) from(node uint32) (all []importer) {
	for _, i := range n.importers {
		if i.node == node {
			all = append(all, i)
		}
	}
	return all
}
