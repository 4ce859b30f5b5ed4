package portals

import "math/bits"

// entry is a match entry: one place in the list of a portal.
type entry struct {
	// What every message looks at comes first.
	bits, ignore uint64
	next         *entry
	md           *descriptor
	id           ProcessID
	prev         *entry

	unlink bool // goes with its descriptor
	pt     uint32
	self   Handle

	// For the index of a long list: see index.go.
	label       uint64 // grows along the list
	group       *group
	chain, back *entry   // neighbours in the bucket
	stretch     *stretch // nil unless places are counted

	_ [8]byte // what every message looks at is in one line
}

// MEAttach makes an entry at the head (InsBefore) or the tail (InsAfter) of the list of a portal. It matches nothing until it has a
// descriptor.
func (n *NI) MEAttach(pt uint32, match ProcessID, bits, ignore uint64, unlink Unlink, at Position) (Handle, Code) {
	if !n.hasPortal(pt) {
		return InvalidHandle, PTIndexInvalid
	}
	e, code := n.newME(pt, match, bits, ignore, unlink)
	if code != OK {
		return InvalidHandle, code
	}
	n.table[pt].attach(e, at)
	return e.self, OK
}

// MEAttachAny makes the first entry of the first portal that has none.
func (n *NI) MEAttachAny(match ProcessID, bits, ignore uint64, unlink Unlink) (pt uint32, me Handle, code Code) {
	for pt = 0; n.hasPortal(pt); pt++ {
		if pt >= uint32(len(n.table)) || n.table[pt].count == 0 {
			me, code = n.MEAttach(pt, match, bits, ignore, unlink, InsAfter)
			return pt, me, code
		}
	}
	return PTIndexAny, InvalidHandle, PTFull
}

// MEInsert makes an entry directly before or after another.
func (n *NI) MEInsert(base Handle, match ProcessID, bits, ignore uint64, unlink Unlink, at Position) (Handle, Code) {
	b := n.mes.at(base)
	if b == nil {
		return InvalidHandle, MEInvalid
	}
	e, code := n.newME(b.pt, match, bits, ignore, unlink)
	if code != OK {
		return InvalidHandle, code
	}
	n.table[b.pt].insert(e, b, at)
	return e.self, OK
}

// MEUnlink ends an entry and its descriptor. MEInUse: operations are pending there.
func (n *NI) MEUnlink(me Handle) Code {
	e := n.mes.at(me)
	if e == nil {
		return MEInvalid
	}
	if d := e.md; d != nil {
		if d.pending > 0 {
			return MEInUse
		}
		e.unlink = true
		n.unlinkByHand(d)
		return OK
	}
	n.forgetME(e)
	return OK
}

// MEMDPost is MEInsert and MDAttach in one step, if the queue test, which may be EQNone, is empty; otherwise it returns MDNoUpdate. So a program can post a
// receive on condition that it has seen all messages so far.
func (n *NI) MEMDPost(base Handle, match ProcessID, bits, ignore uint64, unlinkME Unlink, at Position, md MD, vec []Iovec, unlinkMD Unlink,
	test Handle) (me, mdh Handle, code Code) {
	b := n.mes.at(base)
	if b == nil {
		return InvalidHandle, InvalidHandle, MEInvalid
	}
	e, d, code := n.newPair(b.pt, match, bits, ignore, unlinkME, md, vec, unlinkMD, test)
	if code != OK {
		return InvalidHandle, InvalidHandle, code
	}
	n.table[b.pt].insert(e, b, at)
	return e.self, d.self, OK
}

// MEMDAttach is MEAttach and MDAttach as one step.
func (n *NI) MEMDAttach(pt uint32, match ProcessID, bits, ignore uint64, unlinkME Unlink, at Position, md MD, vec []Iovec,
	unlinkMD Unlink) (me, mdh Handle, code Code) {
	if !n.hasPortal(pt) {
		return InvalidHandle, InvalidHandle, PTIndexInvalid
	}
	e, d, code := n.newPair(pt, match, bits, ignore, unlinkME, md, vec, unlinkMD, EQNone)
	if code != OK {
		return InvalidHandle, InvalidHandle, code
	}
	n.table[pt].attach(e, at)
	return e.self, d.self, OK
}

// newPair makes an entry with a descriptor, or neither.
func (n *NI) newPair(pt uint32, match ProcessID, bits, ignore uint64, unlinkME Unlink, md MD, vec []Iovec, unlinkMD Unlink,
	test Handle) (*entry, *descriptor, Code) {
	if _, _, code := n.check(&md, vec); code != OK {
		return nil, nil, code
	}
	if n.mds.full() {
		return nil, nil, NoSpace
	}
	if code := n.testEQ(test); code != OK {
		return nil, nil, code
	}
	e, code := n.newME(pt, match, bits, ignore, unlinkME)
	if code != OK {
		return nil, nil, code
	}
	d, _ := n.newMD(md, vec, unlinkMD)
	d.me, e.md = e, d
	return e, d, OK
}

// hasPortal reports whether pt is the index of a portal.
func (n *NI) hasPortal(pt uint32) bool { return pt <= uint32(n.limits.MaxPTIndex) }

// firstLists is the least number of match lists that there are once there is one.
const firstLists = 8

// reach makes the match list of a portal if there is none yet. Most programs use few portals, and those with low indices.
func (n *NI) reach(pt uint32) {
	if pt < uint32(len(n.table)) {
		return
	}
	lists := make([]list, min(max(firstLists, 1<<bits.Len32(pt)), int(n.limits.MaxPTIndex)+1))
	copy(lists, n.table)
	n.table = lists
}

// newME makes an entry that is in no list yet.
func (n *NI) newME(pt uint32, match ProcessID, bits, ignore uint64, unlink Unlink) (*entry, Code) {
	n.reach(pt)
	switch {
	case n.table[pt].count >= uint32(n.limits.MaxMEList):
		return nil, MEListTooLong
	case n.mes.full():
		return nil, NoSpace
	}
	e, h := n.mes.allocate()
	n.made++
	*e = entry{bits: bits, ignore: ignore, id: match, unlink: unlink == UnlinkIt, pt: pt, self: h}
	return e, OK
}

func (n *NI) forgetME(e *entry) {
	n.table[e.pt].remove(e)
	n.mes.drop(e.self)
	n.gone++
}
