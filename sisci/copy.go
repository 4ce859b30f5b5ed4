package sisci

// MemCpy is SCIMemCpy, and SCIMemCopy with no sequence. The sequence may be one of another map.
func (p *Process) MemCpy(seq Handle, checked bool, at uintptr, h Handle, offset, bytes uint64, flags uint32) (Ticket, Code) {
	m, code := find(p, &p.maps, h)
	if code == OK && checked {
		_, code = find(p, &p.sequences, seq)
	}
	if code == OK {
		code = legal(flags, BlockRead|ErrorCheck|cacheHints, 0)
	}
	if code != OK {
		return 0, code
	}
	read := flags&BlockRead != 0
	if code = m.transfers(offset, bytes, !read); code != OK {
		return 0, code
	}
	if at == 0 && bytes > 0 {
		return 0, IllegalParameter
	}
	c := Copy{Process: p, From: Place{Node: p.node.config.Node, Offset: uint64(at)}, To: m.place(offset), Bytes: bytes, Checked: flags&ErrorCheck != 0}
	if read {
		c.From, c.To = c.To, c.From
	}
	t := p.newTicket(nil)
	p.copied(c, []*segmentMap{m}, func(code Code) { t.finish(Answer{Code: code}) })
	return t.number, OK
}

// transfers checks a copy to or from a map.
func (m *segmentMap) transfers(offset, bytes uint64, store bool) Code {
	var a Adapter
	if m.local != nil {
		a = m.local.process.node.config.Adapter
	} else {
		a = m.remote.process.node.config.Adapter
	}
	switch {
	case bytes%a.CopySize != 0:
		return SizeAlignment
	case offset%a.CopyOffset != 0:
		return OffsetAlignment
	case !within(offset, bytes, m.bytes):
		return OutOfRange
	case store && m.readOnly:
		return IllegalOperation
	case !m.works():
		return TransferFailed
	}
	return OK
}

// copied makes a copy by the processor, which maps outlive. If connections are lost meanwhile it has failed.
func (p *Process) copied(c Copy, maps []*segmentMap, then func(Code)) {
	var faults uint64
	for _, m := range maps {
		m.copies++
		faults += m.faults()
	}
	p.node.copy(c, func(code Code) {
		for _, m := range maps {
			m.copies--
			faults -= m.faults()
			if !m.works() && code == OK {
				code = TransferFailed
			}
		}
		if c.Checked && faults != 0 && code == OK {
			code = TransferFailed
		}
		then(code)
	})
}

// block is a copy that SCITransferBlockAsync has begun.
type block struct {
	process *Process
	handle  Handle
	inbox   *inbox
	over    bool // it has been copied, or not
}

// blockTransfer checks a copy from map to map and says what it is.
func (p *Process) blockTransfer(from Handle, fromOffset uint64, to Handle, toOffset, bytes uint64) (c Copy, maps []*segmentMap, code Code) {
	a, code := find(p, &p.maps, from)
	if code != OK {
		return Copy{}, nil, code
	}
	b, code := find(p, &p.maps, to)
	if code == OK {
		code = a.transfers(fromOffset, bytes, false)
	}
	if code == OK {
		code = b.transfers(toOffset, bytes, true)
	}
	if code != OK {
		return Copy{}, nil, code
	}
	return Copy{Process: p, From: a.place(fromOffset), To: b.place(toOffset), Bytes: bytes, Checked: true}, []*segmentMap{a, b}, OK
}

// TransferBlock is SCITransferBlock.
func (p *Process) TransferBlock(from Handle, fromOffset uint64, to Handle, toOffset, bytes uint64, flags uint32) (Ticket, Code) {
	c, maps, code := p.blockTransfer(from, fromOffset, to, toOffset, bytes)
	if code == OK {
		code = legal(flags, BlockRead|cacheHints, 0)
	}
	if code != OK {
		return 0, code
	}
	t := p.newTicket(nil)
	p.copied(c, maps, func(code Code) { t.finish(Answer{Code: code}) })
	return t.number, OK
}

// TransferBlockAsync is SCITransferBlockAsync.
func (p *Process) TransferBlockAsync(from Handle, fromOffset uint64, to Handle, toOffset, bytes uint64, cb Callback, flags uint32) (Handle, Code) {
	c, maps, code := p.blockTransfer(from, fromOffset, to, toOffset, bytes)
	if code == OK {
		code = p.admit(legal(flags, UseCallback|BlockRead|cacheHints, 0))
	}
	if code != OK {
		return 0, code
	}
	box, code := p.newInbox(flags, cb)
	if code != OK {
		return 0, code
	}
	b := &block{process: p, inbox: box}
	b.handle = p.blocks.add(b)
	box.handle = b.handle
	p.made(nil)
	if box.called() {
		box.after = b.end
	} else {
		box.delivered = func(Event) { b.end() }
	}
	c.DMA = true
	p.copied(c, maps, func(code Code) {
		if !b.over {
			b.over = true
			box.put(Event{Status: code})
		}
	})
	return b.handle, OK
}

// end ends the handle: the program knows how the copy has ended.
func (b *block) end() {
	if b.process.blocks.objects[b.handle] == b {
		b.process.blocks.drop(b.handle)
		b.process.ended(nil)
		b.inbox.end()
	}
}

// WaitForBlockTransfer is SCIWaitForBlockTransfer. How the copy has ended is the status of the answer's event.
func (p *Process) WaitForBlockTransfer(h Handle, flags uint32) (Ticket, Code) {
	b, code := find(p, &p.blocks, h)
	if code == OK {
		code = legal(flags, 0, 0)
	}
	if code != OK {
		return 0, code
	}
	return b.inbox.wait(0)
}

// AbortBlockTransfer is SCIAbortBlockTransfer. Waits and the callback get Cancelled.
func (p *Process) AbortBlockTransfer(h Handle, flags uint32) Code {
	b, done, code := ending(p, &p.blocks, h)
	if done {
		return code
	}
	if code = legal(flags, 0, 0); code != OK {
		return code
	}
	if b.over {
		return IllegalOperation
	}
	b.over = true
	b.inbox.put(Event{Status: Cancelled})
	return OK
}
