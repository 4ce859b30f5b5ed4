package portals

import (
	ptl "gasnetgo/portals"
	"gasnetgo/shmem"
)

// requested is the responder: it executes a request with the CPU's own atomics, and replies. The reply does not wait for space: the requests of each initiator
// in flight are bounded.
func (t *Transport) requested(e *ptl.Event) {
	if !t.client.Check(e) {
		return
	}
	r, from := decode(e), e.Initiator
	if s := t.segment(r.at.Seg); r.at.Off >= s.Len {
		return // not a request of SHMEM's
	}
	old, err := t.own.Atomic(shmem.DefaultCtx, 0, r.at, r.op, nil)
	if err != nil {
		t.client.Fail(err)
		return
	}
	if r.counted {
		t.arrivals.n++
	}
	t.client.Post(t.endpoints.none, ptl.Target{ID: from, PT: t.Index + indexResponder, MatchBits: replyBit | r.id}, old)
}

// replied completes a request with the old value of its element.
func (t *Transport) replied(e *ptl.Event) {
	if !t.client.Check(e) {
		return
	}
	if op := t.client.Operation(e.MatchBits); op != nil && len(op.Element()) > 0 {
		shmem.SetBits(op.Element(), e.HdrData)
		t.client.Complete(op)
	}
}
