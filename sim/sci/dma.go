package sci

import "gasnetgo/sim"

// Part is bytes that the DMA engine moves: from this node's memory to another's, or the other way.
type Part struct {
	From, To Place
	Bytes    uint64
}

// engine is the DMA engine. It carries out one transfer after the other, and moves the bytes of a transfer in ascending order, as many at a time as there are streams.
type engine struct {
	a       *Adapter
	queue   []transfer // the active one at first
	part    int        // of the active one
	moved   uint64     // bytes of the part for which requests have been made
	pending int        // streams in use
	begun   sim.Time
}

// transfer is parts in order.
type transfer struct {
	parts []Part
	done  func()
}

// Transfer has the DMA engine move bytes, after the transfers before; each part has its beginning or end on this node. Bytes are read from memory and written there while it goes on. done is called when
// all bytes are visible, and DMA.End later. The processor is not busy.
func (a *Adapter) Transfer(parts []Part, done func()) {
	e := &a.engine
	e.queue = append(e.queue, transfer{parts, done})
	if len(e.queue) == 1 {
		e.start()
	}
}

// What is over at an Act of the engine.
const (
	started   = iota // the setup
	described        // the descriptor of a part has been read
	fetched          // bytes are in a stream: its number is above
	stored           // bytes of a stream are in memory
	ended            // the transfer
)

// engineBits is how many bits these take in an argument.
const engineBits = 3

func (e *engine) start() {
	e.part, e.moved, e.begun = 0, 0, e.a.net.k.Now()
	e.a.net.k.After(e.a.net.DMA.Setup, e, started)
}

// describe reads the descriptor of the next part, or ends the transfer.
func (e *engine) describe() {
	n := e.a.net
	if e.part < len(e.queue[0].parts) {
		n.k.After(n.DMA.Part, e, described)
	} else if e.pending == 0 {
		n.k.After(n.DMA.End, e, ended)
	}
}

// step makes the next request.
func (e *engine) step() {
	part := &e.queue[0].parts[e.part]
	if e.moved == part.Bytes {
		e.part++
		e.moved = 0
		e.describe()
		return
	}
	a := e.a
	from, to := part.From, part.To
	from.Offset += e.moved
	to.Offset += e.moved
	pull := from.Node != a.id
	far := to
	if pull {
		far = from
	}
	s := a.stream(e, far)
	if s == nil {
		a.sendOne()
		return
	}
	s.user = e
	e.pending++
	size := a.net.Bridge.Stream
	n := min(part.Bytes-e.moved, size-far.Offset%size)
	e.moved += n
	s.move = move{n, far.Offset - s.place.Offset, from, to}
	if pull {
		s.request(read, 0, size, 0)
		e.step()
		return
	}
	a.bus.use(transaction{a.net.PCI.Fetch + a.net.PCI.Rate.Take(n), "fetch", n, e, fetched | uint64(s.index)<<engineBits})
}

// move is what the engine moves with a stream.
type move struct {
	bytes, at uint64 // at in the stream
	from, to  Place
}

// Act continues.
func (e *engine) Act(k *sim.Kernel, arg uint64) {
	a := e.a
	switch arg & (1<<engineBits - 1) {
	case started:
		e.describe()
	case described:
		e.step()
	case fetched:
		s := &a.streams[arg>>engineBits]
		m := &s.move
		buffer := s.data[m.at : m.at+m.bytes]
		clear(buffer)
		if a.memory != nil {
			a.memory.Read(m.from.Key, m.from.Offset, buffer)
		}
		s.fill(m.to.Offset, buffer)
		s.write(0)
		e.step()
	case stored:
		s := &a.streams[arg>>engineBits]
		m := &s.move
		if a.memory != nil {
			a.memory.Write(m.to.Key, m.to.Offset, s.data[m.at:m.at+m.bytes])
		}
		e.over(s)
	case ended:
		a.span(partDMA, "transfer", e.begun, k.Now(), 0)
		done := e.queue[0].done
		e.queue = e.queue[:copy(e.queue, e.queue[1:])]
		if len(e.queue) > 0 {
			e.start()
		}
		done()
	}
}

// answered ends a request: bytes that have been read go to memory.
func (e *engine) answered(s *stream) {
	if s.move.from.Node == e.a.id {
		e.over(s)
		return
	}
	e.a.bus.use(transaction{e.a.net.PCI.burst(s.move.bytes), "deposit", s.move.bytes, e, stored | uint64(s.index)<<engineBits})
}

// over ends the use of a stream.
func (e *engine) over(s *stream) {
	e.pending--
	last := e.pending == 0 && e.part == len(e.queue[0].parts)
	e.a.free(s)
	if last {
		e.describe()
	}
}
