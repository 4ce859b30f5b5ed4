package lapi

import "slices"

// key names a message at its target.
type key struct {
	from int
	id   uint64
}

// inbound is a message that has not arrived completely.
type inbound struct {
	left    uint64    // bytes that have not been stored
	heading *Heading  // of an active message, once its header handler has returned
	early   []arrived // packets that came before that
	cntr    uintptr
	confirm bool
}

// arrived is a packet with what notes that it has been dealt with.
type arrived struct {
	packet *Packet
	settle func()
}

// Heading is what a header handler has returned.
type Heading struct {
	Into    []Piece // where the data goes, in its order; what does not fit is not stored
	Handler uintptr // completion handler; 0: none
	Info    uintptr
	Inline  bool   // it runs at once
	Reply   bool   // and sends only to the sender of the message
	Finish  uint64 // 0, or what is to be done with the data before it runs
}

// handle does what a packet says. settle is called when its data is where it goes.
func (m *Machine) handle(from int, p *Packet, settle func()) {
	switch p.Kind {
	case KindPut:
		m.deposit(from, p, p.To, func() {
			m.stored(from, p)
			settle()
		})
	case KindGet:
		settle()
		m.reply(from, p)
	case KindReply:
		o := m.open[p.ID]
		if o == nil {
			settle()
			return
		}
		n := p.Len()
		m.deposit(from, p, Sub(o.into, p.Offset, n), func() {
			settle()
			m.got(p.ID, o, n)
		})
	case KindAM:
		m.head(from, p, settle)
	case KindData:
		in := m.inbound(from, p)
		if in.heading == nil {
			in.early = append(in.early, arrived{p.kept(), settle})
			return
		}
		m.place(from, p, in, settle)
	case KindRmw:
		token := m.await(func(result any) {
			settle()
			m.send(from, &Packet{Kind: KindOld, ID: p.ID, Values: [2]uint64{result.(uint64)}})
		})
		m.emit(Rmw{token, from, p.To[0].At, p.Op, p.Size, p.Values})
	case KindOld:
		settle()
		if o := m.open[p.ID]; o != nil {
			m.emit(Store{o.at, o.size, p.Values[0]})
			m.got(p.ID, o, 0)
		}
	case KindDone:
		settle()
		if c, ok := m.done[p.ID]; ok {
			delete(m.done, p.ID)
			m.bump(c.cntr, c.to, CompletionCounter)
		}
	case KindGather:
		settle()
		m.gathered(from, p)
	default:
		settle()
	}
}

// kept is a packet whose bytes do not change when its driver has returned.
func (p *Packet) kept() *Packet {
	if len(p.Data) == 0 {
		return p
	}
	k := *p
	k.Data = slices.Clone(p.Data)
	return &k
}

func (m *Machine) inbound(from int, p *Packet) *inbound {
	k := key{from, p.ID}
	in := m.parts[k]
	if in == nil {
		in = &inbound{left: p.Total}
		m.parts[k] = in
	}
	return in
}

// deposit stores a packet's data and goes on with then.
func (m *Machine) deposit(from int, p *Packet, into []Piece, then func()) {
	if p.Len() == 0 || Bytes(into) == 0 {
		then()
		return
	}
	m.emit(Deposit{m.await(func(any) { then() }), from, p, into})
}

// stored notes data of a put.
func (m *Machine) stored(from int, p *Packet) {
	if n := p.Len(); n < p.Total {
		in := m.inbound(from, p)
		if in.left -= n; in.left > 0 {
			return
		}
		delete(m.parts, key{from, p.ID})
	}
	m.bump(p.Cntr, from, TargetCounter)
	m.emit(Ended{})
}

// reply sends the data that a get asks for. The target's counter grows when the memory may change, that is with the last packet of the get.
func (m *Machine) reply(from int, p *Packet) {
	read := &inbound{left: p.Total, cntr: p.Cntr}
	if p.Total > 0 {
		if p.Cntr != 0 {
			read = m.inbound(from, p)
		}
	} else {
		m.bump(p.Cntr, from, TargetCounter)
		return
	}
	source := cursor{pieces: p.To}
	for off, end := p.Offset, p.Offset+Bytes(p.To); off < end; {
		pieces, n := source.take(min(m.payload(from), end-off), m.Pieces)
		m.sendThen(from, &Packet{Kind: KindReply, ID: p.ID, Total: p.Total, Offset: off, From: pieces, Urgent: p.Cntr != 0 && off+n == end}, func() {
			if read.left -= n; read.left == 0 && p.Cntr != 0 {
				delete(m.parts, key{from, p.ID})
				m.bump(p.Cntr, from, TargetCounter)
			}
		})
		off += n
	}
}

// head begins an active message.
func (m *Machine) head(from int, p *Packet, settle func()) {
	in := m.inbound(from, p)
	in.cntr, in.confirm = p.Cntr, p.Confirm
	kept := p.kept()
	if len(p.Header) > 0 {
		k := *kept
		k.Header = slices.Clone(p.Header)
		kept = &k
	}
	token := m.await(func(result any) {
		h := result.(Heading)
		in.heading = &h
		early := in.early
		in.early = nil
		m.place(from, kept, in, settle)
		for _, a := range early {
			m.place(from, a.packet, in, a.settle)
		}
	})
	m.emit(RunHeader{Token: token, From: from, Handler: p.Handler, Vector: p.Vector, Header: kept.Header, Total: p.Total, Packet: kept})
}

// place stores data of an active message.
func (m *Machine) place(from int, p *Packet, in *inbound, settle func()) {
	n := p.Len()
	m.deposit(from, p, Sub(in.heading.Into, p.Offset, n), func() {
		settle()
		if in.left -= n; in.left == 0 {
			delete(m.parts, key{from, p.ID})
			m.complete(from, p.ID, in)
		}
	})
}

// complete runs what a message whose data is there has asked for.
func (m *Machine) complete(from int, id uint64, in *inbound) {
	if n := in.heading.Finish; n != 0 {
		in.heading.Finish = 0
		m.emit(Finish{m.await(func(any) { m.complete(from, id, in) }), n})
		return
	}
	end := func(any) {
		m.bump(in.cntr, from, TargetCounter)
		if in.confirm {
			m.send(from, &Packet{Kind: KindDone, ID: id})
		}
		m.emit(Ended{})
	}
	if in.heading.Handler == 0 {
		end(nil)
		return
	}
	m.emit(RunCompletion{m.await(end), from, in.heading.Handler, in.heading.Info, in.heading.Inline, in.heading.Reply})
}
