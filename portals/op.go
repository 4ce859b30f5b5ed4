package portals

// Op is an operation in progress at one end: the work for the NAL there. docs/design/portals.md describes the protocol of calls.
type Op struct {
	Header Header // initiator: to be sent. Target: as it arrived
	Region Region // memory here
	Length uint64 // bytes of Region to be moved

	md        *descriptor // that the events refer to
	into      *descriptor // initiator of Get and GetPut: where the REPLY will go
	offset    uint64      // of Region in md
	threshold int32       // of md before this operation
	link      uint32
	next      *Op // spare

	Answer Header // target: the ACK or REPLY
	NAL    any    // the NAL's own, as it has left it there, perhaps when the operation was another one

	_ [40]byte // operations begin where cache lines do
}

// Op memory is made in blocks of this many.
const opBlock = 8

// Ops is operations to be used again. Interfaces that are never used at the same time may share it: one that has been used just now is in the caches.
type Ops struct{ spare *Op }

func (n *NI) newOp() *Op {
	s := n.ops
	if s.spare == nil {
		block := make([]Op, opBlock)
		for i := range block {
			block[i].next = s.spare
			s.spare = &block[i]
		}
	}
	o := s.spare
	s.spare = o.next
	return o
}

// Free gives an operation back when the NAL no longer looks at it: once, after Sent or Done.
func (n *NI) Free(o *Op) {
	o.md, o.into = nil, nil
	o.next = n.ops.spare
	n.ops.spare = o
}
