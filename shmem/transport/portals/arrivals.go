package portals

import (
	ptl "gasnetgo/portals"
	"gasnetgo/portals/client"
	"gasnetgo/shmem"
)

// The target counts arrivals: writes that count carry a mark in their match bits, for which a counting target has entries with events in front of those that
// accept all puts. A target that does not count pays nothing, and initiators need not know which targets count.

// countedBit marks a put to a segment that is to be counted.
const countedBit = uint64(1) << 62

// arrivals is what a target knows.
type arrivals struct {
	on bool
	n  uint64
}

var _ shmem.ArrivalCounter = (*Transport)(nil)

// Arrivals is the number of writes with shmem.Counted that have arrived here.
func (t *Transport) Arrivals() (uint64, error) {
	t.Host.Lock()
	defer t.Host.Unlock()
	if !t.arrivals.on {
		if err := t.client.Add(t.count); err != nil {
			return 0, err
		}
		t.arrivals.n = 0
	}
	t.client.PollArrivals()
	return t.arrivals.n, t.client.Err()
}

// count enables events for puts that count. The responder counts requests.
func (t *Transport) count(s *client.Setup) {
	queue := s.Arrivals(t.arrived)
	for index, at := range []shmem.Segment{indexData: t.Segments.Data, indexHeap: t.Segments.Heap} {
		md := client.Segment(at).Describe(remotePut|client.NoStart, queue)
		s.Entry(&client.Entry{Index: uint32(index), Bits: countedBit, Ignore: ^countedBit, First: true, MD: md})
	}
	t.arrivals.on = s.Err() == nil
}

// arrived counts a put. Failures are reported to the sender only.
func (t *Transport) arrived(e *ptl.Event) {
	if e.Kind == ptl.PutEnd && e.Fail == ptl.NIOK {
		t.arrivals.n++
	}
}
