package sci

import "gasnetgo/sim"

// stream is a stream buffer of a bridge: it holds what is stored into or loaded from one aligned piece of another node's memory, and is in use until all its requests
// have been answered. There are as many outstanding transactions as streams.
type stream struct {
	a     *Adapter
	index int32
	state streamState
	user  user  // nil: stores of processors
	place Place // of the first byte; aligned
	data  []byte
	valid []uint16 // bytes that have been stored, a bit for each of 16
	bytes uint64   // how many

	filling  int    // stores into it that are on the bus
	hurries  bool   // it is to be sent when they are over
	round    uint32 // changes with each store: earlier timers are ignored
	parts    int    // requests without response
	barriers []*barrier
	move     move // of the DMA engine
}

type streamState uint8

const (
	idle streamState = iota
	gathering
	sent // or being sent
)

// user is who uses streams.
type user interface {
	// step continues: there may be a free stream.
	step()

	// answered says that all requests of a stream of this user have been answered. The user frees it.
	answered(s *stream)
}

// stream returns a stream for a place, which is u's until it is free again. If none is free, it returns nil, and u continues when there is one.
func (a *Adapter) stream(u user, place Place) *stream {
	s := a.idle()
	if s == nil {
		a.starved = append(a.starved, u)
		a.stats.starved++
		return nil
	}
	s.place = place
	s.place.Offset -= place.Offset % a.net.Bridge.Stream
	s.state = gathering
	return s
}

func (a *Adapter) idle() *stream {
	for i := range a.streams {
		if a.streams[i].state == idle {
			return &a.streams[i]
		}
	}
	return nil
}

// free ends the use of a stream.
func (a *Adapter) free(s *stream) {
	s.state, s.user, s.bytes, s.hurries = idle, nil, 0, false
	s.round++
	clear(s.valid)
	for len(a.starved) > 0 && a.idle() != nil {
		u := a.starved[0]
		a.starved = a.starved[:copy(a.starved, a.starved[1:])]
		u.step()
	}
}

// fill enters bytes that are stored.
func (s *stream) fill(offset uint64, data []byte) {
	at := offset - s.place.Offset
	copy(s.data[at:], data)
	for i := at; i < at+uint64(len(data)); i++ {
		bit := uint16(1) << (i % smallest)
		if s.valid[i/smallest]&bit == 0 {
			s.valid[i/smallest] |= bit
			s.bytes++
		}
	}
}

// outbound says that a packet has passed the bridge on its way out.
type outbound Adapter

// Act has the B-Link take it.
func (x *outbound) Act(_ *sim.Kernel, index uint64) {
	a := (*Adapter)(x)
	a.blink.offer(atBridge, a.net.packets.at(index))
}

// leave sends a packet through the bridge, after a time.
func (a *Adapter) leave(p *packet, after sim.Time) {
	a.net.k.After(after+a.net.Bridge.Latency, (*outbound)(a), uint64(p.index))
}

// request makes a request of a stream.
func (s *stream) request(k kind, offset, payload uint64, after sim.Time) *packet {
	a := s.a
	p := a.net.packets.get(k)
	p.src, p.dst, p.stream, p.place, p.payload = a.id, s.place.Node, s.index, s.place, payload
	p.place.Offset += offset
	s.state = sent
	s.round++
	s.parts++
	a.stats.requests++
	a.leave(p, after)
	return p
}

// write sends what has been stored: one request if the stream is full, else one for each 16 bytes of which some have been stored. It takes the bridge some time more.
func (s *stream) write(after sim.Time) {
	if s.bytes == uint64(len(s.data)) {
		p := s.request(write, 0, s.bytes, after)
		p.data = append(p.data, s.data...)
		return
	}
	for i, valid := range s.valid {
		if valid != 0 {
			at := uint64(i) * smallest
			p := s.request(write, at, smallest, after)
			p.data = append(p.data, s.data[at:at+smallest]...)
			if p.mask = valid; valid == 1<<smallest-1 {
				p.mask = 0
			}
		}
	}
}

// answered deals with a response.
func (a *Adapter) answered(p *packet) {
	s := &a.streams[p.stream]
	copy(s.data[p.place.Offset-s.place.Offset:], p.data)
	a.net.packets.put(p)
	if s.parts--; s.parts > 0 {
		return
	}
	barriers := s.barriers
	s.barriers = nil
	if s.user != nil {
		s.user.answered(s)
	} else {
		a.free(s)
	}
	for _, b := range barriers {
		b.passed()
	}
}
