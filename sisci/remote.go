package sisci

// remoteSegment is a connection with a segment.
type remoteSegment struct {
	process    *Process
	handle     Handle
	descriptor *descriptor
	connection *connection
	inbox      *inbox
	ticket     *ticket // of SCIConnectSegment while it waits
	maps       int
	transfers  int // in DMA queues
}

// ConnectSegment is SCIConnectSegment. With AsynchronousConnect there is a handle at once and no ticket, otherwise the answer has it.
func (p *Process) ConnectSegment(sd Handle, node, id, adapter uint32, cb Callback, flags uint32) (Handle, Ticket, Code) {
	d, code := find(p, &p.descriptors, sd)
	if code != OK {
		return 0, 0, code
	}
	if code = legal(flags, UseCallback|AsynchronousConnect, ShareExternal|AllowUnicast|Broadcast); code != OK {
		return 0, 0, code
	}
	node, code = p.way(node, adapter)
	if code != OK {
		return 0, 0, code
	}
	box, code := p.newInbox(flags, cb)
	if code != OK {
		return 0, 0, code
	}
	r := &remoteSegment{process: p, descriptor: d, inbox: box}
	r.handle = p.remotes.add(r)
	box.handle = r.handle
	p.made(d)
	r.connection = p.node.open(node, ToSegment, id, adapter, r)
	if flags&AsynchronousConnect != 0 {
		return r.handle, 0, OK
	}
	r.ticket = p.newTicket(func() Answer {
		r.end()
		return Answer{Code: Timeout}
	})
	return 0, r.ticket.number, OK
}

// way checks whether there may be one more connection, by an adapter with a node, and says which node that is.
func (p *Process) way(node, adapter uint32) (uint32, Code) {
	code := p.admit(p.node.adapter(adapter))
	if code != OK {
		return 0, code
	}
	return p.node.reach(node)
}

// answered ends SCIConnectSegment.
func (r *remoteSegment) answered(code Code) {
	switch t := r.ticket; {
	case t == nil:
		r.inbox.put(Event{Reason: Connected, Status: code})
	case code != OK:
		r.end()
		t.finish(Answer{Code: code})
	default:
		r.ticket = nil
		t.finish(Answer{Handle: r.handle})
	}
}

func (r *remoteSegment) happened(reason Reason) { r.inbox.put(Event{Reason: reason}) }

// end ends handle and connection.
func (r *remoteSegment) end() {
	r.process.remotes.drop(r.handle)
	r.process.ended(r.descriptor)
	r.inbox.end()
	r.connection.close()
}

// DisconnectSegment is SCIDisconnectSegment.
func (p *Process) DisconnectSegment(h Handle, flags uint32) Code {
	r, done, code := ending(p, &p.remotes, h)
	if done {
		return code
	}
	if code = legal(flags, 0, 0); code != OK {
		return code
	}
	if r.maps > 0 || r.transfers > 0 {
		return Busy
	}
	r.end()
	return OK
}

// RemoteSegmentSize is SCIGetRemoteSegmentSize, in bytes.
func (p *Process) RemoteSegmentSize(h Handle) uint64 {
	r, code := find(p, &p.remotes, h)
	if code != OK {
		return 0
	}
	return r.connection.size
}

// RemoteSegmentID is SCIGetRemoteSegmentId.
func (p *Process) RemoteSegmentID(h Handle) uint32 {
	if r, code := find(p, &p.remotes, h); code == OK {
		return r.connection.number
	}
	return 0
}

// RemoteSegmentNode is SCIGetRemoteSegmentNodeId.
func (p *Process) RemoteSegmentNode(h Handle) uint32 {
	if r, code := find(p, &p.remotes, h); code == OK {
		return r.connection.node
	}
	return 0
}

// WaitForRemoteSegmentEvent is SCIWaitForRemoteSegmentEvent.
func (p *Process) WaitForRemoteSegmentEvent(h Handle, flags uint32) (Ticket, Code) {
	r, code := find(p, &p.remotes, h)
	if code == OK {
		code = legal(flags, 0, 0)
	}
	if code != OK {
		return 0, code
	}
	return r.inbox.wait(0)
}
