package process

import "gasnetgo/portals"

// shortPIDAny is PTL_PID_ANY of clients that take a pid for 16 bits and define the macro again. No process has it as its pid.
const shortPIDAny = 0xffff

// anyPID is a pid that may be a wildcard, in either spelling.
func anyPID(pid uint32) uint32 {
	if pid == shortPIDAny {
		return portals.PIDAny
	}
	return pid
}

// pattern is an id that may have wildcards.
func pattern(nid, pid uint32) portals.ProcessID { return portals.ProcessID{NID: nid, PID: anyPID(pid)} }

// MEAttach is PtlMEAttach.
func (p *Process) MEAttach(ni, pt, nid, pid uint32, bits, ignore uint64, unlink, position int32, me uintptr) int32 {
	p.Lock()
	defer p.Unlock()
	if c := p.check(ni); c != portals.OK {
		return code(c)
	}
	if me == 0 {
		return code(portals.SegV)
	}
	h, c := p.NI.MEAttach(pt, pattern(nid, pid), bits, ignore, portals.Unlink(unlink), portals.Position(position))
	if c == portals.OK {
		store(me, h)
	}
	return code(c)
}

// MEAttachAny is PtlMEAttachAny.
func (p *Process) MEAttachAny(ni uint32, pt uintptr, nid, pid uint32, bits, ignore uint64, unlink int32, me uintptr) int32 {
	p.Lock()
	defer p.Unlock()
	if c := p.check(ni); c != portals.OK {
		return code(c)
	}
	if me == 0 || pt == 0 {
		return code(portals.SegV)
	}
	index, h, c := p.NI.MEAttachAny(pattern(nid, pid), bits, ignore, portals.Unlink(unlink))
	if c == portals.OK {
		store(pt, index)
		store(me, h)
	}
	return code(c)
}

// MEInsert is PtlMEInsert.
func (p *Process) MEInsert(base, nid, pid uint32, bits, ignore uint64, unlink, position int32, me uintptr) int32 {
	p.Lock()
	defer p.Unlock()
	if c := p.open(portals.MEInvalid); c != portals.OK {
		return code(c)
	}
	if me == 0 {
		return code(portals.SegV)
	}
	h, c := p.NI.MEInsert(portals.Handle(base), pattern(nid, pid), bits, ignore, portals.Unlink(unlink), portals.Position(position))
	if c == portals.OK {
		store(me, h)
	}
	return code(c)
}

// MEUnlink is PtlMEUnlink.
func (p *Process) MEUnlink(me uint32) int32 {
	return p.persist("PtlMEUnlink", func() int32 { return p.unlinkME(me) })
}

func (p *Process) unlinkME(me uint32) int32 {
	p.Lock()
	defer p.Unlock()
	if c := p.open(portals.MEInvalid); c != portals.OK {
		return code(c)
	}
	return p.settle(portals.MEInUse, func() portals.Code { return p.NI.MEUnlink(portals.Handle(me)) })
}

// settle repeats a call that is refused with inUse while operations are pending. Pending data arrives without the program's help, and clients treat the refusal
// as a fatal error, so the call is repeated; only a reply that may never arrive justifies the refusal.
func (p *Process) settle(inUse portals.Code, call func() portals.Code) int32 {
	c := call()
	if c == inUse {
		p.link.Serve()
		if c := p.open(portals.NIInvalid); c != portals.OK { // the lock was free in between
			return code(c)
		}
		if c = call(); c == inUse && p.link.Moving() {
			return Busy
		}
	}
	return code(c)
}
