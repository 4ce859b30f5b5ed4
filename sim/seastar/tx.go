package seastar

import "gasnetgo/sim"

// transmitter is the list of transmissions and the TX DMA engine, which sends one message at a time to any destination.
type transmitter struct {
	list   queue
	active *transmission // whose payload is being sent
	stuck  *transmission // that the network has no room for
	free   sim.Time      // when the engine is through with header packets
}

// transmit is the transmit command's handler: the message goes to the end of the list.
func (n *Node) transmit(x *transmission) {
	if n.tx.active != nil || n.tx.stuck != nil {
		n.tx.list.push(&x.link)
		return
	}
	n.start(x)
}

// Room has a node go on sending.
func (net *Network) Room(node int32) {
	n := &net.nodes[node]
	if x := n.tx.stuck; x != nil {
		n.tx.stuck = nil
		n.start(x)
		n.startNext()
	}
}

// startNext has the engine send what is in the list, until it has a payload to send.
func (n *Node) startNext() {
	for n.tx.active == nil && n.tx.stuck == nil && !n.tx.list.empty() {
		n.start(leaving(n.tx.list.pop()))
	}
}

// start has the TX DMA engine send a message: the header is fetched from the upper pending, the payload from where it is.
func (n *Node) start(x *transmission) {
	net := n.net
	if net.wires.Full(n.id) {
		n.tx.stuck = x
		return
	}
	first := max(net.k.Now(), n.tx.free) + net.ReadLatency
	n.tx.free = first + net.head
	n.span(PartTransmit, "header", first-net.ReadLatency, n.tx.free, address(x))
	if x.inline {
		net.wires.Send(first, first, n.id, x.to, net.Packet, 0, x.pending)
		n.small(net.Firmware.Sent)
		if !x.again {
			n.release()
		}
		n.pool().freeTransmission(x)
		return
	}
	n.tx.active = x
	if x.bytes > net.train {
		x.limit = net.limit(int(n.id), int(x.to))
		at(x.pending).limit = x.limit
	}
	bytes := min(net.train, x.bytes)
	end := n.tx.free + net.transmit.Take(bytes)
	n.span(PartTransmit, "payload", n.tx.free, end, address(x))
	net.wires.Send(first, end, n.id, x.to, net.Packet+bytes, bytes, x.pending)
	n.injects(x, bytes, end)
}

// limit is how many trains of a message may be on their way: what fits into a FIFO, and what long wires hold until the credit for a train has come back.
func (net *Network) limit(src, dst int) int16 {
	takes := max(net.transmit.Take(net.train), 1)
	return 2 + int16(min((2*net.wires.Latency(src, dst)+takes-1)/takes, maxWindow))
}

// awaited reports whether the sender of a message needs the credit for the latest train that is drained, to send the one that is the limit behind it. Only then is
// it sent, so a credit is never later than the last train, and the transmission is still that message's.
func (net *Network) awaited(p *pending) bool { return p.drained+uint64(p.limit-1)*net.train < p.bytes }

// maxWindow bounds the trains that wires hold.
const maxWindow = 1 << 12

// inject sends the next train, from a time on.
func (n *Node) inject(x *transmission, at sim.Time) {
	net := n.net
	bytes := min(net.train, x.bytes-x.injected)
	end := at + net.transmit.Take(bytes)
	n.span(PartTransmit, "payload", at, end, address(x))
	net.wires.Send(at, end, n.id, x.to, bytes, bytes, x.pending)
	n.injects(x, bytes, end)
}

// injects has the engine be through with a train at end.
func (n *Node) injects(x *transmission, bytes uint64, end sim.Time) {
	x.injected += bytes
	x.trains++
	n.net.k.At(end, (*trainLeft)(n), address(x)) // before it is there, even if that is here: a message that is refused then begins anew
}

// Act continues when the engine is through with a train.
func (e *trainLeft) Act(_ *sim.Kernel, a uint64) {
	n, x := (*Node)(e), leaving(a)
	if x.injected < x.bytes {
		if x.trains < x.limit {
			n.inject(x, n.net.k.Now())
		} else {
			x.stalled = true // there is no room in the FIFO
		}
		return
	}
	n.tx.active, n.tx.free = nil, n.net.k.Now()
	if x.again {
		n.pool().freeTransmission(x)
	} else {
		x.rest.Read()
		n.transmitIsDone(x)
	}
	n.startNext()
}

// Act is the news that a train of a message of this node is gone from the network. It takes neither bandwidth nor firmware: it stands for the credits of the links,
// which control the flow between routers.
func (e *creditComes) Act(_ *sim.Kernel, a uint64) {
	n, x := (*Node)(e), leaving(a)
	x.trains--
	if x.stalled {
		x.stalled = false
		n.inject(x, n.net.k.Now())
	}
}

// release gives a transmit pending back to the host's pool.
func (n *Node) release() {
	n.transmitPending++
	if n.scarce {
		n.share()
	}
}

// share gives a free transmit pending to the next waiting request.
func (n *Node) share() {
	if len(n.backlog) > 0 {
		m := n.backlog[0]
		n.backlog = n.backlog[:copy(n.backlog, n.backlog[1:])]
		n.scarce = len(n.backlog) > 0 || n.wanted
		from := m.From
		n.command(m)
		from.Wake(n.net.k.Now())
		return
	}
	n.scarce = false
	if n.wanted {
		n.wanted = false
		n.room()
	}
}
