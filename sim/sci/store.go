package sci

import "gasnetgo/sim"

// storing is a run of stores of a processor.
type storing struct {
	a    *Adapter
	to   Place
	data []byte
	done func()
	into *stream // that the bytes on the bus go to
}

// Store stores bytes of another node, or of this one, as a processor does with plain stores: in ascending order, gathered in its write-combining buffer, and then in streams. The processor is busy
// until done is called; then the bytes have left it, and data is the caller's again. When they become visible, and in which order, only a Barrier says.
//
// A stream is sent when it is full, when nothing has been stored into it for Bridge.Flush, at a Flush or Barrier or Load, or when another one is needed and none is free.
func (a *Adapter) Store(to Place, data []byte, done func()) {
	a.stats.stored += uint64(len(data))
	(&storing{a: a, to: to, data: data, done: done}).step()
}

// step stores the next bytes: those of a write-combining buffer, in one use of the bus.
func (s *storing) step() {
	a := s.a
	if len(s.data) == 0 {
		s.done()
		return
	}
	into := a.gathering(s.to)
	if into == nil {
		if into = a.stream(s, s.to); into == nil {
			a.sendOne()
			return
		}
	}
	s.into = into
	into.filling++
	n := s.next()
	a.bus.use(transaction{a.net.PCI.words(s.to.Offset, n), "store", n, s, n})
}

// next is how many bytes come next.
func (s *storing) next() uint64 {
	size := min(s.a.net.PCI.Buffer, s.a.net.Bridge.Stream)
	return min(uint64(len(s.data)), size-s.to.Offset%size)
}

// Act enters the bytes that the bus has moved into their stream.
func (s *storing) Act(_ *sim.Kernel, n uint64) {
	into := s.into
	into.fill(s.to.Offset, s.data[:n])
	into.filling--
	switch {
	case into.filling > 0:
	case into.hurries || into.bytes == uint64(len(into.data)):
		into.write(s.a.net.PCI.Host)
	default:
		into.round++
		s.a.net.k.After(s.a.net.Bridge.Flush, (*unused)(into), uint64(into.round))
	}
	s.to.Offset += n
	s.data = s.data[n:]
	s.step()
}

// answered is for streams of users, and those of stores have none.
func (s *storing) answered(*stream) {}

// unused says that nothing has been stored into a stream for some time.
type unused stream

// Act sends the stream, unless it has been used since.
func (x *unused) Act(_ *sim.Kernel, round uint64) {
	s := (*stream)(x)
	if s.state == gathering && uint64(s.round) == round && s.filling == 0 {
		s.write(s.a.net.PCI.Host)
	}
}

// gathering is the stream that gathers stores to a place.
func (a *Adapter) gathering(to Place) *stream {
	to.Offset -= to.Offset % a.net.Bridge.Stream
	for i := range a.streams {
		if s := &a.streams[i]; s.state == gathering && s.user == nil && s.place == to && !s.hurries {
			return s
		}
	}
	return nil
}

// sendOne sends one of the streams that gather, so that one will be free: that with the lowest number.
func (a *Adapter) sendOne() {
	for i := range a.streams {
		if s := &a.streams[i]; s.state == gathering && s.user == nil && s.filling == 0 {
			s.write(a.net.PCI.Host)
			return
		}
	}
}

// Flush sends all streams that gather stores. It takes the processor no time.
func (a *Adapter) Flush() {
	for i := range a.streams {
		s := &a.streams[i]
		switch {
		case s.state != gathering || s.user != nil:
		case s.filling > 0:
			s.hurries = true
		default:
			s.write(a.net.PCI.Host)
		}
	}
}

// barrier waits for streams.
type barrier struct {
	a    *Adapter
	left int
	done func()
}

// Barrier calls done when all bytes that this node has stored before are visible at their nodes, and the processor has seen that in the status of the adapter, which takes PCI.Load. It does not wait
// for transfers of the DMA engine and for messages.
func (a *Adapter) Barrier(done func()) {
	a.Flush()
	b := &barrier{a: a, left: 1, done: done}
	for i := range a.streams {
		if s := &a.streams[i]; s.state != idle && s.user == nil {
			s.barriers = append(s.barriers, b)
			b.left++
		}
	}
	b.passed()
}

// passed says that one of those is over that the barrier waits for.
func (b *barrier) passed() {
	if b.left--; b.left == 0 {
		b.a.net.k.After(b.a.net.PCI.Load, b, 0)
	}
}

// Act ends the barrier.
func (b *barrier) Act(*sim.Kernel, uint64) { b.done() }
