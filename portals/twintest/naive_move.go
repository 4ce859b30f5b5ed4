package twintest

import p "gasnetgo/portals"

func (n *naive) EQAlloc(count uint64) (p.Handle, p.Code) {
	if count == 0 {
		return p.EQNone, p.OK
	}
	if len(n.eqs) >= int(n.limits.MaxEQs) {
		return p.InvalidHandle, p.NoSpace
	}
	room := 2
	for room < int(count) {
		room *= 2
	}
	h := n.name()
	n.eqs[h] = &naiveEQ{room: room}
	return h, p.OK
}

func (n *naive) EQFree(h p.Handle) p.Code {
	if n.eqs[h] == nil {
		return p.EQInvalid
	}
	delete(n.eqs, h)
	return p.OK
}

func (n *naive) EQPeek(h p.Handle, into *p.Event) p.Code {
	q := n.eqs[h]
	if q == nil {
		return p.EQInvalid
	}
	if len(q.events) == 0 {
		return p.EQEmpty
	}
	*into = q.events[0]
	if q.lost {
		return p.EQDropped
	}
	return p.OK
}

func (n *naive) EQGet(h p.Handle, into *p.Event) p.Code {
	code := n.EQPeek(h, into)
	if code == p.OK || code == p.EQDropped {
		q := n.eqs[h]
		q.events, q.lost = q.events[1:], false
	}
	return code
}

func (n *naive) post(e p.Event, kind p.EventKind, fail p.NIFail) {
	q := n.eqs[e.MD.EQ]
	if q == nil {
		return
	}
	q.posted++
	e.Kind, e.Fail, e.Sequence = kind, fail, q.posted
	if kind == p.Unlinked {
		e.RLength = e.MLength
	}
	if len(q.events) == q.room {
		q.events, q.lost = q.events[1:], true
	}
	q.events = append(q.events, e)
}

// begin makes what all events of an operation have in common, and counts the operation.
func (n *naive) begin(d *naiveMD, e p.Event) p.Event {
	n.links++
	e.Link, e.MDHandle, e.MD = n.links, d.name, d.now
	if d.now.Threshold > 0 {
		d.now.Threshold--
		if d.now.Threshold == 0 {
			d.exhausted = true
		}
	}
	return e
}

func (n *naive) tellsUnlink(d *naiveMD) bool {
	loud := d.now.Options&p.MDEventStartDisable == 0 || d.now.Options&p.MDEventEndDisable == 0
	return d.now.Options&p.MDEventAutoUnlink != 0 || n.dialect == p.Reference && loud
}

func (n *naive) finish(d *naiveMD, e p.Event, fail p.NIFail) {
	if d.exhausted && d.unlink && !d.busy() {
		if n.tellsUnlink(d) {
			n.post(e, p.Unlinked, fail)
		}
		n.remove(d)
	}
}

// transfer is counted when its operation has taken its part of the threshold.
func (n *naive) transfer(d *naiveMD) {
	d.transfers++
	if d.exhausted && d.unlink && d.wantReply == 0 && n.tellsUnlink(d) {
		d.lastWord = true
	}
}

func (n *naive) starts(e p.Event, kind p.EventKind) {
	if e.MD.Options&p.MDEventStartDisable == 0 {
		n.post(e, kind, p.NIOK)
	}
}

func (n *naive) ends(e p.Event, kind p.EventKind, fail p.NIFail) {
	if e.MD.Options&p.MDEventEndDisable == 0 {
		n.post(e, kind, fail)
	}
}

func pieces(list []uintptr) p.Region {
	r := p.Region{Len: uint64(len(list)), Vec: []p.Iovec{}}
	for _, a := range list {
		r.Vec = append(r.Vec, p.Iovec{Base: a, Len: 1})
	}
	return r
}

// send does what Put, Get and the put half of GetPut share.
func (n *naive) send(kind p.HeaderKind, h p.Handle, off, length uint64, to p.Target, reply *naiveMD, replyOff uint64, ack bool, hdrData uint64) (*p.Op, p.Code) {
	d := n.mds[h]
	if d == nil || !d.active() {
		return nil, p.MDInvalid
	}
	size := uint64(len(d.bytes))
	if length == p.Whole {
		off, length = 0, size
	}
	if off > size || length > size-off {
		return nil, p.MDIllegal
	}
	if to.ID.NID == p.NIDAny || to.ID.PID == p.PIDAny {
		return nil, p.ProcessInvalid
	}
	if kind == p.HGetPut && (length > uint64(n.limits.MaxGetPutMD) || replyOff > uint64(len(reply.bytes)) || length > uint64(len(reply.bytes))-replyOff) {
		return nil, p.MDIllegal
	}
	if kind == p.HGet {
		reply, replyOff = d, off
	}
	x := &naiveOp{md: d, replyTo: reply}
	silent := kind == p.HGet && n.dialect == p.Reference
	threshold, exhausted := d.now.Threshold, d.exhausted
	x.rest = n.begin(d, p.Event{
		Initiator: n.id, UID: n.uid, JID: n.jid, PTIndex: to.PT, MatchBits: to.MatchBits, RLength: length, MLength: length, Offset: off, HdrData: hdrData,
	})
	if silent { // takes it back: only the REPLY counts
		d.now.Threshold, d.exhausted = threshold, exhausted
	}
	d.sends++
	o := &p.Op{Region: pieces(d.bytes[off : off+length]), Length: length, NAL: x, Header: p.Header{
		Kind: kind, AckReq: ack, PT: to.PT, AC: to.AC, MD: d.name, Length: length, MatchBits: to.MatchBits, Offset: to.Offset,
		HdrData: hdrData, Local: off, From: n.id, To: to.ID, UID: n.uid, JID: n.jid,
	}}
	if reply != nil {
		reply.wantReply++
		o.Header.MD, o.Header.Local = reply.name, replyOff
	}
	n.counts[p.SRSendCount]++
	if kind != p.HGet {
		n.counts[p.SRSendLength] += length
	}
	if !silent {
		n.starts(x.rest, p.SendStart)
	}
	return o, p.OK
}

func (n *naive) Put(md p.Handle, off, length uint64, ack p.AckReq, to p.Target, hdrData uint64) (*p.Op, p.Code) {
	return n.send(p.HPut, md, off, length, to, nil, 0, ack == p.AckRequested, hdrData)
}

func (n *naive) Get(md p.Handle, off, length uint64, to p.Target) (*p.Op, p.Code) {
	return n.send(p.HGet, md, off, length, to, nil, 0, false, 0)
}

func (n *naive) GetPut(getMD p.Handle, getOff uint64, putMD p.Handle, putOff, length uint64, to p.Target, hdrData uint64) (*p.Op, p.Code) {
	g := n.mds[getMD]
	if g == nil || !g.active() {
		return nil, p.MDInvalid
	}
	if length == p.Whole {
		getOff = 0
	}
	return n.send(p.HGetPut, putMD, putOff, length, to, g, getOff, false, hdrData)
}

func (n *naive) Sent(o *p.Op, fail p.NIFail) {
	x := o.NAL.(*naiveOp)
	x.md.sends--
	if o.Header.Kind == p.HGet && n.dialect == p.Reference {
		if fail != p.NIOK && x.md.wantReply > 0 {
			x.md.wantReply--
			link := x.rest.Link
			x.rest = n.begin(x.md, x.rest)
			n.links--
			x.rest.Link, x.rest.MLength = link, 0
			n.ends(x.rest, p.ReplyEnd, fail)
		}
		n.finish(x.md, x.rest, fail)
		return
	}
	if fail != p.NIOK && x.replyTo != nil && x.replyTo.wantReply > 0 {
		x.replyTo.wantReply--
	}
	n.ends(x.rest, p.SendEnd, fail)
	n.finish(x.md, x.rest, fail)
	if r := x.replyTo; fail != p.NIOK && r != nil && r != x.md {
		e := x.rest
		e.MDHandle, e.MD = r.name, r.now
		n.finish(r, e, fail)
	}
}

func (n *naive) drop(h *p.Header) *p.Op {
	n.counts[p.SRDropCount]++
	if h.Kind.HasData() {
		n.counts[p.SRDropLength] += h.Length
	}
	return nil
}

func (n *naive) Arrive(h *p.Header) *p.Op {
	switch h.Kind {
	case p.HAck, p.HReply:
		return n.answered(h)
	}
	if h.PT > uint32(n.limits.MaxPTIndex) || h.AC > uint32(n.limits.MaxACIndex) || !n.access[h.AC](h) {
		return n.drop(h)
	}
	for _, me := range n.lists[h.PT] {
		at, length, ok := me.accepts(h)
		if !ok {
			continue
		}
		d := me.md
		x := &naiveOp{md: d}
		x.rest = n.begin(d, p.Event{
			Initiator: h.From, UID: h.UID, JID: h.JID, PTIndex: h.PT, MatchBits: h.MatchBits, RLength: h.Length, MLength: length, Offset: at, HdrData: h.HdrData,
		})
		if d.now.Options&p.MDManageRemote == 0 {
			d.local += length
			if d.now.Options&p.MDMaxSize != 0 && uint64(len(d.bytes))-d.local < d.now.MaxSize {
				d.exhausted = true
			}
		}
		n.transfer(d)
		o := &p.Op{Header: *h, Region: pieces(d.bytes[at : at+length]), Length: length, NAL: x}
		n.counts[p.SRRecvCount]++
		answer := p.Header{
			Kind: p.HReply, MD: h.MD, Length: length, MatchBits: h.MatchBits, HdrData: h.Length, Local: h.Local, From: n.id, To: h.From, UID: n.uid, JID: n.jid,
		}
		switch h.Kind {
		case p.HPut:
			n.counts[p.SRRecvLength] += length
			if h.AckReq && d.now.Options&p.MDAckDisable == 0 {
				answer.Kind = p.HAck
				o.Answer = answer
			}
			n.starts(x.rest, p.PutStart)
		case p.HGet:
			o.Answer = answer
			n.starts(x.rest, p.GetStart)
		case p.HGetPut:
			n.counts[p.SRRecvLength] += length
			o.Answer = answer
			n.starts(x.rest, p.GetPutStart)
		}
		return o
	}
	return n.drop(h)
}

func (me *naiveME) accepts(h *p.Header) (at, length uint64, ok bool) {
	d := me.md
	if d == nil || !d.active() || !same(me.match.NID, p.NIDAny, h.From.NID) || !same(me.match.PID, p.PIDAny, h.From.PID) {
		return 0, 0, false
	}
	for bit := range 64 {
		if me.ignore>>bit&1 == 0 && me.bits>>bit&1 != h.MatchBits>>bit&1 {
			return 0, 0, false
		}
	}
	if (h.Kind == p.HPut || h.Kind == p.HGetPut) && d.now.Options&p.MDOpPut == 0 || (h.Kind == p.HGet || h.Kind == p.HGetPut) && d.now.Options&p.MDOpGet == 0 {
		return 0, 0, false
	}
	at = d.local
	if d.now.Options&p.MDManageRemote != 0 {
		at = h.Offset
	}
	size := uint64(len(d.bytes))
	switch {
	case at <= size && h.Length <= size-at:
		return at, h.Length, true
	case at <= size && d.now.Options&p.MDTruncate != 0:
		return at, size - at, true
	}
	return 0, 0, false
}

func (n *naive) answered(h *p.Header) *p.Op {
	d := n.mds[h.MD]
	if d == nil {
		return n.drop(h)
	}
	size := uint64(len(d.bytes))
	need := h.Length
	if h.Kind == p.HAck {
		need = h.HdrData
	}
	if h.Local > size || need > size-h.Local || h.Kind == p.HReply && d.wantReply == 0 {
		return n.drop(h)
	}
	e := n.begin(d, p.Event{
		Initiator: h.From, UID: h.UID, JID: h.JID, PTIndex: p.PTIndexAny, MatchBits: h.MatchBits, RLength: h.HdrData, MLength: h.Length, Offset: h.Local,
	})
	n.counts[p.SRRecvCount]++
	if h.Kind == p.HAck {
		n.post(e, p.Ack, h.Fail)
		n.finish(d, e, h.Fail)
		return nil
	}
	n.counts[p.SRRecvLength] += h.Length
	d.wantReply--
	n.transfer(d)
	n.starts(e, p.ReplyStart)
	return &p.Op{Header: *h, Region: pieces(d.bytes[h.Local : h.Local+h.Length]), Length: h.Length, NAL: &naiveOp{md: d, rest: e}}
}

func (n *naive) Done(o *p.Op, fail p.NIFail) bool {
	x := o.NAL.(*naiveOp)
	kind := map[p.HeaderKind]p.EventKind{p.HPut: p.PutEnd, p.HGet: p.GetEnd, p.HGetPut: p.GetPutEnd, p.HReply: p.ReplyEnd}[o.Header.Kind]
	if o.Header.Kind == p.HReply && fail == p.NIOK {
		fail = o.Header.Fail
	}
	x.md.transfers--
	n.ends(x.rest, kind, fail)
	n.finish(x.md, x.rest, fail)
	if o.Header.Kind == p.HPut {
		o.Answer.Fail = fail
	}
	return o.Answer.Kind == p.HAck
}

func (n *naive) Free(*p.Op) {}
