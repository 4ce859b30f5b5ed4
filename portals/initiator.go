package portals

import "math"

// Target says where a request goes.
type Target struct {
	ID        ProcessID
	PT, AC    uint32
	MatchBits uint64
	Offset    uint64 // in the descriptor there, if that is remotely managed
}

// Whole is the length that means all of a descriptor.
const Whole uint64 = math.MaxUint64

// Put issues a put of [off, off+length) of a descriptor. length may be Whole; then off is ignored.
func (n *NI) Put(md Handle, off, length uint64, ack AckReq, to Target, hdrData uint64) (*Op, Code) {
	d, off, length, code := n.source(md, off, length, to.ID)
	if code != OK {
		return nil, code
	}
	o := n.issue(HPut, d, off, length, to)
	o.Header.MD, o.Header.Local = d.self, off
	o.Header.AckReq = ack == AckRequested
	o.Header.HdrData = hdrData
	n.counters[SRSendLength] += length
	n.start(d, o, SendStart)
	return o, OK
}

// Get issues a get into [off, off+length) of a descriptor. length may be Whole; then off is ignored.
func (n *NI) Get(md Handle, off, length uint64, to Target) (*Op, Code) {
	d, off, length, code := n.source(md, off, length, to.ID)
	if code != OK {
		return nil, code
	}
	o := n.issue(HGet, d, off, length, to)
	o.expect(d, off)
	if n.dialect != Reference {
		n.start(d, o, SendStart)
	}
	return o, OK
}

// GetPut issues a swap: length bytes of putMD go there, what they replace comes to getMD. length may be Whole: that of putMD; then the
// offsets are ignored.
func (n *NI) GetPut(getMD Handle, getOff uint64, putMD Handle, putOff, length uint64, to Target, hdrData uint64) (*Op, Code) {
	if length == Whole {
		getOff = 0
	}
	g := n.mds.at(getMD)
	if g == nil || !g.active {
		return nil, MDInvalid
	}
	d, putOff, length, code := n.source(putMD, putOff, length, to.ID)
	switch {
	case code != OK:
		return nil, code
	case length > uint64(n.limits.MaxGetPutMD) || !g.contains(getOff, length):
		return nil, MDIllegal
	}
	o := n.issue(HGetPut, d, putOff, length, to)
	o.expect(g, getOff)
	o.Header.HdrData = hdrData
	n.counters[SRSendLength] += length
	n.start(d, o, SendStart)
	return o, OK
}

// source looks up the descriptor that an operation is issued from.
func (n *NI) source(md Handle, off, length uint64, to ProcessID) (*descriptor, uint64, uint64, Code) {
	d := n.mds.at(md)
	if d == nil || !d.active {
		return nil, 0, 0, MDInvalid
	}
	if length == Whole {
		off, length = 0, d.size
	} else if !d.contains(off, length) {
		return nil, 0, 0, MDIllegal
	}
	if to.NID == NIDAny || to.PID == PIDAny {
		return nil, 0, 0, ProcessInvalid
	}
	return d, off, length, OK
}

// issue creates the operation of a request. It uses part of the threshold at once if the operation posts events of its own.
func (n *NI) issue(kind HeaderKind, d *descriptor, off, length uint64, to Target) *Op {
	n.counters[SRSendCount]++
	o := n.newOp()
	o.md, o.into, o.offset = d, nil, off
	o.threshold = d.md.Threshold
	if kind != HGet || n.dialect != Reference {
		d.count()
	}
	o.link = n.newLink()
	o.Region, o.Length = d.region(off, length), length
	h := &o.Header
	h.Kind, h.AckReq, h.Fail = kind, false, NIOK
	o.Answer.Kind = 0
	h.PT, h.AC, h.MatchBits, h.Offset = to.PT, to.AC, to.MatchBits, to.Offset
	h.Length, h.HdrData = length, 0
	h.From, h.To, h.UID, h.JID = n.id, to.ID, n.uid, n.jid
	d.pending++
	return o
}

// expect says where the REPLY goes.
func (o *Op) expect(d *descriptor, off uint64) {
	o.Header.MD, o.Header.Local = d.self, off
	o.into = d
	d.pending++
	d.replies++
}

// Sent ends the sending half of Put, Get and GetPut: the program may have the memory back. The NAL calls it before the answer arrives. If
// a request could not be sent, no REPLY is expected any more.
func (n *NI) Sent(o *Op, fail NIFail) {
	d := o.md
	if n.dialect == Reference && o.Header.Kind == HGet {
		n.sentGet(o, fail)
		return
	}
	if fail == NIOK || o.into == nil {
		n.end(d, o, SendEnd, fail)
		return
	}
	into := o.into
	if into.replies > 0 { // otherwise a reply arrived without a request, and Done ends it
		into.replies--
		into.pending--
	}
	n.end(d, o, SendEnd, fail)
	if into != d {
		o.threshold = into.md.Threshold
		n.settle(into, o, fail)
	}
}

// sentGet is Sent for a get that posts REPLY events only: a get that could not be sent reports failure by REPLY_END.
func (n *NI) sentGet(o *Op, fail NIFail) {
	d := o.md
	if fail == NIOK || d.replies == 0 {
		d.pending--
		n.settle(d, o, fail)
		return
	}
	d.replies--
	d.pending--
	o.threshold = d.count()
	o.Length = 0
	n.end(d, o, ReplyEnd, fail)
}
