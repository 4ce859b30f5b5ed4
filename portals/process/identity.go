package process

import "gasnetgo/portals"

// NIStatus is PtlNIStatus.
func (p *Process) NIStatus(ni, register uint32, status uintptr) int32 {
	p.Lock()
	defer p.Unlock()
	if c := p.check(ni); c != portals.OK {
		return code(c)
	}
	if status == 0 {
		return code(portals.SegV)
	}
	v, c := p.NI.Status(register)
	if c == portals.OK {
		store(status, v)
	}
	return code(c)
}

// NIDist is PtlNIDist: hops to a process, 0 for the process itself.
func (p *Process) NIDist(ni, nid, pid uint32, distance uintptr) int32 {
	p.Lock()
	defer p.Unlock()
	if c := p.check(ni); c != portals.OK {
		return code(c)
	}
	if distance == 0 {
		return code(portals.SegV)
	}
	id := portals.ProcessID{NID: nid, PID: pid}
	if !p.link.Reaches(id) {
		return code(portals.ProcessInvalid)
	}
	store(distance, p.link.Distance(id))
	return 0
}

// NIHandle is PtlNIHandle: the interface of any handle.
func (p *Process) NIHandle(handle uint32, ni uintptr) int32 {
	p.Lock()
	defer p.Unlock()
	if c := p.open(portals.HandleInvalid); c != portals.OK {
		return code(c)
	}
	if ni == 0 {
		return code(portals.SegV)
	}
	if !p.NI.Valid(portals.Handle(handle)) {
		return code(portals.HandleInvalid)
	}
	store(ni, p.NI.Handle())
	return 0
}

// NIDebug is PtlNIDebug: it keeps the mask, which selects nothing here, and answers the one before.
func (p *Process) NIDebug(ni, mask uint32) uint32 {
	p.Lock()
	defer p.Unlock()
	before := p.mask
	p.mask = mask
	return before
}

// GetID is PtlGetId.
func (p *Process) GetID(ni uint32, id uintptr) int32 {
	return answer(p, ni, id, func() portals.ProcessID { return p.NI.ID() })
}

// GetUID is PtlGetUid.
func (p *Process) GetUID(ni uint32, uid uintptr) int32 {
	return answer(p, ni, uid, func() uint32 { return p.NI.UID() })
}

// GetJID is PtlGetJid.
func (p *Process) GetJID(ni uint32, jid uintptr) int32 {
	return answer(p, ni, jid, func() uint32 { return p.NI.JID() })
}

// answer stores what the open interface says where the program wants it.
func answer[T any](p *Process, ni uint32, where uintptr, what func() T) int32 {
	p.Lock()
	defer p.Unlock()
	if c := p.check(ni); c != portals.OK {
		return code(c)
	}
	if where == 0 {
		return code(portals.SegV)
	}
	store(where, what())
	return 0
}

// ACEntry is PtlACEntry.
func (p *Process) ACEntry(ni, ac, nid, pid, uid, jid, pt uint32) int32 {
	p.Lock()
	defer p.Unlock()
	if c := p.check(ni); c != portals.OK {
		return code(c)
	}
	return code(p.NI.ACEntry(ac, pattern(nid, pid), uid, jid, pt))
}
