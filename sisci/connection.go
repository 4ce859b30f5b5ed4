package sisci

import "slices"

// connectionState is how far a connection is, for its origin.
type connectionState uint8

const (
	connecting connectionState = iota
	connected
	refused // there has never been one
	severed // the target has ended it
	lost    // the target's node has died
)

// origin is what has a connection: a remote segment or a remote interrupt.
type origin interface {
	// answered says that there is a connection, or with a code that there is none.
	answered(code Code)

	// happened is an event of a connection.
	happened(reason Reason)
}

// connection is one with a segment or an interrupt, for its origin.
type connection struct {
	own    *Node
	node   uint32 // the target's
	id     uint64
	what   What
	number uint32
	owner  origin
	state  connectionState
	size   uint64
	key    uint64
	taken  uint64 // messages that the target has received
	sent   uint64 // messages
	down   bool   // the link is
	faults uint64 // stores may have been lost so often
}

// open begins a connection.
func (n *Node) open(node uint32, what What, number, adapter uint32, owner origin) *connection {
	n.last++
	c := &connection{own: n, node: node, id: n.last, what: what, number: number, owner: owner}
	n.origins[c.id] = c
	n.order = append(n.order, c.id)
	n.send(node, Packet{Kind: KindConnect, What: what, ID: c.id, Number: number, Adapter: adapter})
	return c
}

// reach says whether a connection with a node can be tried, and which node that is.
func (n *Node) reach(node uint32) (uint32, Code) {
	if node == LocalHost || node == n.config.Node {
		return n.config.Node, OK
	}
	return node, n.config.Network.Reach(node)
}

// close ends a connection. The target is told unless there is none.
func (c *connection) close() { c.end(KindDisconnect) }

// end is close, with a packet that says how.
func (c *connection) end(kind PacketKind) {
	n := c.own
	if n.origins[c.id] == nil {
		return
	}
	delete(n.origins, c.id)
	n.order = without(n.order, c.id)
	if c.state != refused && c.state != lost {
		n.send(c.node, Packet{Kind: kind, What: c.what, ID: c.id, Number: c.number})
	}
}

// arrive deals with a packet of the target.
func (c *connection) arrive(p *Packet) {
	switch {
	case p.Kind == KindConnected && c.state == connecting:
		c.state, c.size, c.key, c.down = connected, p.Size, p.Key, c.own.down[c.node]
		c.owner.answered(OK)
	case p.Kind == KindRefused && c.state == connecting:
		c.state = refused
		c.owner.answered(p.Code)
	case c.state != connected:
	case p.Kind == KindSevered:
		c.state = severed
		c.owner.happened(Disconnected)
	case p.Kind == KindNotified:
		c.owner.happened(Disconnected)
	case p.Kind == KindTaken:
		c.taken = min(c.taken+p.Size, c.sent)
	}
}

// lost is the death of the target's node.
func (c *connection) lost() {
	was := c.state
	c.state = lost
	switch was {
	case connecting:
		c.owner.answered(NotResponding)
	case connected:
		c.owner.happened(Lost)
	}
}

// link is the link to the target's node, which has gone down or up.
func (c *connection) link(up bool) {
	if c.state != connected || c.down == !up {
		return
	}
	c.down = !up
	reason := Operational
	if c.down {
		c.faults++
		reason = NotOperational
	}
	c.owner.happened(reason)
}

func without[T comparable](all []T, one T) []T {
	if i := slices.Index(all, one); i >= 0 {
		return slices.Delete(all, i, i+1)
	}
	return all
}
