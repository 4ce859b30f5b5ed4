package process

import (
	"gasnetgo/internal/memory"
	"gasnetgo/portals"
)

// maxPieces bounds the array of a descriptor that we follow; the library refuses less, by the interface's limit.
const maxPieces = 1 << 20

// descriptor reads a ptl_md_t of the program and the array of pieces that it may lead to.
func descriptor(addr uintptr) (md portals.MD, pieces []portals.Iovec, c portals.Code) {
	md = *memory.At[portals.MD](addr)
	if md.Options&portals.MDIovec == 0 || md.Length == 0 {
		return md, nil, portals.OK
	}
	if md.Start == 0 || md.Length > maxPieces {
		return md, nil, portals.MDIllegal
	}
	return md, iovecs(md.Start, int(md.Length)), portals.OK
}

// MDAttach is PtlMDAttach; md is the address of a copy that the edge made.
func (p *Process) MDAttach(me uint32, md uintptr, unlink int32, handle uintptr) int32 {
	p.Lock()
	defer p.Unlock()
	if c := p.open(portals.MEInvalid); c != portals.OK {
		return code(c)
	}
	d, pieces, c := descriptor(md)
	if handle == 0 {
		c = portals.SegV
	}
	if c != portals.OK {
		return code(c)
	}
	h, c := p.NI.MDAttach(portals.Handle(me), d, pieces, portals.Unlink(unlink))
	if c == portals.OK {
		store(handle, h)
	}
	return code(c)
}

// MDBind is PtlMDBind.
func (p *Process) MDBind(ni uint32, md uintptr, unlink int32, handle uintptr) int32 {
	p.Lock()
	defer p.Unlock()
	if c := p.check(ni); c != portals.OK {
		return code(c)
	}
	d, pieces, c := descriptor(md)
	if handle == 0 {
		c = portals.SegV
	}
	if c != portals.OK {
		return code(c)
	}
	h, c := p.NI.MDBind(d, pieces, portals.Unlink(unlink))
	if c == portals.OK {
		store(handle, h)
	}
	return code(c)
}

// MDUnlink is PtlMDUnlink. While the descriptor's own bytes are on their way it answers Busy.
func (p *Process) MDUnlink(md uint32) int32 {
	return p.persist("PtlMDUnlink", func() int32 { return p.unlinkMD(md) })
}

func (p *Process) unlinkMD(md uint32) int32 {
	p.Lock()
	defer p.Unlock()
	if c := p.open(portals.MDInvalid); c != portals.OK {
		return code(c)
	}
	return p.settle(portals.MDInUse, func() portals.Code { return p.NI.MDUnlink(portals.Handle(md)) })
}

// drain matches all that has arrived. The lock is free at times meanwhile, so the interface may be gone afterwards.
func (p *Process) drain(gone portals.Code) portals.Code {
	for p.link.Serve() {
		if c := p.open(gone); c != portals.OK {
			return c
		}
	}
	return portals.OK
}

// MDUpdate is PtlMDUpdate. Arrivals are matched first, so that the test of the queue is current.
func (p *Process) MDUpdate(md uint32, before, after uintptr, test uint32) int32 {
	return p.tested(p.updateMD(md, before, after, test))
}

// tested returns the result of a call that depends on a queue. A program that repeats it until it succeeds is charged for polling.
func (p *Process) tested(rc int32) int32 {
	if rc == code(portals.MDNoUpdate) && p.waiter != nil {
		p.waiter.Polled()
	}
	return rc
}

func (p *Process) updateMD(md uint32, before, after uintptr, test uint32) int32 {
	p.Lock()
	defer p.Unlock()
	if c := p.open(portals.MDInvalid); c != portals.OK {
		return code(c)
	}
	if c := p.drain(portals.MDInvalid); c != portals.OK {
		return code(c)
	}
	if before != 0 {
		old, c := p.NI.MDGet(portals.Handle(md))
		if c != portals.OK {
			return code(c)
		}
		store(before, old)
	}
	if after == 0 {
		_, c := p.NI.MDGet(portals.Handle(md))
		return code(c)
	}
	d, pieces, c := descriptor(after)
	if c != portals.OK {
		return code(c)
	}
	return code(p.NI.MDUpdate(portals.Handle(md), d, pieces, portals.Handle(test)))
}

// MEMDPost is Cray's PtlMEMDPost: entry and descriptor in one step, if the tested queue is empty. Arrivals are matched first.
func (p *Process) MEMDPost(ni, base, nid, pid uint32, bits, ignore uint64, unlinkME, position int32, md uintptr, unlinkMD int32, me, handle uintptr, test uint32) int32 {
	return p.tested(p.post(ni, base, nid, pid, bits, ignore, unlinkME, position, md, unlinkMD, me, handle, test))
}

func (p *Process) post(ni, base, nid, pid uint32, bits, ignore uint64, unlinkME, position int32, md uintptr, unlinkMD int32, me, handle uintptr, test uint32) int32 {
	p.Lock()
	defer p.Unlock()
	if c := p.check(ni); c != portals.OK {
		return code(c)
	}
	d, pieces, c := descriptor(md)
	if me == 0 || handle == 0 {
		c = portals.SegV
	}
	if c != portals.OK {
		return code(c)
	}
	if c := p.drain(portals.NIInvalid); c != portals.OK {
		return code(c)
	}
	hme, hmd, c := p.NI.MEMDPost(portals.Handle(base), pattern(nid, pid), bits, ignore, portals.Unlink(unlinkME), portals.Position(position), d, pieces, portals.Unlink(unlinkMD), portals.Handle(test))
	if c == portals.OK {
		store(me, hme)
		store(handle, hmd)
	}
	return code(c)
}

// MEMDAttach is Cray's PtlMEMDAttach.
func (p *Process) MEMDAttach(ni, pt, nid, pid uint32, bits, ignore uint64, unlinkME, position int32, md uintptr, unlinkMD int32, me, handle uintptr) int32 {
	p.Lock()
	defer p.Unlock()
	if c := p.check(ni); c != portals.OK {
		return code(c)
	}
	d, pieces, c := descriptor(md)
	if me == 0 || handle == 0 {
		c = portals.SegV
	}
	if c != portals.OK {
		return code(c)
	}
	hme, hmd, c := p.NI.MEMDAttach(pt, pattern(nid, pid), bits, ignore, portals.Unlink(unlinkME), portals.Position(position), d, pieces, portals.Unlink(unlinkMD))
	if c == portals.OK {
		store(me, hme)
		store(handle, hmd)
	}
	return code(c)
}
