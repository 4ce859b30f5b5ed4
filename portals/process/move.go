package process

import "gasnetgo/portals"

// Put is PtlPut and, unless whole, PtlPutRegion.
func (p *Process) Put(md uint32, offset, length uint64, whole bool, ack int32, nid, pid, pt, ac uint32, bits, remote, data uint64) int32 {
	to := portals.Target{ID: portals.ProcessID{NID: nid, PID: pid}, PT: pt, AC: ac, MatchBits: bits, Offset: remote}
	p.Lock()
	if rc, ok := p.room("PtlPut", to.ID); !ok {
		p.Unlock()
		return rc
	}
	op, c := p.NI.Put(portals.Handle(md), offset, extent(whole, length), portals.AckReq(ack), to, data)
	return p.send(op, c)
}

// Get is PtlGet and, unless whole, PtlGetRegion.
func (p *Process) Get(md uint32, offset, length uint64, whole bool, nid, pid, pt, ac uint32, bits, remote uint64) int32 {
	to := portals.Target{ID: portals.ProcessID{NID: nid, PID: pid}, PT: pt, AC: ac, MatchBits: bits, Offset: remote}
	p.Lock()
	if rc, ok := p.room("PtlGet", to.ID); !ok {
		p.Unlock()
		return rc
	}
	op, c := p.NI.Get(portals.Handle(md), offset, extent(whole, length), to)
	return p.send(op, c)
}

// GetPut is PtlGetPut and, unless whole, PtlGetPutRegion.
func (p *Process) GetPut(get uint32, getOffset uint64, put uint32, putOffset, length uint64, whole bool, nid, pid, pt, ac uint32, bits, remote, data uint64) int32 {
	to := portals.Target{ID: portals.ProcessID{NID: nid, PID: pid}, PT: pt, AC: ac, MatchBits: bits, Offset: remote}
	p.Lock()
	if rc, ok := p.room("PtlGetPut", to.ID); !ok {
		p.Unlock()
		return rc
	}
	op, c := p.NI.GetPut(portals.Handle(get), getOffset, portals.Handle(put), putOffset, extent(whole, length), to, data)
	return p.send(op, c)
}

// send hands a started operation to the link and gives the lock back.
func (p *Process) send(op *portals.Op, c portals.Code) int32 {
	if c == portals.OK {
		p.link.Send(op)
	}
	p.Unlock()
	return code(c)
}

// extent is a length for the library. A program's largest length does not mean the whole descriptor; it becomes the next smaller one, which no descriptor has.
func extent(whole bool, length uint64) uint64 {
	if whole {
		return portals.Whole
	}
	return min(length, portals.Whole-1)
}

// ready reports whether a message to id can be started: if not, what to answer. Needs the lock.
func (p *Process) ready(id portals.ProcessID) (int32, bool) {
	if c := p.open(portals.MDInvalid); c != portals.OK {
		return code(c), false
	}
	if p.link.Ready(id) {
		return 0, true
	}
	if !p.link.Reaches(id) {
		return code(portals.ProcessInvalid), false
	}
	p.link.Serve()
	if c := p.open(portals.MDInvalid); c != portals.OK { // the lock was free in between
		return code(c), false
	}
	if p.link.Ready(id) {
		return 0, true
	}
	return Busy, false
}

// room is ready and, where waiting is done in Go, waits until a message can be started or must be refused, with the lock given away meanwhile.
func (p *Process) room(why string, id portals.ProcessID) (int32, bool) {
	rc, ok := p.ready(id)
	if ok || rc != Busy || p.waiter == nil || p.waiter.Retries(false) {
		return rc, ok
	}
	return p.await(why, id)
}

// await waits until a message can be started or must be refused.
func (p *Process) await(why string, id portals.ProcessID) (rc int32, ok bool) {
	p.Unlock()
	p.waiter.Wait(why, portals.TimeForever, func() bool {
		p.Lock()
		defer p.Unlock()
		rc, ok = p.ready(id)
		return rc != Busy
	})
	p.Lock()
	return rc, ok
}
