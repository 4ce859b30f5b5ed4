package portals

import (
	"gasnetgo/internal/memory"
	ptl "gasnetgo/portals"
	"gasnetgo/portals/client"
)

// endpoints are the Portals objects that operations name.
type endpoints struct {
	events  ptl.Handle    // queue of this rank's own operations
	local   client.Memory // this rank's part, where puts start and gets end
	out     *client.Entry // slots where requests start, and answers with a payload arrive
	answers client.Memory // slots where such answers start: no events
	none    ptl.Handle    // descriptor of no memory, for messages that consist of a header
}

const (
	indexMemory = iota
	indexRequests
)

// Match bits, from the top: what it is, 3 bits; kind of request, 5; sender, 24; and at the bottom the id of the operation, which an answer repeats.
const (
	selectorShift = 61
	kindShift     = 56
	senderShift   = client.IDBits
	senderMask    = 1<<24 - 1

	toMemory = iota - 4
	toSlot
	toHeader // no payload: offset and header data have the arguments
	toAnswer
)

const selector = uint64(7) << selectorShift

// create creates the objects.
func (t *Transport) create(s *client.Setup) {
	e, part := &t.ends, t.Part(t.Me)
	in, out := segmentOf(t.shape.in), segmentOf(t.shape.out)
	e.events = s.Operations(t.answered)
	requests := s.Arrivals(t.requested)
	entry := func(index uint32, what uint64, md ptl.MD) *client.Entry {
		x := &client.Entry{Index: index, Bits: what << selectorShift, Ignore: ^selector, MD: md}
		s.Entry(x)
		return x
	}
	const put = ptl.MDOpPut | ptl.MDManageRemote
	entry(indexMemory, toMemory, part.Describe(put|ptl.MDOpGet|client.NoEvents, ptl.EQNone))
	entry(indexRequests, toSlot, in.Describe(put|ptl.MDAckDisable|client.NoStart, requests))
	entry(indexRequests, toHeader, client.Everything().Describe(put|ptl.MDAckDisable|client.NoStart, requests)) // any offset is accepted
	e.out = entry(indexRequests, toAnswer, out.Describe(put|ptl.MDAckDisable|client.NoStart, e.events))
	e.local = s.Memory(client.NoStart, e.events, part)
	e.answers = s.Memory(client.NoEvents, ptl.EQNone, in)
	e.none = s.Bind(client.Segment{}, client.NoEvents, ptl.EQNone)
}

func segmentOf(b []byte) client.Segment {
	return client.Segment{Base: memory.Address(b), Len: uint64(len(b))}
}

// remote is a place in a rank's part, for an operation.
func (t *Transport) remote(rank int, at uintptr, op *client.Operation) ptl.Target {
	return ptl.Target{ID: t.ID(rank), PT: t.Index + indexMemory, MatchBits: toMemory<<selectorShift | op.ID(), Offset: uint64(at - t.Part(rank).Base)}
}

// request is where a request to a rank goes, by its kind.
func (t *Transport) request(rank int, what uint64, kind kind, id, offset uint64) ptl.Target {
	bits := what<<selectorShift | uint64(kind)<<kindShift | uint64(t.Me)<<senderShift | id
	return ptl.Target{ID: t.ID(rank), PT: t.Index + indexRequests, MatchBits: bits, Offset: offset}
}

// answerTo is where the answer to an operation of a rank goes.
func (t *Transport) answerTo(id ptl.ProcessID, operation, offset uint64) ptl.Target {
	return ptl.Target{ID: id, PT: t.Index + indexRequests, MatchBits: toAnswer<<selectorShift | operation, Offset: offset}
}

// kind is what a request is about.
type kind uint8

const (
	kindTransfer    kind = iota // with a payload: package request
	kindMessage                 // with a payload: message.go
	kindCompareSwap             // with a payload, of a word of 8 bytes: atomic.go
	kindEmpty                   // a message without data
	kindLock
	kindTryLock
	kindUnlock
	kindFlag // an int is stored, without an answer
	kindFence
	kindAtomic // and from there on by what is done to a word, and its width
)
