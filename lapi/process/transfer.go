package process

import (
	"slices"

	"gasnetgo/internal/memory"
	"gasnetgo/lapi"
	"gasnetgo/lapi/client"
)

// begin finds a context for an operation on a task, with its lock held unless there is a code.
func (p *Process) begin(handle, tgt uint32) (*Context, int32) {
	c, ok := p.context(handle)
	if !ok {
		return nil, ErrHndlInvalid
	}
	if uint64(tgt) >= uint64(p.world.Size()) {
		return nil, ErrTgt
	}
	c.mu.Lock()
	code := int32(success)
	switch {
	case c.closed:
		code = ErrHndlInvalid
	case c.m.Purged(int(tgt)):
		code = ErrTgtPurged
	}
	if code != success {
		c.mu.Unlock()
		return nil, code
	}
	return c, success
}

// end carries out what an operation has begun.
func (c *Context) end() {
	c.m.Perform()
	c.mu.Unlock()
}

// straight checks the arguments of a put or a get.
func straight(n uint64, tgtAddr, orgAddr uintptr) int32 {
	switch {
	case n > mostBytes:
		return ErrDataLen
	case n > 0 && orgAddr == 0:
		return ErrOrgAddrNull
	case n > 0 && tgtAddr == 0:
		return ErrTgtAddrNull
	}
	return success
}

// Put is LAPI_Put.
func (p *Process) Put(fn string, handle, tgt uint32, n uint64, tgtAddr, orgAddr, tgtCntr, orgCntr, cmplCntr, handler, info uintptr) (int32, error) {
	c, code := p.begin(handle, tgt)
	if code != success {
		return code, nil
	}
	defer c.end()
	if code := straight(n, tgtAddr, orgAddr); code != success {
		return code, nil
	}
	c.m.Put(int(tgt), client.Piece(tgtAddr, n), c.m.Source(orgAddr, n), lapi.Counters{Target: tgtCntr, Origin: orgCntr, Complete: cmplCntr},
		lapi.Callback{Handler: handler, Info: info})
	return success, nil
}

// Get is LAPI_Get.
func (p *Process) Get(fn string, handle, tgt uint32, n uint64, tgtAddr, orgAddr, tgtCntr, orgCntr, handler, info uintptr) (int32, error) {
	c, code := p.begin(handle, tgt)
	if code != success {
		return code, nil
	}
	defer c.end()
	if code := straight(n, tgtAddr, orgAddr); code != success {
		return code, nil
	}
	c.m.Get(int(tgt), client.Piece(tgtAddr, n), client.Piece(orgAddr, n), lapi.Counters{Target: tgtCntr, Origin: orgCntr}, lapi.Callback{Handler: handler, Info: info, Get: true})
	return success, nil
}

// Vector is LAPI_Putv and LAPI_Getv.
func (p *Process) Vector(fn string, handle, tgt uint32, get bool, tgtVec, orgVec, tgtCntr, orgCntr, cmplCntr, handler, info uintptr) (int32, error) {
	c, code := p.begin(handle, tgt)
	if code != success {
		return code, nil
	}
	defer c.end()
	o, code := readVector(orgVec, origin)
	if code != success {
		return code, nil
	}
	t, code := readVector(tgtVec, target)
	if code != success {
		return code, nil
	}
	if code := fit(&t, &o); code != success {
		return code, nil
	}
	counters := lapi.Counters{Target: tgtCntr, Origin: orgCntr, Complete: cmplCntr}
	then := lapi.Callback{Handler: handler, Info: info, Get: get}
	if get {
		c.m.Get(int(tgt), t.pieces(), o.pieces(), counters, then)
	} else {
		c.m.Put(int(tgt), t.pieces(), c.m.SourceOf(o.pieces()), counters, then)
	}
	return success, nil
}

const wordBytes = 4 // what the length of a user header is to be a multiple of

// Send is LAPI_Amsend, with vectored LAPI_Amsendv, with layout LAPI_DGSP_XFER: n bytes of it at udata, from skip on.
func (p *Process) Send(fn string, handle, tgt uint32, handler uint64, uhdr uintptr, uhdrLen uint32, udata uintptr, n uint64, vec uintptr, vectored bool, layout uintptr, skip uint64, tgtCntr, orgCntr, cmplCntr, then, info uintptr) (int32, error) {
	c, code := p.begin(handle, tgt)
	if code != success {
		return code, nil
	}
	defer c.end()
	switch {
	case handler == 0:
		return ErrHdrHndlrNull, nil
	case uint64(uhdrLen) > c.m.Header:
		return ErrUhdrLen, nil
	case c.check && uhdrLen%wordBytes != 0:
		return ErrHdrLen, nil
	case uhdrLen > 0 && uhdr == 0:
		return ErrUhdrNull, nil
	}
	data := client.Piece(udata, n)
	switch {
	case layout != 0:
		if data, code = c.layoutSource(layout, udata, skip, n); code != success {
			return code, nil
		}
	case vectored:
		v, code := readVector(vec, origin)
		if code != success {
			return code, nil
		}
		data = v.pieces()
	case n > mostBytes:
		return ErrDataLen, nil
	case n > 0 && udata == 0:
		return ErrOrgAddrNull, nil
	}
	c.m.Send(int(tgt), lapi.Message{Handler: handler, Vector: vectored, Header: slices.Clone(memory.Bytes(uhdr, int(uhdrLen)))}, c.m.SourceOf(data),
		lapi.Counters{Target: tgtCntr, Origin: orgCntr, Complete: cmplCntr}, lapi.Callback{Handler: then, Info: info})
	return success, nil
}

// Rmw is LAPI_Rmw and LAPI_Rmw64. size is in bits.
func (p *Process) Rmw(fn string, handle uint32, op int32, tgt, size uint32, at, in, prev, orgCntr, handler, info uintptr) (int32, error) {
	c, code := p.begin(handle, tgt)
	if code != success {
		return code, nil
	}
	defer c.end()
	switch {
	case op < fetchAndAdd || op > compareAndSwap:
		return ErrRmwOP, nil
	case size != 32 && size != 64:
		return ErrOPSZ, nil
	case at == 0:
		return ErrTgtVarNull, nil
	case in == 0:
		return ErrINValNull, nil
	}
	bytes := uint8(size / 8)
	operand := [2]uint64{load(in, bytes)}
	if op == compareAndSwap {
		operand[1] = load(in+uintptr(bytes), bytes)
	}
	c.m.Rmw(int(tgt), uint8(op), bytes, at, operand, prev, orgCntr, lapi.Callback{Handler: handler, Info: info})
	return success, nil
}
