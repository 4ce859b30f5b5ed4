package portals

import (
	"fmt"

	"gasnetgo/armci"
	"gasnetgo/armci/request"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
	ptl "gasnetgo/portals"
)

// requested serves a request, wherever messages are received, with the lock. Answers need no space: slots, and calls that wait, bound them.
func (t *Transport) requested(e *ptl.Event) {
	if e.Kind != ptl.PutEnd || !t.client.Check(e) {
		return
	}
	k, from := kind(e.MatchBits>>kindShift&31), int(e.MatchBits>>senderShift&senderMask)
	if from >= len(t.peers) {
		return // not a request of ARMCI's
	}
	if e.MatchBits&selector == toSlot<<selectorShift {
		t.serveSlot(e, k, from)
		return
	}
	id := e.MatchBits & (1<<senderShift - 1)
	switch k {
	case kindEmpty:
		if p := &t.peers[from]; t.inOrder(p, from, id&pieceNumber) {
			p.inbox.Put(armci.Message{Context: e.Offset, Tag: int64(e.HdrData)})
		}
	case kindLock, kindTryLock:
		w := waiter{rank: from, id: id}
		granted := t.locks.Lock(uintptr(e.Offset), uint32(e.HdrData), w, k == kindTryLock)
		if granted || k == kindTryLock {
			t.answer(from, id, bit(granted))
		}
	case kindFlag:
		t.own.Atomic(t.Me, uintptr(e.Offset), armci.Atomic{Kind: armci.AtomicSwap, Width: 4, Value: e.HdrData})
	case kindFence:
		t.answer(from, id, 0)
	case kindUnlock:
		t.unlock(uintptr(e.Offset))
		t.answer(from, id, 0)
	default:
		t.answer(from, id, t.own.Atomic(t.Me, uintptr(e.Offset), atomicOf(k, e.HdrData)))
	}
}

// answer sends a word.
func (t *Transport) answer(to int, id, word uint64) {
	t.World.Charge(pace.Call, 1)
	t.client.Post(t.ends.none, t.answerTo(t.ID(to), id, 0), word)
}

// serveSlot serves a request with a payload. Its answer frees the slot.
func (t *Transport) serveSlot(e *ptl.Event, k kind, from int) {
	id, data := e.MatchBits&(1<<senderShift-1), memory.Bytes(e.MD.Start+uintptr(e.Offset), e.MLength)
	switch k {
	case kindTransfer:
		t.transfer(from, id, e.Offset, data)
	case kindMessage:
		t.arrived(from, data)
		t.answer(from, id, 0)
	case kindCompareSwap:
		at, a := readCompareSwap(data)
		t.answer(from, id, t.own.Atomic(t.Me, at, a))
	}
}

// transfer serves a part of a transfer.
func (t *Transport) transfer(from int, id, offset uint64, data []byte) {
	q, err := request.Read(data)
	if part := t.Part(t.Me); err == nil && !q.Inside(part.Base, part.Len) {
		err = fmt.Errorf("memory that this rank has not offered")
	}
	if err != nil {
		t.client.Fail(fmt.Errorf("internal error: a request of rank %d to rank %d: %w", from, t.Me, err))
		return
	}
	if q.Kind != armci.KindGet {
		q.Serve()
		t.World.Charge(pace.Copy, q.Bytes*(1+bit(q.Kind == armci.KindAcc))) // a sum reads and writes as much as two copies, nearly
		t.answer(from, id, 0)
		return
	}
	slot := t.shape.in[offset:][:q.Bytes]
	runs := q.Runs
	if runs.List != nil { // which is in the slot
		runs = runs.Clone()
	}
	request.Gather(slot, &runs, q.Skip)
	t.World.Charge(pace.Copy, q.Bytes)
	_, n := t.shape.at(offset)
	t.World.Charge(pace.Call, 1)
	t.client.PostBytes(t.ends.answers.At(memory.Address(slot), q.Bytes), q.Bytes, t.answerTo(t.ID(from), id, t.shape.offset(t.Me, n)), 0)
}

// answered completes a request of this rank. A payload is in its slot.
func (t *Transport) answered(e *ptl.Event) {
	if e.Kind != ptl.PutEnd || !t.client.Check(e) {
		return
	}
	if op := t.client.Operation(e.MatchBits); op != nil {
		if len(op.Element()) > 0 {
			*memory.At[uint64](memory.Address(op.Element())) = e.HdrData
		}
		t.client.Complete(op)
	}
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
