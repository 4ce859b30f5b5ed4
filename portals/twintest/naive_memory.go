package twintest

import (
	"math"
	"slices"

	p "gasnetgo/portals"
)

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
	for _, d := range n.mds {
		if d.now.EQ == h && d.transfers > 0 && (d.now.Options&p.MDEventEndDisable == 0 || d.lastWord) {
			return p.MDNoUpdate
		}
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
