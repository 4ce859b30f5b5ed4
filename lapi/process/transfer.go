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
func (p *Process) Put(fn string, a PutArgs) (int32, error) {
	c, code := p.begin(a.Handle, a.Tgt)
	if code != success {
		return code, nil
	}
	defer c.end()
	if code := straight(a.N, a.TgtAddr, a.OrgAddr); code != success {
		return code, nil
	}
	c.m.Put(int(a.Tgt), client.Piece(a.TgtAddr, a.N), c.m.Source(a.OrgAddr, a.N), a.counters(), lapi.Callback{Handler: a.Handler, Info: a.Info})
	return success, nil
}

// Get is LAPI_Get.
func (p *Process) Get(fn string, a GetArgs) (int32, error) {
	c, code := p.begin(a.Handle, a.Tgt)
	if code != success {
		return code, nil
	}
	defer c.end()
	if code := straight(a.N, a.TgtAddr, a.OrgAddr); code != success {
		return code, nil
	}
	c.m.Get(int(a.Tgt), client.Piece(a.TgtAddr, a.N), client.Piece(a.OrgAddr, a.N), lapi.Counters{Target: a.TgtCntr, Origin: a.OrgCntr},
		lapi.Callback{Handler: a.Handler, Info: a.Info, Get: true})
	return success, nil
}

// Vector is LAPI_Putv and LAPI_Getv.
func (p *Process) Vector(fn string, a VectorArgs) (int32, error) {
	c, code := p.begin(a.Handle, a.Tgt)
	if code != success {
		return code, nil
	}
	defer c.end()
	o, code := readVector(a.OrgVec, origin)
	if code != success {
		return code, nil
	}
	t, code := readVector(a.TgtVec, target)
	if code != success {
		return code, nil
	}
	if code := fit(&t, &o); code != success {
		return code, nil
	}
	then := lapi.Callback{Handler: a.Handler, Info: a.Info, Get: a.Get}
	if a.Get {
		c.m.Get(int(a.Tgt), t.pieces(), o.pieces(), a.counters(), then)
	} else {
		c.m.Put(int(a.Tgt), t.pieces(), c.m.SourceOf(o.pieces()), a.counters(), then)
	}
	return success, nil
}

const wordBytes = 4 // what the length of a user header is to be a multiple of

// Send is LAPI_Amsend, LAPI_Amsendv and LAPI_DGSP_XFER.
func (p *Process) Send(fn string, a SendArgs) (int32, error) {
	c, code := p.begin(a.Handle, a.Tgt)
	if code != success {
		return code, nil
	}
	defer c.end()
	switch {
	case a.Hdr == 0:
		return ErrHdrHndlrNull, nil
	case uint64(a.UhdrLen) > c.m.Header:
		return ErrUhdrLen, nil
	case c.check && a.UhdrLen%wordBytes != 0:
		return ErrHdrLen, nil
	case a.UhdrLen > 0 && a.Uhdr == 0:
		return ErrUhdrNull, nil
	}
	data, code := c.data(&a)
	if code != success {
		return code, nil
	}
	c.m.Send(int(a.Tgt), lapi.Message{Handler: a.Hdr, Vector: a.Vectored, Header: slices.Clone(memory.Bytes(a.Uhdr, int(a.UhdrLen)))}, data, a.counters(),
		lapi.Callback{Handler: a.Handler, Info: a.Info})
	return success, nil
}

// data is the data of an active message.
func (c *Context) data(a *SendArgs) (lapi.Source, int32) {
	switch {
	case a.Layout != 0:
		pieces, code := c.layoutSource(a.Layout, a.Udata, a.Skip, a.N)
		return c.m.SourceOf(pieces), code
	case a.Vectored:
		v, code := readVector(a.Vec, origin)
		if code != success {
			return lapi.Source{}, code
		}
		return c.m.SourceOf(v.pieces()), success
	case a.N > mostBytes:
		return lapi.Source{}, ErrDataLen
	case a.N > 0 && a.Udata == 0:
		return lapi.Source{}, ErrOrgAddrNull
	}
	return c.m.Source(a.Udata, a.N), success
}

// Rmw is LAPI_Rmw and LAPI_Rmw64.
func (p *Process) Rmw(fn string, a RmwArgs) (int32, error) {
	c, code := p.begin(a.Handle, a.Tgt)
	if code != success {
		return code, nil
	}
	defer c.end()
	switch {
	case a.Op < fetchAndAdd || a.Op > compareAndSwap:
		return ErrRmwOP, nil
	case a.Size != 32 && a.Size != 64:
		return ErrOPSZ, nil
	case a.At == 0:
		return ErrTgtVarNull, nil
	case a.In == 0:
		return ErrINValNull, nil
	}
	bytes := uint8(a.Size / 8)
	operand := [2]uint64{load(a.In, bytes)}
	if a.Op == compareAndSwap {
		operand[1] = load(a.In+uintptr(bytes), bytes)
	}
	c.m.Rmw(int(a.Tgt), uint8(a.Op), bytes, a.At, operand, a.Prev, a.OrgCntr, lapi.Callback{Handler: a.Handler, Info: a.Info})
	return success, nil
}
