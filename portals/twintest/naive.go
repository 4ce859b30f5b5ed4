package twintest

import p "gasnetgo/portals"

// Library is what a NAL and a program see of an interface: of the real one and of its naive twin.
type Library interface {
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
	_ Library = (*p.NI)(nil)
	_ Library = (*naive)(nil)
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
	lastWord   bool // UNLINK is all that will tell of a transfer
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
