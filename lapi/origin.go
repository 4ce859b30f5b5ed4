package lapi

// Counters of an operation; 0: none. Target is an address at the target.
type Counters struct{ Target, Origin, Complete uintptr }

// Source is the data of an operation: memory of the origin, or bytes that the machine may keep.
type Source struct {
	Pieces []Piece
	Copy   []byte // the same bytes, if they have been copied; nil: they have not
}

// Len is how many bytes there are.
func (s Source) Len() uint64 {
	if s.Copy != nil {
		return uint64(len(s.Copy))
	}
	return Bytes(s.Pieces)
}

// origin is an operation of this task.
type origin struct {
	to      int
	gen     uint64
	packets int // not acknowledged, or replies that are missing
	org     uintptr
	cmpl    uintptr
	then    Callback

	into []Piece // get: where the data goes
	left uint64  // get: bytes that have not been stored
	at   uintptr // read-modify-write: where the result goes
	size uint8
}

func (o *origin) counters() (all []uintptr) {
	for _, c := range []uintptr{o.org, o.cmpl} {
		if c != 0 {
			all = append(all, c)
		}
	}
	return all
}

// confirm is what a target is to report.
type confirm struct {
	to   int
	cntr uintptr
}

// begin notes an operation.
func (m *Machine) begin(o *origin) uint64 {
	m.id++
	o.gen = m.gen
	m.unsaved[o.gen]++
	m.open[m.id] = o
	return m.id
}

// save notes that the data of an operation is where it goes.
func (m *Machine) save(o *origin) {
	if m.unsaved[o.gen]--; m.unsaved[o.gen] == 0 {
		delete(m.unsaved, o.gen)
	}
}

// released says that the origin's memory may be used again.
func (m *Machine) released(o *origin) {
	m.bump(o.org, o.to, OriginCounter)
	o.org = 0
	if o.then.Handler != 0 {
		m.emit(RunSent{Callback: o.then, Peer: o.to})
		o.then = Callback{}
	}
}

// Put copies data to pieces of a task: as many bytes.
func (m *Machine) Put(to int, into []Piece, from Source, c Counters, then Callback) {
	o := &origin{to: to, org: c.Origin, cmpl: c.Complete, then: then}
	id := m.begin(o)
	total := from.Len()
	if from.Copy != nil || total == 0 {
		m.released(o)
	}
	urgent := o.org != 0 || o.cmpl != 0 || o.then.Handler != 0
	m.cut(o, total, 0, from, func(_ bool, off uint64, data []byte, pieces []Piece, last bool) *Packet {
		n := uint64(len(data))
		if data == nil {
			n = Bytes(pieces)
		}
		return &Packet{Kind: KindPut, ID: id, Total: total, Offset: off, Cntr: c.Target, To: Sub(into, off, n), Data: data, From: pieces, Urgent: last && urgent}
	}, into, func() {
		m.released(o)
		m.bump(o.cmpl, to, CompletionCounter)
		delete(m.open, id)
		m.save(o)
		m.emit(Ended{Sent: true})
	})
}

// payload is how many bytes of data a packet to a task may have.
func (m *Machine) payload(to int) uint64 {
	if m.PayloadTo != nil {
		return m.PayloadTo(to)
	}
	return m.Payload
}

// cut sends an operation in packets, at least one. The first one has as many bytes less. into limits them to pieces of the target; nil does not. acked is called when all have been dealt with.
func (m *Machine) cut(o *origin, total, less uint64, from Source, make func(first bool, off uint64, data []byte, pieces []Piece, last bool) *Packet, into []Piece, acked func()) {
	source, target := cursor{pieces: from.Pieces}, cursor{pieces: into}
	var all []*Packet
	for off := uint64(0); off < total || len(all) == 0; {
		n := min(m.payload(o.to)-less, total-off)
		if into != nil && n > 0 {
			probe := target
			_, n = probe.take(n, m.Pieces)
		}
		var data []byte
		var pieces []Piece
		if from.Copy != nil {
			data = from.Copy[off : off+n : off+n]
		} else {
			pieces, n = source.take(n, m.Pieces)
		}
		if into != nil {
			target.take(n, m.Pieces)
		}
		all = append(all, make(len(all) == 0, off, data, pieces, off+n == total))
		off += n
		less = 0
	}
	o.packets = len(all)
	for _, p := range all {
		m.sendThen(o.to, p, func() {
			if o.packets--; o.packets == 0 {
				acked()
			}
		})
	}
}

// Get copies pieces of a task to as many bytes of this one.
func (m *Machine) Get(to int, from, into []Piece, c Counters, then Callback) {
	total := Bytes(into)
	o := &origin{to: to, org: c.Origin, then: then, into: into, left: total}
	id := m.begin(o)
	if total == 0 {
		m.sendThen(to, &Packet{Kind: KindGet, ID: id, Cntr: c.Target, Urgent: true}, func() { m.got(id, o, 0) })
		return
	}
	source := cursor{pieces: from}
	for off := uint64(0); off < total; {
		pieces, n := source.take(total-off, m.Pieces)
		m.send(to, &Packet{Kind: KindGet, ID: id, Total: total, Offset: off, To: pieces, Cntr: c.Target})
		off += n
	}
}

// got notes bytes of a get that have been stored.
func (m *Machine) got(id uint64, o *origin, n uint64) {
	if o.left -= n; o.left > 0 || m.open[id] != o {
		return
	}
	delete(m.open, id)
	m.save(o)
	m.released(o)
	m.emit(Ended{Sent: true})
}

// Message is an active message. Header is the machine's.
type Message struct {
	Handler uint64
	Vector  bool
	Header  []byte
}

// Send sends an active message.
func (m *Machine) Send(to int, msg Message, from Source, c Counters, then Callback) {
	o := &origin{to: to, org: c.Origin, then: then}
	id := m.begin(o)
	total := from.Len()
	if from.Copy != nil || total == 0 {
		m.released(o)
	}
	if c.Complete != 0 {
		m.done[id] = confirm{to, c.Complete}
	}
	urgent := o.org != 0 || o.then.Handler != 0
	less := uint64(0)
	if m.Whole {
		less = min(uint64(len(msg.Header)), m.payload(to))
	}
	m.cut(o, total, less, from, func(first bool, off uint64, data []byte, pieces []Piece, last bool) *Packet {
		p := &Packet{Kind: KindData, ID: id, Total: total, Offset: off, Data: data, From: pieces, Urgent: last && urgent}
		if first {
			p.Kind, p.Handler, p.Header, p.Vector, p.Cntr, p.Confirm = KindAM, msg.Handler, msg.Header, msg.Vector, c.Target, c.Complete != 0
		}
		return p
	}, nil, func() {
		m.released(o)
		delete(m.open, id)
		m.save(o)
		m.emit(Ended{Sent: true})
	})
}

// Rmw changes a word of a task; its result goes to prev unless that is 0.
func (m *Machine) Rmw(to int, op, size uint8, at uintptr, operand [2]uint64, prev, org uintptr, then Callback) {
	o := &origin{to: to, org: org, then: then, at: prev, size: size}
	id := m.begin(o)
	m.send(to, &Packet{Kind: KindRmw, ID: id, Op: op, Size: size, To: []Piece{{at, uint64(size)}}, Values: operand})
}
