package portals

// Arrive takes a header from another process, or from this one. nil: there is nothing to do. Otherwise the operation says what to move; the
// interface keeps a copy of the header.
func (n *NI) Arrive(h *Header) *Op {
	switch h.Kind {
	case HPut:
		return n.request(h, MDOpPut, PutStart)
	case HGet:
		return n.request(h, MDOpGet, GetStart)
	case HGetPut:
		return n.request(h, MDOpPut|MDOpGet, GetPutStart)
	case HReply:
		return n.reply(h)
	case HAck:
		n.acknowledged(h)
		return nil
	}
	n.drop(h)
	return nil
}

// request finds the descriptor for a PUT, GET or GETPUT and begins the operation there.
func (n *NI) request(h *Header, need uint32, kind EventKind) *Op {
	if h.PT >= uint32(len(n.table)) || !n.admits(h) {
		n.drop(h)
		return nil
	}
	d, at, length, place := n.table[h.PT].find(h, need)
	n.place, n.sought = place, 0
	if d == nil {
		n.drop(h)
		return nil
	}
	o := n.newOp()
	o.Header = *h
	o.md, o.into, o.offset = d, nil, at
	o.threshold = d.count()
	o.link = n.newLink()
	o.Region, o.Length = d.region(at, length), length
	d.pending++
	if d.md.Options&MDManageRemote == 0 {
		d.offset += length
		if d.md.Options&MDMaxSize != 0 && d.size-d.offset < d.md.MaxSize {
			d.spend()
		}
	}
	n.counters[SRRecvCount]++
	if kind != GetStart {
		n.counters[SRRecvLength] += length
	}
	if kind != PutStart {
		n.answer(o, HReply)
	} else if h.AckReq && d.md.Options&MDAckDisable == 0 {
		n.answer(o, HAck)
	} else {
		o.Answer.Kind = 0
	}
	n.sought = d.self
	n.start(d, o, kind)
	n.expectEnd(d)
	return o
}

// answer makes the header that goes back.
func (n *NI) answer(o *Op, kind HeaderKind) {
	h, a := &o.Header, &o.Answer
	*a = Header{
		Kind: kind,
		MD:   h.MD, Local: h.Local,
		Length: o.Length, HdrData: h.Length,
		MatchBits: h.MatchBits,
		From:      n.id, To: h.From, UID: n.uid, JID: n.jid,
	}
}

// Done ends an operation that Arrive began. If send is true, o.Answer is an ACK to be sent.
func (n *NI) Done(o *Op, fail NIFail) (send bool) {
	d := o.md
	if d.md.Options&MDEventEndDisable == 0 {
		if q := d.queue(); q != nil {
			q.coming--
		}
	}
	switch o.Header.Kind {
	case HPut:
		n.end(d, o, PutEnd, fail)
		o.Answer.Fail = fail
		return o.Answer.Kind == HAck
	case HGet:
		n.end(d, o, GetEnd, fail)
	case HGetPut:
		n.end(d, o, GetPutEnd, fail)
	case HReply:
		if fail == NIOK {
			fail = o.Header.Fail
		}
		n.end(d, o, ReplyEnd, fail)
	}
	return false
}

// reply begins the second half of a Get or GetPut. A REPLY is taken as long as its descriptor exists, used up or not.
func (n *NI) reply(h *Header) *Op {
	d := n.mds.at(h.MD)
	if d == nil || d.replies == 0 || !d.contains(h.Local, h.Length) {
		n.drop(h)
		return nil
	}
	o := n.newOp()
	o.Header = *h
	o.md, o.into, o.offset = d, nil, h.Local
	o.threshold = d.count()
	o.link = n.newLink()
	o.Region, o.Length = d.region(h.Local, h.Length), h.Length
	o.Answer.Kind = 0
	d.replies-- // its part of pending stays until Done
	n.counters[SRRecvCount]++
	n.counters[SRRecvLength] += h.Length
	n.start(d, o, ReplyStart)
	n.expectEnd(d)
	return o
}

// acknowledged logs an ACK. No option of the descriptor hides it: programs switch START and END off and wait for the ACK only.
func (n *NI) acknowledged(h *Header) {
	d := n.mds.at(h.MD)
	if d == nil || !d.contains(h.Local, h.HdrData) {
		n.drop(h)
		return
	}
	o := &n.ack
	o.Header = *h
	o.Length, o.offset = h.Length, h.Local
	o.threshold = d.count()
	o.link = n.newLink()
	n.counters[SRRecvCount]++
	n.post(d, o, Ack, h.Fail)
	n.settle(d, o, h.Fail)
}
