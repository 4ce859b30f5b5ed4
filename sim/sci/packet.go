package sci

// packet is a request, a response or an echo. A request or response belongs to its source until a node accepts it, and then to that node; when the echo says that it was
// refused it is the source's again.
type packet struct {
	index uint32 // in the pool
	kind  kind
	next  *packet // in a queue

	// requests and responses
	src, dst int32 // nodes: who makes it, and who receives it
	stream   int32 // of the node that makes the request
	place    Place // of the first byte
	payload  uint64
	data     []byte  // what is written or was read, payload bytes
	mask     uint16  // which bytes of a write of selected bytes; 0: all
	message  *parcel // of which it is a part, without data; nil: none

	// on the ring where it is
	from, to int32 // places
	phase    phase

	// echoes
	of    *packet // that was refused; nil: it was accepted
	class class   // of the packet
}

// kind is what a packet is.
type kind uint8

const (
	write kind = iota
	read
	response
	echo
)

// class tells requests from responses, which have buffers of their own so that a response never waits for a request.
type class uint8

const (
	ofRequests class = iota
	ofResponses
	classes
)

func (p *packet) classOf() class {
	if p.kind == response {
		return ofResponses
	}
	return ofRequests
}

// carried is how many bytes of payload a packet has with it.
func (p *packet) carried() uint64 {
	if p.kind == read {
		return 0
	}
	return p.payload
}

// bytes is what a packet takes on a ring.
func (r *Ring) bytes(p *packet) uint64 {
	switch p.kind {
	case echo:
		return r.Echo
	case response:
		return r.Response + p.carried()
	}
	return r.Request + p.carried()
}

// pool is all packets of a network.
type pool struct {
	all  []*packet
	free *packet
}

// get returns a packet of a kind, with data of the length of payload if it carries some.
func (l *pool) get(k kind) *packet {
	p := l.free
	if p == nil {
		p = &packet{index: uint32(len(l.all))}
		l.all = append(l.all, p)
	} else {
		l.free = p.next
	}
	*p = packet{index: p.index, data: p.data[:0], kind: k}
	return p
}

// put frees a packet.
func (l *pool) put(p *packet) {
	p.message, p.of = nil, nil
	p.next = l.free
	l.free = p
}

// at is the packet with an index, which is the argument of events.
func (l *pool) at(index uint64) *packet { return l.all[index] }

// queue is packets in order.
type queue struct{ first, last *packet }

func (q *queue) push(p *packet) {
	p.next = nil
	if q.first == nil {
		q.first = p
	} else {
		q.last.next = p
	}
	q.last = p
}

func (q *queue) pop() *packet {
	p := q.first
	q.first = p.next
	p.next = nil
	return p
}
