package portals

import "math"

// descriptor is a memory descriptor.
type descriptor struct {
	md        MD       // as the program gave it, but Threshold counts down
	vec       *[]Iovec // nil: it is one piece
	size      uint64   // bytes
	offset    uint64   // local offset
	eq        *queue   // of md.EQ; may have been freed since
	me        *entry   // that it is attached to
	self      Handle
	pending   uint32 // ends of operations to come: SEND, REPLY, and what others do here
	replies   uint32 // those of them that are REPLYs which have not arrived
	active    bool   // takes part in matching, may issue operations
	spent     bool   // operations have used up the threshold or the space
	unlink    bool   // goes when spent
	unlinking bool   // an arrival will post UNLINK only, and counts in the queue's coming
}

// MDAttach makes a descriptor for what the entry matches. With MDIovec, vec is the array at md.Start; the interface keeps it.
func (n *NI) MDAttach(me Handle, md MD, vec []Iovec, unlink Unlink) (Handle, Code) {
	e := n.mes.at(me)
	switch {
	case e == nil:
		return InvalidHandle, MEInvalid
	case e.md != nil:
		return InvalidHandle, MEInUse
	}
	d, code := n.newMD(md, vec, unlink)
	if code != OK {
		return InvalidHandle, code
	}
	d.me, e.md = e, d
	return d.self, OK
}

// MDBind makes a descriptor for operations of this process only.
func (n *NI) MDBind(md MD, vec []Iovec, unlink Unlink) (Handle, Code) {
	d, code := n.newMD(md, vec, unlink)
	if code != OK {
		return InvalidHandle, code
	}
	return d.self, OK
}

// MDUnlink ends a descriptor, and its entry if that is to go with it. MDInUse: operations are pending.
func (n *NI) MDUnlink(md Handle) Code {
	d := n.mds.at(md)
	switch {
	case d == nil:
		return MDInvalid
	case d.pending > 0:
		return MDInUse
	}
	n.unlinkByHand(d)
	return OK
}

// MDGet returns the descriptor as it is now: Threshold is the remaining count.
func (n *NI) MDGet(md Handle) (MD, Code) {
	d := n.mds.at(md)
	if d == nil {
		return MD{}, MDInvalid
	}
	return d.md, OK
}

// MDUpdate replaces a descriptor and starts again at local offset 0, if no operations are pending and nothing is in the queue test, which may
// be EQNone, nor coming to it (see testEQ); otherwise it answers MDNoUpdate.
func (n *NI) MDUpdate(md Handle, next MD, vec []Iovec, test Handle) Code {
	d := n.mds.at(md)
	if d == nil {
		return MDInvalid
	}
	size, q, code := n.check(&next, vec)
	if code != OK {
		return code
	}
	if code := n.testEQ(test); code != OK {
		return code
	}
	if d.pending > 0 {
		return MDNoUpdate
	}
	d.set(next, vec, size, q)
	n.countPages(d)
	return OK
}

// newMD makes a descriptor that is not attached.
func (n *NI) newMD(md MD, vec []Iovec, unlink Unlink) (*descriptor, Code) {
	size, q, code := n.check(&md, vec)
	if code != OK {
		return nil, code
	}
	if n.mds.full() {
		return nil, NoSpace
	}
	d, h := n.mds.allocate()
	n.made++
	d.self, d.me, d.unlink = h, nil, unlink == UnlinkIt
	d.pending, d.replies, d.unlinking = 0, 0, false
	d.set(md, vec, size, q)
	n.countPages(d)
	return d, OK
}

// countPages adds the pages that a descriptor's memory takes.
func (n *NI) countPages(d *descriptor) {
	if n.page == 0 {
		return
	}
	for v := range d.region(0, d.size).Pieces {
		n.pages += (v.Len-1)/n.page + 1
	}
}

func (d *descriptor) set(md MD, vec []Iovec, size uint64, q *queue) {
	d.md, d.vec, d.size, d.eq = md, nil, size, q
	if md.Options&MDIovec != 0 {
		pieces := vec
		d.vec = &pieces
	}
	d.offset = 0
	d.active = md.Threshold > 0 || md.Threshold == ThresholdInfinite
	d.spent = false
}

// check reports whether a descriptor can be. It does not look at the memory: programs describe memory that has holes, or that they protect.
func (n *NI) check(md *MD, vec []Iovec) (size uint64, q *queue, code Code) {
	size = md.Length
	if md.Options&MDIovec == 0 {
		if !md.piece().possible() {
			return 0, nil, MDIllegal
		}
	} else {
		if uint64(len(vec)) != md.Length || len(vec) > int(n.limits.MaxMDIovecs) {
			return 0, nil, MDIllegal
		}
		size = 0
		for _, v := range vec {
			if !v.possible() || v.Len > math.MaxUint64-1-size {
				return 0, nil, MDIllegal
			}
			size += v.Len
		}
	}
	if md.EQ != EQNone {
		if q = n.eqs.at(md.EQ); q == nil {
			return 0, nil, EQInvalid
		}
	}
	return size, q, OK
}

func (md *MD) piece() Iovec { return Iovec{md.Start, md.Length} }

// possible reports whether there can be such memory. Nothing may be anywhere.
func (v Iovec) possible() bool {
	return v.Len == 0 || v.Base != 0 && v.Len <= uint64(math.MaxUint64-v.Base)
}

// region is part of the descriptor's memory.
func (d *descriptor) region(off, length uint64) Region {
	if d.vec == nil {
		return Region{Addr: d.md.Start + uintptr(off), Len: length}
	}
	return Region{Len: d.size, Vec: *d.vec}.Slice(off, length)
}

// contains reports whether [off, off+length) is inside.
func (d *descriptor) contains(off, length uint64) bool { return off <= d.size && length <= d.size-off }

// count lets an operation use its part of the threshold, and answers what that was before.
func (d *descriptor) count() int32 {
	before := d.md.Threshold
	if before > 0 {
		d.md.Threshold--
		if before == 1 {
			d.spend()
		}
	}
	return before
}

func (d *descriptor) spend() { d.active, d.spent = false, true }
