package sisci

// segmentMap is a part of a segment in the process's address space.
type segmentMap struct {
	handle   Handle
	local    *localSegment  // or
	remote   *remoteSegment // whose it is
	offset   uint64         // in the segment, bytes
	bytes    uint64
	at       uintptr
	readOnly bool
	copies   int    // in progress
	failures uint64 // of stores, as the driver has reported them
	gone     bool
}

// within reports whether n bytes from offset on are inside size bytes.
func within(offset, n, size uint64) bool { return offset <= size && n <= size-offset }

// MapLocalSegment is SCIMapLocalSegment.
func (p *Process) MapLocalSegment(h Handle, offset, bytes uint64, at uintptr, flags uint32) (Handle, uintptr, Code) {
	l, code := find(p, &p.locals, h)
	if code != OK {
		return 0, 0, code
	}
	if code = legal(flags, FixedMapAddr|ReadOnlyMap, 0); code != OK {
		return 0, 0, code
	}
	if l.segment.key == 0 {
		return 0, 0, IllegalOperation
	}
	m := &segmentMap{local: l, offset: offset, bytes: bytes}
	return p.mapped(m, Mapping{Node: p.node.config.Node, Segment: l.segment.id, Key: l.segment.key, At: at}, l.segment.size, flags)
}

// MapRemoteSegment is SCIMapRemoteSegment.
func (p *Process) MapRemoteSegment(h Handle, offset, bytes uint64, at uintptr, flags uint32) (Handle, uintptr, Code) {
	r, code := find(p, &p.remotes, h)
	if code != OK {
		return 0, 0, code
	}
	if code = legal(flags, FixedMapAddr|ReadOnlyMap|hintsOfMaps, LockOperation|interruptMaps); code != OK {
		return 0, 0, code
	}
	c := r.connection
	if c.state != connected {
		return 0, 0, SegmentNotConnected
	}
	m := &segmentMap{remote: r, offset: offset, bytes: bytes}
	return p.mapped(m, Mapping{Node: c.node, Segment: c.number, Key: c.key, At: at}, c.size, flags)
}

// mapped makes a map. of says whose memory it shows, and where it is to begin.
func (p *Process) mapped(m *segmentMap, of Mapping, size uint64, flags uint32) (Handle, uintptr, Code) {
	a := p.node.config.Adapter
	of.Offset, of.Bytes, of.Fixed, of.ReadOnly = m.offset, m.bytes, flags&FixedMapAddr != 0, flags&ReadOnlyMap != 0
	switch {
	case m.bytes == 0 || m.bytes%a.MapSize != 0:
		return 0, 0, SizeAlignment
	case m.offset%a.MapOffset != 0:
		return 0, 0, OffsetAlignment
	case !within(m.offset, m.bytes, size):
		return 0, 0, OutOfRange
	case of.Fixed && of.At == 0:
		return 0, 0, IllegalParameter
	}
	code := p.admit(OK)
	if code != OK {
		return 0, 0, code
	}
	m.readOnly = of.ReadOnly
	m.at, code = p.memory.Map(of)
	if code != OK {
		return 0, 0, code
	}
	m.handle = p.maps.add(m)
	p.made(nil)
	m.count(1)
	return m.handle, m.at, OK
}

// count changes how many maps the segment has.
func (m *segmentMap) count(by int) {
	if m.local != nil {
		m.local.maps += by
	} else {
		m.remote.maps += by
	}
}

// UnmapSegment is SCIUnmapSegment.
func (p *Process) UnmapSegment(h Handle, flags uint32) Code {
	m, done, code := ending(p, &p.maps, h)
	if done {
		return code
	}
	if code = legal(flags, 0, 0); code != OK {
		return code
	}
	if m.copies > 0 {
		return Busy
	}
	m.gone = true
	m.count(-1)
	p.maps.drop(h)
	p.ended(nil)
	p.node.emit(Unmap{p, m.at, m.bytes})
	return OK
}

// place is where bytes of a map are.
func (m *segmentMap) place(offset uint64) Place {
	if m.local != nil {
		s := m.local.segment
		return Place{s.node.config.Node, s.key, m.offset + offset}
	}
	c := m.remote.connection
	return Place{c.node, c.key, m.offset + offset}
}

// works reports whether the segment is still there.
func (m *segmentMap) works() bool {
	return !m.gone && (m.local != nil || m.remote.connection.state == connected)
}

// faults counts how often stores to the map may have been lost.
func (m *segmentMap) faults() uint64 {
	if m.local != nil {
		return m.failures
	}
	return m.failures + m.remote.connection.faults
}

// StoresFailed says that the driver could not deliver stores to a map, which may have ended.
func (p *Process) StoresFailed(h Handle) {
	if m := p.maps.objects[h]; m != nil {
		m.failures++
	}
}

// Window is where a map is in the address space and how long, and whether it is for stores, too. ok: it can be accessed, and accesses reach the segment.
func (p *Process) Window(h Handle) (at uintptr, bytes uint64, stores, ok bool) {
	m, code := find(p, &p.maps, h)
	if code != OK || !m.works() || m.remote != nil && m.remote.connection.down {
		return 0, 0, false, false
	}
	return m.at, m.bytes, !m.readOnly, true
}

// MapAddress is SCIGetMapPointer.
func (p *Process) MapAddress(h Handle) uintptr {
	if m, code := find(p, &p.maps, h); code == OK {
		return m.at
	}
	return 0
}
