package portals

import (
	ptl "gasnetgo/portals"
	"gasnetgo/portals/client"
	"gasnetgo/shmem"
)

// endpoints are the Portals objects of a transport that its operations name.
type endpoints struct {
	none       ptl.Handle    // descriptor of no memory: requests and replies consist of a header
	from, into client.Memory // where puts start and gets end: data segment, symmetric heap, everything else
}

// The third index serves requests to the responder, and replies, which have replyBit.
const (
	indexData = iota
	indexHeap
	indexResponder
)

// remotePut is a descriptor for puts of other ranks, which name the offset.
const remotePut = ptl.MDOpPut | ptl.MDManageRemote

func (t *Transport) create(s *client.Setup) {
	e, data, heap := &t.endpoints, client.Segment(t.Segments.Data), client.Segment(t.Segments.Heap)
	puts, gets := s.Operations(nil), s.Operations(t.replied)
	requests := s.Arrivals(t.requested)

	const both = remotePut | ptl.MDOpGet | client.NoEvents
	s.Entry(&client.Entry{Index: indexData, Ignore: ^uint64(0), MD: data.Describe(both, ptl.EQNone)})
	s.Entry(&client.Entry{Index: indexHeap, Ignore: ^uint64(0), MD: heap.Describe(both, ptl.EQNone)})
	// Requests and replies have no payload. A request uses the offset for something else, so that any offset must be accepted.
	s.Entry(&client.Entry{Index: indexResponder, Ignore: ^replyBit, MD: client.Everything().Describe(remotePut|client.NoStart, requests)})
	s.Entry(&client.Entry{Index: indexResponder, Bits: replyBit, Ignore: ^replyBit, MD: client.Segment{}.Describe(ptl.MDOpPut|client.NoStart, gets)})

	e.from = s.Memory(client.NoStart, puts, data, heap, client.Everything())
	e.into = s.Memory(client.NoStart, gets, data, heap, client.Everything())
	e.none = s.Bind(client.Segment{}, client.NoEvents, ptl.EQNone)
	if t.Count {
		t.count(s)
	}
}

// remote is a place in a symmetric segment of pe, for an operation; counted marks it as one that its target counts.
func (t *Transport) remote(pe int, at shmem.Addr, op *client.Operation, counted bool) ptl.Target {
	index, match := uint32(indexData), op.ID()
	if at.Seg == shmem.Heap {
		index = indexHeap
	}
	if counted {
		match |= countedBit
	}
	return ptl.Target{ID: t.ID(pe), PT: t.Index + index, MatchBits: match, Offset: at.Off}
}
