package portals

import (
	"gasnetgo/internal/fault"
	ptl "gasnetgo/portals"
	"gasnetgo/shmem"
)

// after is Host.After: it runs wherever messages are taken, with the lock held.
func (t *Transport) after() {
	t.serve()
	t.events()
	t.count()
}

// events takes all events of this rank's own operations. Needs the lock.
func (t *Transport) events() {
	for t.take(t.ends.puts) {
		f := t.flights.at(t.event.MatchBits)
		switch {
		case f == nil || f.kind != aPut: // the sending half of a swap
		case t.event.Kind == ptl.SendEnd:
			f.sent = true
			f.settle()
		case t.event.Kind == ptl.Ack:
			t.land(f)
		}
	}
	for t.take(t.ends.gets) {
		f := t.flights.at(t.event.MatchBits)
		switch {
		case f == nil:
		case t.event.Kind == ptl.ReplyEnd:
			if f.width != 0 {
				f.fetched(shmem.Bits(f.bytes()))
			}
			t.land(f)
		case t.event.Kind == ptl.PutEnd:
			f.fetched(t.event.HdrData)
			t.land(f)
		}
	}
}

// fetched keeps the old value of an element, and puts it where the program wants it.
func (f *flight) fetched(old uint64) {
	f.cell = old
	if f.into != nil {
		shmem.SetBits(f.into, old)
	}
}

// take takes the next event of a queue into t.event, if there is one that is good.
func (t *Transport) take(q ptl.Handle) bool {
	e := &t.event
	switch c := t.Host.NI.EQGet(q, e); {
	case c == ptl.EQEmpty:
		return false
	case c != ptl.OK:
		t.fail(fault.New("", nil, "internal error: an event queue of SHMEM over Portals answers %v", c))
		return false
	case e.Fail != ptl.NIOK:
		t.fail(t.missing())
		return false
	}
	return true
}

func (t *Transport) fail(err error) {
	if t.failed == nil {
		t.failed = err
	}
}

// missing is the error for an operation whose bytes could not be moved.
func (t *Transport) missing() error {
	e := &t.event
	arg := "source"
	switch e.Kind {
	case ptl.ReplyEnd, ptl.ReplyStart:
		arg = "dest"
	case ptl.Ack:
		return fault.New("", nil, "a put of %d bytes could not be stored: memory of this rank or of its target is not there", e.RLength)
	}
	return fault.New(arg, fault.Addr(e.MD.Start+uintptr(e.Offset)), "there is no memory of %d bytes, or the peer has left", e.RLength)
}
