package portals

import (
	"math/bits"

	ptl "gasnetgo/portals"
	"gasnetgo/portals/client"
	"gasnetgo/shmem"
)

// request is an atomic sent to the responder at the owner of the element. It is only a header, one packet on any network: the value is the header data,
// and the condition, which may be any 64 bits, is divided between the offset and one match bit. The match bits are, from the top:
//
//	 1  replyBit, 0 here
//	 3  operation
//	 2  logarithm of the element's width in bytes
//	 1  segment
//	 1  lowest bit of the condition
//	40  offset in the segment
//	16  id of the operation, which the reply repeats
//
// Only a compare and swap has a condition; in other requests its lowest bit says that the request counts as an arrival.
//
// A reply is a put to the same index whose match bits are replyBit and the id; its header data is the old value.
type request struct {
	id      uint64
	at      shmem.Addr
	op      shmem.AMO
	counted bool
}

const (
	replyBit = uint64(1) << 63

	idBits     = client.IDBits
	offsetBits = 40

	condShift  = idBits + offsetBits
	segShift   = condShift + 1
	widthShift = segShift + 1
	opShift    = widthShift + 2
)

func (r request) target(pe ptl.ProcessID, index uint32) ptl.Target {
	log := bits.TrailingZeros64(shmem.TypeBytes(r.op.Type))
	match := uint64(r.op.Op)<<opShift | uint64(log)<<widthShift | uint64(r.at.Seg)<<segShift | r.at.Off<<idBits | r.id
	offset := uint64(0)
	switch {
	case r.op.Op == shmem.AMOCSwap:
		match |= r.op.Cond & 1 << condShift
		offset = r.op.Cond >> 1
	case r.counted:
		offset = 1
	}
	return ptl.Target{ID: pe, PT: index + indexResponder, MatchBits: match, Offset: offset}
}

// decode returns the request of an event.
func decode(e *ptl.Event) request {
	m := e.MatchBits
	log := m >> widthShift & 3
	r := request{
		id: m & (1<<idBits - 1),
		at: shmem.Addr{Seg: shmem.Seg(m >> segShift & 1), Off: m >> idBits & (1<<offsetBits - 1)},
		op: shmem.AMO{Op: int32(m >> opShift & 7), Type: int32(log<<1 | 1), Value: e.HdrData},
	}
	if r.op.Op == shmem.AMOCSwap {
		r.op.Cond = e.Offset<<1 | m>>condShift&1
	} else {
		r.counted = e.Offset&1 != 0
	}
	return r
}
