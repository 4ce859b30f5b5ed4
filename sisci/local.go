package sisci

// localSegment is a handle of a segment of this node.
type localSegment struct {
	process    *Process
	handle     Handle
	descriptor *descriptor
	segment    *segment
	attached   bool // by SCIAttachLocalSegment
	inbox      *inbox
	maps       int
	transfers  int // in DMA queues
}

// CreateSegment is SCICreateSegment. The id is the one that the segment has: with AutoID the library chooses it.
func (p *Process) CreateSegment(sd Handle, id uint32, bytes uint64, cb Callback, flags uint32) (h Handle, as uint32, code Code) {
	d, code := find(p, &p.descriptors, sd)
	if code != OK {
		return 0, 0, code
	}
	if code = p.admit(legal(flags, UseCallback|Empty|Private|AutoID|dmaEngines, Physical)); code != OK {
		return 0, 0, code
	}
	box, code := p.newInbox(flags, cb)
	if code != OK {
		return 0, 0, code
	}
	n := p.node
	if flags&AutoID != 0 {
		id = n.freeID()
	}
	if n.segments[id] != nil {
		return 0, 0, SegmentIDUsed
	}
	if bytes == 0 || bytes%n.config.Adapter.SegmentSize != 0 {
		return 0, 0, SizeAlignment
	}
	s := &segment{node: n, owner: p, id: id, size: bytes, private: flags&Private != 0}
	if flags&Empty == 0 {
		if s.key, code = p.memory.Allocate(bytes); code != OK {
			return 0, 0, code
		}
	}
	n.segments[id] = s
	return p.hold(s, d, box, false), id, OK
}

// freeID is an id that no segment has. Those that it gives begin where programs seldom choose.
func (n *Node) freeID() uint32 {
	for {
		n.automatic--
		if n.segments[n.automatic] == nil {
			return n.automatic
		}
	}
}

// hold makes a handle for a segment.
func (p *Process) hold(s *segment, d *descriptor, box *inbox, attached bool) Handle {
	l := &localSegment{process: p, descriptor: d, segment: s, attached: attached, inbox: box}
	l.handle = p.locals.add(l)
	box.handle = l.handle
	s.handles = append(s.handles, l)
	p.made(d)
	return l.handle
}

// RegisterSegmentMemory is SCIRegisterSegmentMemory.
func (p *Process) RegisterSegmentMemory(at uintptr, bytes uint64, h Handle, flags uint32) Code {
	l, code := find(p, &p.locals, h)
	if code != OK {
		return code
	}
	if code = legal(flags, 0, 0); code != OK {
		return code
	}
	s := l.segment
	switch {
	case s.key != 0 || s.owner != p:
		return IllegalOperation
	case at == 0:
		return IllegalAddress
	case bytes == 0 || bytes%p.node.config.Adapter.SegmentSize != 0:
		return SizeAlignment
	case bytes != s.size:
		return OutOfRange
	}
	key, code := p.memory.Register(at, bytes)
	if code == OK {
		s.key = key
	}
	return code
}

// PrepareSegment is SCIPrepareSegment.
func (p *Process) PrepareSegment(h Handle, adapter, flags uint32) Code {
	l, code := p.exported(h, adapter, flags, DMASourceOnly)
	if code != OK {
		return code
	}
	if l.segment.key == 0 {
		return IllegalOperation
	}
	l.segment.prepared = true
	return OK
}

// exported is a segment that a call on an adapter concerns.
func (p *Process) exported(h Handle, adapter, flags, may uint32) (*localSegment, Code) {
	l, code := find(p, &p.locals, h)
	if code == OK {
		code = legal(flags, may, 0)
	}
	if code == OK {
		code = p.node.adapter(adapter)
	}
	return l, code
}

// SetSegmentAvailable is SCISetSegmentAvailable.
func (p *Process) SetSegmentAvailable(h Handle, adapter, flags uint32) Code {
	l, code := p.exported(h, adapter, flags, 0)
	switch {
	case code != OK:
		return code
	case l.segment.private:
		return IllegalOperation
	case !l.segment.prepared:
		return SegmentNotPrepared
	}
	l.segment.available = true
	p.memory.Expose(l.segment.key)
	return OK
}

// SetSegmentUnavailable is SCISetSegmentUnavailable.
func (p *Process) SetSegmentUnavailable(h Handle, adapter, flags uint32) Code {
	l, done, code := ending(p, &p.locals, h)
	if done {
		return code
	}
	if _, code = p.exported(h, adapter, flags, ForceDisconnect|Notify); code != OK {
		return code
	}
	s := l.segment
	if force := flags&ForceDisconnect != 0; !s.available && !(force && len(s.importers) > 0) {
		return IllegalOperation
	}
	s.available = false
	switch {
	case flags&ForceDisconnect != 0:
		s.sever()
	case flags&Notify != 0:
		for _, i := range s.importers {
			p.node.send(i.node, Packet{Kind: KindNotified, ID: i.id, Number: s.id})
		}
	}
	return OK
}

// RemoveSegment is SCIRemoveSegment.
func (p *Process) RemoveSegment(h Handle, flags uint32) Code {
	l, done, code := ending(p, &p.locals, h)
	if done {
		return code
	}
	if code = legal(flags, 0, ForceRemove); code != OK {
		return code
	}
	s := l.segment
	if l.maps > 0 || l.transfers > 0 {
		return Busy
	}
	if last := len(s.handles) == 1; last && len(s.importers) > 0 || !last && !l.attached {
		return Busy
	}
	p.locals.drop(h)
	p.ended(l.descriptor)
	l.inbox.end()
	s.detach(l)
	return OK
}

// abandon is the end of a handle whose process terminates. The segment's memory stays until the process has ended.
func (l *localSegment) abandon() {
	s := l.segment
	l.inbox.end()
	if s.owner == l.process {
		s.available, s.kept = false, true
		s.sever()
	} else if l.maps > 0 || l.transfers > 0 {
		s.kept = true
	}
	s.detach(l)
}

// LocalSegmentID is SCIGetLocalSegmentId.
func (p *Process) LocalSegmentID(h Handle) uint32 {
	if l, code := find(p, &p.locals, h); code == OK {
		return l.segment.id
	}
	return 0
}

// LocalSegmentSize is SCIGetLocalSegmentSize, in bytes.
func (p *Process) LocalSegmentSize(h Handle) uint64 {
	if l, code := find(p, &p.locals, h); code == OK {
		return l.segment.size
	}
	return 0
}

// WaitForLocalSegmentEvent is SCIWaitForLocalSegmentEvent.
func (p *Process) WaitForLocalSegmentEvent(h Handle, flags uint32) (Ticket, Code) {
	l, code := find(p, &p.locals, h)
	if code == OK {
		code = legal(flags, 0, 0)
	}
	if code != OK {
		return 0, code
	}
	return l.inbox.wait(0)
}

// ShareSegment is SCIShareSegment.
func (p *Process) ShareSegment(h Handle, flags uint32) Code {
	l, code := find(p, &p.locals, h)
	if code == OK {
		code = legal(flags, 0, 0)
	}
	if code == OK {
		l.segment.shared = true
	}
	return code
}

// AttachLocalSegment is SCIAttachLocalSegment.
func (p *Process) AttachLocalSegment(sd Handle, id uint32, cb Callback, flags uint32) (h Handle, bytes uint64, code Code) {
	d, code := find(p, &p.descriptors, sd)
	if code != OK {
		return 0, 0, code
	}
	if code = p.admit(legal(flags, UseCallback, 0)); code != OK {
		return 0, 0, code
	}
	box, code := p.newInbox(flags, cb)
	if code != OK {
		return 0, 0, code
	}
	s := p.node.segments[id]
	switch {
	case s == nil:
		return 0, 0, NoSuchSegment
	case !s.shared:
		return 0, 0, Access
	}
	return p.hold(s, d, box, true), s.size, OK
}
