package portals

import (
	"gasnetgo/internal/fault"
	ptl "gasnetgo/portals"
	"gasnetgo/shmem"
)

// The target counts arrivals: writes that count carry a mark in their match bits, for which a counting target has entries with events in front of those that
// accept all puts. A target that does not count pays nothing, and initiators need not know which targets count.

// countedBit marks a put to a segment that is to be counted.
const countedBit = uint64(1) << 62

// arrivals is what a target knows.
type arrivals struct {
	on    bool
	queue ptl.Handle
	n     uint64
}

var _ shmem.ArrivalCounter = (*Transport)(nil)

// Arrivals is the number of writes with shmem.Counted that have arrived here.
func (t *Transport) Arrivals() (uint64, error) {
	t.Host.Lock()
	defer t.Host.Unlock()
	if !t.arrivals.on {
		all := setUp{t: t}
		all.counting()
		if err := all.err(); err != nil {
			return 0, err
		}
		t.arrivals.n = 0
	}
	t.count()
	return t.arrivals.n, t.failed
}

// counting enables events for puts that count. The responder counts requests.
func (s *setUp) counting() {
	q := s.queue()
	for index, at := range []shmem.Segment{indexData: s.t.Segments.Data, indexHeap: s.t.Segments.Heap} {
		s.entryAt(ptl.InsBefore, uint32(index), countedBit, ^countedBit, at, ptl.MDOpPut|ptl.MDManageRemote|ptl.MDEventStartDisable, q)
	}
	s.t.arrivals.on, s.t.arrivals.queue = s.code == ptl.OK, q
}

// count takes the events of arrivals. Needs the lock.
func (t *Transport) count() {
	for e := &t.event; t.arrivals.on; {
		switch c := t.Host.NI.EQGet(t.arrivals.queue, e); {
		case c == ptl.EQEmpty:
			return
		case c != ptl.OK:
			t.fail(fault.New("", nil, "internal error: the event queue of arrivals of SHMEM over Portals answers %v", c))
			return
		case e.Kind == ptl.PutEnd && e.Fail == ptl.NIOK: // failures are reported to the sender only
			t.arrivals.n++
		}
	}
}
