package portals

import (
	"gasnetgo/internal/fault"
	ptl "gasnetgo/portals"
	"gasnetgo/shmem"
)

// Arrivals are counted where they happen: writes that count carry a mark in their match bits, for which a target that wants to know has entries in front
// of those that take everything, with events. A target that does not want to know pays nothing, and nobody has to tell anybody which it is.

// countedBit marks a put to a segment that is to be counted.
const countedBit = uint64(1) << 62

// arrivals is what a target knows.
type arrivals struct {
	on    bool
	queue ptl.Handle
	n     uint64
}

var _ shmem.ArrivalCounter = (*Transport)(nil)

// Arrivals is how many writes with shmem.Counted have come here.
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

// counting has puts that count make events from now on. The agent counts what is asked of it.
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
		case e.Kind == ptl.PutEnd && e.Fail == ptl.NIOK: // its sender hears of the others
			t.arrivals.n++
		}
	}
}
