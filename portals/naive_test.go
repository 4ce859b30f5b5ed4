package portals_test

import (
	"math"
	"slices"

	p "gasnetgo/portals"
)

// library is what a NAL and a program see of an interface: of the real one and of its naive twin.
type library interface {
	Granted() p.Limits
	Status(register uint32) (uint64, p.Code)
	Valid(h p.Handle) bool
	ACEntry(ac uint32, match p.ProcessID, uid, jid, pt uint32) p.Code
	MEAttach(pt uint32, match p.ProcessID, bits, ignore uint64, unlink p.Unlink, at p.Position) (p.Handle, p.Code)
	MEAttachAny(match p.ProcessID, bits, ignore uint64, unlink p.Unlink) (uint32, p.Handle, p.Code)
	MEInsert(base p.Handle, match p.ProcessID, bits, ignore uint64, unlink p.Unlink, at p.Position) (p.Handle, p.Code)
	MEUnlink(me p.Handle) p.Code
	MDAttach(me p.Handle, md p.MD, vec []p.Iovec, unlink p.Unlink) (p.Handle, p.Code)
	MDBind(md p.MD, vec []p.Iovec, unlink p.Unlink) (p.Handle, p.Code)
	MDUnlink(md p.Handle) p.Code
	MDGet(md p.Handle) (p.MD, p.Code)
	MDUpdate(md p.Handle, next p.MD, vec []p.Iovec, test p.Handle) p.Code
	MEMDPost(base p.Handle, match p.ProcessID, bits, ignore uint64, unlinkME p.Unlink, at p.Position, md p.MD, vec []p.Iovec, unlinkMD p.Unlink, test p.Handle) (p.Handle, p.Handle, p.Code)
	MEMDAttach(pt uint32, match p.ProcessID, bits, ignore uint64, unlinkME p.Unlink, at p.Position, md p.MD, vec []p.Iovec, unlinkMD p.Unlink) (p.Handle, p.Handle, p.Code)
	EQAlloc(count uint64) (p.Handle, p.Code)
	EQFree(eq p.Handle) p.Code
	EQGet(eq p.Handle, into *p.Event) p.Code
	EQPeek(eq p.Handle, into *p.Event) p.Code
	Put(md p.Handle, off, length uint64, ack p.AckReq, to p.Target, hdrData uint64) (*p.Op, p.Code)
	Get(md p.Handle, off, length uint64, to p.Target) (*p.Op, p.Code)
	GetPut(getMD p.Handle, getOff uint64, putMD p.Handle, putOff, length uint64, to p.Target, hdrData uint64) (*p.Op, p.Code)
	Sent(o *p.Op, fail p.NIFail)
	Arrive(h *p.Header) *p.Op
	Done(o *p.Op, fail p.NIFail) bool
	Free(o *p.Op)
}

var (
	_ library = (*p.NI)(nil)
	_ library = (*naive)(nil)
)

// naive is Portals written for one reader: slices, maps, no index, nothing used twice.
type naive struct {
	id       p.ProcessID
	uid, jid uint32
	dialect  p.Dialect
	limits   p.Limits
	lists    [][]*naiveME
	access   []func(h *p.Header) bool
	mes      map[p.Handle]*naiveME
	mds      map[p.Handle]*naiveMD
	eqs      map[p.Handle]*naiveEQ
	names    p.Handle // given so far
	links    uint32
	counts   [6]uint64
}

type naiveME struct {
	name         p.Handle
	pt           uint32
	match        p.ProcessID
	bits, ignore uint64
	unlink       bool
	md           *naiveMD
}

type naiveMD struct {
	name       p.Handle
	now        p.MD
	bytes      []uintptr // address of each byte
	local      uint64
	unlink     bool
	exhausted  bool // by operations
	sends      int  // SEND_ENDs to come
	wantReply  int  // REPLYs that have not come
	transfers  int  // begun here by an arrival
	attachedTo *naiveME
}

type naiveEQ struct {
	events []p.Event
	room   int
	lost   bool
	posted uint32
}

// naiveOp is what the twin knows of an operation. rest is the event but for its kind.
type naiveOp struct {
	md, replyTo *naiveMD
	rest        p.Event
}

func newNaive(id p.ProcessID, uid, jid uint32, dialect p.Dialect, limits p.Limits) *naive {
	n := &naive{
		id: id, uid: uid, jid: jid, dialect: dialect, limits: limits, lists: make([][]*naiveME, limits.MaxPTIndex+1),
		mes: map[p.Handle]*naiveME{}, mds: map[p.Handle]*naiveMD{}, eqs: map[p.Handle]*naiveEQ{}, names: 1000,
	}
	for i := range limits.MaxACIndex + 1 {
		n.access = append(n.access, func(*p.Header) bool { return i == 0 })
	}
	return n
}

func (n *naive) name() p.Handle {
	n.names++
	return n.names
}

func (n *naive) Granted() p.Limits { return n.limits }

func (n *naive) Status(register uint32) (uint64, p.Code) {
	if register > 5 {
		return 0, p.SRIndexInvalid
	}
	return n.counts[register], p.OK
}

func (n *naive) Valid(h p.Handle) bool { return n.mes[h] != nil || n.mds[h] != nil || n.eqs[h] != nil }

func same[T comparable](want, wild, is T) bool { return want == wild || want == is }

func (n *naive) ACEntry(ac uint32, match p.ProcessID, uid, jid, pt uint32) p.Code {
	if ac > uint32(n.limits.MaxACIndex) {
		return p.ACIndexInvalid
	}
	if pt != p.PTIndexAny && pt > uint32(n.limits.MaxPTIndex) {
		return p.PTIndexInvalid
	}
	n.access[ac] = func(h *p.Header) bool {
		return same(match.NID, p.NIDAny, h.From.NID) && same(match.PID, p.PIDAny, h.From.PID) && same(uid, p.UIDAny, h.UID) &&
			same(jid, p.JIDAny, h.JID) && same(pt, p.PTIndexAny, h.PT)
	}
	return p.OK
}

func (n *naive) put(pt uint32, at int, match p.ProcessID, bits, ignore uint64, unlink p.Unlink) (*naiveME, p.Code) {
	if len(n.lists[pt]) >= int(n.limits.MaxMEList) {
		return nil, p.MEListTooLong
	}
	if len(n.mes) >= int(n.limits.MaxMEs) {
		return nil, p.NoSpace
	}
	me := &naiveME{name: n.name(), pt: pt, match: match, bits: bits, ignore: ignore, unlink: unlink == p.UnlinkIt}
	n.mes[me.name] = me
	n.lists[pt] = slices.Insert(n.lists[pt], at, me)
	return me, p.OK
}

func named(me *naiveME, code p.Code) (p.Handle, p.Code) {
	if code != p.OK {
		return p.InvalidHandle, code
	}
	return me.name, code
}

func (n *naive) end(pt uint32, at p.Position) int {
	if at == p.InsBefore {
		return 0
	}
	return len(n.lists[pt])
}

func (n *naive) beside(me *naiveME, at p.Position) int {
	i := slices.Index(n.lists[me.pt], me)
	if at == p.InsAfter {
		i++
	}
	return i
}

func (n *naive) MEAttach(pt uint32, match p.ProcessID, bits, ignore uint64, unlink p.Unlink, at p.Position) (p.Handle, p.Code) {
	if pt > uint32(n.limits.MaxPTIndex) {
		return p.InvalidHandle, p.PTIndexInvalid
	}
	return named(n.put(pt, n.end(pt, at), match, bits, ignore, unlink))
}

func (n *naive) MEAttachAny(match p.ProcessID, bits, ignore uint64, unlink p.Unlink) (uint32, p.Handle, p.Code) {
	for pt := range n.lists {
		if len(n.lists[pt]) == 0 {
			h, code := n.MEAttach(uint32(pt), match, bits, ignore, unlink, p.InsAfter)
			return uint32(pt), h, code
		}
	}
	return p.PTIndexAny, p.InvalidHandle, p.PTFull
}

func (n *naive) MEInsert(base p.Handle, match p.ProcessID, bits, ignore uint64, unlink p.Unlink, at p.Position) (p.Handle, p.Code) {
	b := n.mes[base]
	if b == nil {
		return p.InvalidHandle, p.MEInvalid
	}
	return named(n.put(b.pt, n.beside(b, at), match, bits, ignore, unlink))
}

func (n *naive) removeME(me *naiveME) {
	n.lists[me.pt] = slices.DeleteFunc(n.lists[me.pt], func(x *naiveME) bool { return x == me })
	delete(n.mes, me.name)
}

func (n *naive) MEUnlink(h p.Handle) p.Code {
	me := n.mes[h]
	if me == nil {
		return p.MEInvalid
	}
	if me.md != nil {
		if me.md.busy() {
			return p.MEInUse
		}
		n.byHand(me.md)
	}
	if n.mes[h] != nil {
		n.removeME(me)
	}
	return p.OK
}

func (d *naiveMD) busy() bool { return d.sends > 0 || d.wantReply > 0 || d.transfers > 0 }

func (d *naiveMD) active() bool {
	return !d.exhausted && (d.now.Threshold > 0 || d.now.Threshold == p.ThresholdInfinite)
}

// bytesOf lists the memory of a descriptor that can be.
func (n *naive) bytesOf(md p.MD, vec []p.Iovec) ([]uintptr, p.Code) {
	if md.Options&p.MDIovec == 0 {
		vec = []p.Iovec{{Base: md.Start, Len: md.Length}}
	} else if uint64(len(vec)) != md.Length || len(vec) > int(n.limits.MaxMDIovecs) {
		return nil, p.MDIllegal
	}
	var list []uintptr
	for _, v := range vec {
		if v.Len > 0 && (v.Base == 0 || v.Len > math.MaxUint64-uint64(v.Base)) {
			return nil, p.MDIllegal
		}
		for i := range v.Len {
			list = append(list, v.Base+uintptr(i))
		}
	}
	if md.EQ != p.EQNone && n.eqs[md.EQ] == nil {
		return nil, p.EQInvalid
	}
	return list, p.OK
}

func (n *naive) makeMD(md p.MD, vec []p.Iovec, unlink p.Unlink, me *naiveME) (p.Handle, p.Code) {
	list, code := n.bytesOf(md, vec)
	if code != p.OK {
		return p.InvalidHandle, code
	}
	if len(n.mds) >= int(n.limits.MaxMDs) {
		return p.InvalidHandle, p.NoSpace
	}
	d := &naiveMD{name: n.name(), now: md, bytes: list, unlink: unlink == p.UnlinkIt, attachedTo: me}
	n.mds[d.name] = d
	if me != nil {
		me.md = d
	}
	return d.name, p.OK
}

func (n *naive) MDAttach(h p.Handle, md p.MD, vec []p.Iovec, unlink p.Unlink) (p.Handle, p.Code) {
	me := n.mes[h]
	if me == nil {
		return p.InvalidHandle, p.MEInvalid
	}
	if me.md != nil {
		return p.InvalidHandle, p.MEInUse
	}
	return n.makeMD(md, vec, unlink, me)
}

func (n *naive) MDBind(md p.MD, vec []p.Iovec, unlink p.Unlink) (p.Handle, p.Code) {
	return n.makeMD(md, vec, unlink, nil)
}

func (n *naive) remove(d *naiveMD) {
	delete(n.mds, d.name)
	if me := d.attachedTo; me != nil {
		me.md = nil
		if me.unlink {
			n.removeME(me)
		}
	}
}

func (n *naive) byHand(d *naiveMD) {
	if d.now.Options&p.MDEventManualUnlink != 0 {
		n.links++
		e := p.Event{Initiator: n.id, UID: n.uid, JID: n.jid, Link: n.links, MD: d.now, MDHandle: d.name}
		if d.attachedTo != nil {
			e.PTIndex, e.MatchBits = d.attachedTo.pt, d.attachedTo.bits
		}
		n.post(e, p.Unlinked, p.NIOK)
	}
	n.remove(d)
}

func (n *naive) MDUnlink(h p.Handle) p.Code {
	d := n.mds[h]
	if d == nil {
		return p.MDInvalid
	}
	if d.busy() {
		return p.MDInUse
	}
	n.byHand(d)
	return p.OK
}

func (n *naive) MDGet(h p.Handle) (p.MD, p.Code) {
	if d := n.mds[h]; d != nil {
		return d.now, p.OK
	}
	return p.MD{}, p.MDInvalid
}

func (n *naive) test(h p.Handle) p.Code {
	if h == p.EQNone {
		return p.OK
	}
	if n.eqs[h] == nil {
		return p.EQInvalid
	}
	if len(n.eqs[h].events) > 0 {
		return p.MDNoUpdate
	}
	return p.OK
}

func (n *naive) MDUpdate(h p.Handle, next p.MD, vec []p.Iovec, test p.Handle) p.Code {
	d := n.mds[h]
	if d == nil {
		return p.MDInvalid
	}
	list, code := n.bytesOf(next, vec)
	if code != p.OK {
		return code
	}
	if code := n.test(test); code != p.OK {
		return code
	}
	if d.busy() {
		return p.MDNoUpdate
	}
	d.now, d.bytes, d.local, d.exhausted = next, list, 0, false
	return p.OK
}

func (n *naive) post2(pt uint32, place int, match p.ProcessID, bits, ignore uint64, unlinkME p.Unlink, md p.MD, vec []p.Iovec, unlinkMD p.Unlink, test p.Handle) (p.Handle, p.Handle, p.Code) {
	_, code := n.bytesOf(md, vec)
	if code == p.OK && len(n.mds) >= int(n.limits.MaxMDs) {
		code = p.NoSpace
	}
	if code == p.OK {
		code = n.test(test)
	}
	var me *naiveME
	if code == p.OK {
		me, code = n.put(pt, place, match, bits, ignore, unlinkME)
	}
	if code != p.OK {
		return p.InvalidHandle, p.InvalidHandle, code
	}
	d, _ := n.makeMD(md, vec, unlinkMD, me)
	return me.name, d, p.OK
}

func (n *naive) MEMDPost(base p.Handle, match p.ProcessID, bits, ignore uint64, unlinkME p.Unlink, at p.Position, md p.MD, vec []p.Iovec, unlinkMD p.Unlink, test p.Handle) (p.Handle, p.Handle, p.Code) {
	b := n.mes[base]
	if b == nil {
		return p.InvalidHandle, p.InvalidHandle, p.MEInvalid
	}
	return n.post2(b.pt, n.beside(b, at), match, bits, ignore, unlinkME, md, vec, unlinkMD, test)
}

func (n *naive) MEMDAttach(pt uint32, match p.ProcessID, bits, ignore uint64, unlinkME p.Unlink, at p.Position, md p.MD, vec []p.Iovec, unlinkMD p.Unlink) (p.Handle, p.Handle, p.Code) {
	if pt > uint32(n.limits.MaxPTIndex) {
		return p.InvalidHandle, p.InvalidHandle, p.PTIndexInvalid
	}
	return n.post2(pt, n.end(pt, at), match, bits, ignore, unlinkME, md, vec, unlinkMD, p.EQNone)
}

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

func (n *naive) finish(d *naiveMD, e p.Event, fail p.NIFail) {
	if d.exhausted && d.unlink && !d.busy() {
		loud := d.now.Options&p.MDEventStartDisable == 0 || d.now.Options&p.MDEventEndDisable == 0
		if d.now.Options&p.MDEventAutoUnlink != 0 || n.dialect == p.Reference && loud {
			n.post(e, p.Unlinked, fail)
		}
		n.remove(d)
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
		d.transfers++
		if d.now.Options&p.MDManageRemote == 0 {
			d.local += length
			if d.now.Options&p.MDMaxSize != 0 && uint64(len(d.bytes))-d.local < d.now.MaxSize {
				d.exhausted = true
			}
		}
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
	d.transfers++
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
